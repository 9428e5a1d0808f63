-- Payment attempts, stored cards and refunds name their own provider (docs/decisions/0048). Until now `card` stood for
-- whichever provider was configured.
alter table payment_attempts
  drop constraint payment_attempts_provider_check,
  alter column provider drop default,
  alter column provider drop not null;

-- The sandbox's transactions and tokens have a form of their own; all others are Braintree's.
update payment_attempts
set provider = case
  when transaction_id like 'sbx\_%' or transaction_id ~ '^vault:[A-Za-z0-9_-]{22}$' then 'sandbox'
  else 'braintree'
end
where provider = 'card' and transaction_id is not null;

-- Attempts without a transaction have the provider of the one before them, else of the one after them.
create index payment_attempts_known on payment_attempts (started_at) where provider in ('sandbox', 'braintree');
update payment_attempts undecided
set provider = coalesce(
  (select provider from payment_attempts known
    where known.provider in ('sandbox', 'braintree') and known.started_at <= undecided.started_at
    order by known.started_at desc limit 1),
  (select provider from payment_attempts known
    where known.provider in ('sandbox', 'braintree') and known.started_at > undecided.started_at
    order by known.started_at limit 1)
)
where provider = 'card';
drop index payment_attempts_known;

-- null: no attempt of this shop ever had a transaction; the next start writes the configured provider.
alter table payment_attempts
  add constraint payment_attempts_provider_check check (provider in ('sandbox', 'braintree', 'bank_transfer'));

alter table subscriptions add column vault_provider text;
update subscriptions
set vault_provider = coalesce(
  (select provider from payment_attempts where payment_attempts.vault_token = subscriptions.vault_token limit 1),
  case when vault_token ~ '^vault:[A-Za-z0-9_-]{22}$' then 'sandbox' else 'braintree' end
)
where vault_token is not null;
alter table subscriptions
  add constraint subscriptions_vault_provider_check
    check ((vault_token is null) = (vault_provider is null) and vault_provider in ('sandbox', 'braintree'));

alter table refunds add column provider text;
update refunds
set provider = payment_attempts.provider
from payment_attempts
where payment_attempts.id = refunds.payment_attempt_id;
alter table refunds
  add constraint refunds_provider_check
    check (provider in ('sandbox', 'braintree', 'bank_transfer'));
