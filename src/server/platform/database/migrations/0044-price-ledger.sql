-- One ledger of every price that was asked publicly (docs/behaviour/consumer-rights.md#ledger-of-prices): what was
-- asked from valid_from on for a product, a bundle offer or with a public coupon; terms are null from when it ended.
create table price_ledger (
  kind text not null check (kind in ('product', 'bundle', 'coupon')),
  subject text not null,
  valid_from timestamptz not null,
  terms jsonb,
  primary key (kind, subject, valid_from)
);

insert into price_ledger (kind, subject, valid_from, terms)
  select 'product', product_id, valid_from, jsonb_build_object('price', price_cents) from price_history;
-- Since when a bundle was offered is not known: since its products have had prices, at the longest.
insert into price_ledger (kind, subject, valid_from, terms)
  select 'bundle', id, since.first, jsonb_build_object('product_ids', product_ids, 'price', price_cents)
  from bundles
  join lateral (
    select max(known.first) as first from (
      select min(valid_from) as first from price_history where product_id = any(bundles.product_ids)
      group by product_id
    ) known
  ) since on since.first is not null;
drop table price_history;

create trigger tell_change after insert or update or delete on price_ledger
  for each statement execute function notify_catalogue_change();

-- A public code counts as a price that everybody could pay.
alter table promotions add column is_public boolean not null default false;
alter table promotions add column is_first_purchase_only boolean not null default false;

drop trigger tell_change on promotions;
create trigger tell_change after insert or delete or update of valid_from, valid_until, value, kind, campaign,
  free_product_id, is_first_purchase_only, is_public, kinds, minimum_subtotal_cents, per_customer_limit, product_ids,
  total_limit
  on promotions for each statement execute function notify_catalogue_change();
