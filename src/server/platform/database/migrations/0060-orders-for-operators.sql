-- Operators look orders up by code, address, name, amount and transaction, and mails by the order that they are about.
create function order_search_text(code text, email text, billing jsonb, shipping jsonb, contact jsonb) returns text
language sql immutable parallel safe
return lower(
  code || ' ' || email
  || ' ' || coalesce((billing ->> 'firstname') || ' ' || (billing ->> 'lastname'), '')
  || ' ' || coalesce((shipping ->> 'firstname') || ' ' || (shipping ->> 'lastname'), '')
  || ' ' || coalesce((contact ->> 'firstname') || ' ' || (contact ->> 'lastname'), '')
);

create index orders_by_words on orders using gin (
  order_search_text(code, email, billing_address, shipping_address, billing_contact) gin_trgm_ops
);
create index orders_by_amount on orders (total_cents, created_at desc, id desc);
create index orders_by_state on orders (state, created_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment, created_at desc, id desc) where fulfilment <> 'none';
create index payment_attempts_by_transaction on payment_attempts (transaction_id) where transaction_id is not null;

-- A mail is about the order or refund of its facts, else about the first id of its key.
create index outbox_by_subject on outbox (
  (coalesce(facts ->> 'order_id', facts ->> 'refund_id', substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f-]{27}')))
);
