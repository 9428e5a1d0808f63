-- What each bundle offer saved in an order, as shown at the order: [{id, title, amount}], amount in cents. The rest of
-- discount_cents is the coupon's. Orders of earlier versions do not tell the two apart.
alter table orders add column bundle_discounts jsonb not null default '[]';
-- Products are read together with the offers that contain them.
create index bundles_by_product on bundles using gin (product_ids);
