-- Columns, constraints and stored decisions get the names of what they hold; the data stay.
alter table users rename column newsletter_wished_at to newsletter_requested_at;
alter table products rename column is_price_bound to is_fixed_price;
alter table subscriptions rename column contract_code to code;
alter table subscriptions rename constraint subscriptions_contract_code_key to subscriptions_code_key;
alter table refunds rename column attempt_id to payment_attempt_id;
alter table refunds rename constraint refunds_attempt_id_fkey to refunds_payment_attempt_id_fkey;
alter table payment_notices rename column attempt_id to payment_attempt_id;
alter table payment_notices rename constraint payment_notices_attempt_id_fkey to payment_notices_payment_attempt_id_fkey;
alter index one_running_attempt rename to one_running_payment_attempt;
alter index attempts_to_check rename to payment_attempts_to_check;
alter index payment_notices_by_attempt rename to payment_notices_by_payment_attempt;

-- What somebody typed as the number of an order or subscription.
alter table declarations rename column contract_code to declared_code;
update declarations
set decision = (decision - 'contracts') || jsonb_build_object('subscriptions', (
  select coalesce(
    jsonb_agg((one - 'contract_code') || jsonb_build_object('code', one -> 'contract_code') order by place), '[]'
  )
  from jsonb_array_elements(decision -> 'contracts') with ordinality as list (one, place)
))
where decision ? 'contracts';

-- From PostgreSQL 18 on "not null" is a named constraint, too.
do $$
declare
  stale record;
begin
  for stale in
    select conrelid::regclass as owner, conname as name,
      replace(replace(replace(conname, 'subscriptions_contract_code', 'subscriptions_code'),
        'declarations_contract_code', 'declarations_declared_code'), 'is_price_bound', 'is_fixed_price') as renamed
    from pg_constraint
    where connamespace = current_schema()::regnamespace
      and conname in ('subscriptions_contract_code_not_null', 'declarations_contract_code_not_null',
        'products_is_price_bound_not_null')
  loop
    execute format('alter table %s rename constraint %I to %I', stale.owner, stale.name, stale.renamed);
  end loop;
end
$$;
