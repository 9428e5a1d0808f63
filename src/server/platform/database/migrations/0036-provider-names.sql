-- Providers are modules (docs/decisions/0067): any name of a module, with the shop's account there or without.
alter table payment_attempts
  drop constraint payment_attempts_provider_check,
  add constraint payment_attempts_provider_check check (provider ~ '^[a-z][a-z0-9_]{0,31}(/[A-Za-z0-9_-]+)?$');
alter table subscriptions
  drop constraint subscriptions_vault_provider_check,
  add constraint subscriptions_vault_provider_check check (
    (vault_token is null) = (vault_provider is null) and vault_provider ~ '^[a-z][a-z0-9_]{0,31}(/[A-Za-z0-9_-]+)?$'
  );
alter table refunds
  drop constraint refunds_provider_check,
  add constraint refunds_provider_check check (provider ~ '^[a-z][a-z0-9_]{0,31}(/[A-Za-z0-9_-]+)?$');
