-- A provider is named with the shop's account there (docs/decisions/0052): 'braintree/MERCHANT_ID'. Rows that have only
-- the name get their account at the next start, which knows the configuration.
alter table payment_attempts
  drop constraint payment_attempts_provider_check,
  add constraint payment_attempts_provider_check check (provider ~ '^(sandbox|bank_transfer|braintree(/[A-Za-z0-9_-]+)?)$');
alter table subscriptions
  drop constraint subscriptions_vault_provider_check,
  add constraint subscriptions_vault_provider_check
    check ((vault_token is null) = (vault_provider is null) and vault_provider ~ '^(sandbox|braintree(/[A-Za-z0-9_-]+)?)$');
alter table refunds
  drop constraint refunds_provider_check,
  add constraint refunds_provider_check check (provider ~ '^(sandbox|bank_transfer|braintree(/[A-Za-z0-9_-]+)?)$');
