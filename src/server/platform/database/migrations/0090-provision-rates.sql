-- What partners get of the orders that they brought, from a day on, in hundredths of a percent of the net revenue.
create table provision_rates (
  id uuid primary key,
  -- An affiliate’s code, a coupon’s code, or a campaign.
  kind text not null check (kind in ('affiliate', 'coupon', 'campaign')),
  subject text not null,
  from_day date not null,
  rate integer not null check (rate between 0 and 10000),
  unique (kind, subject, from_day)
);

-- The report reads the orders that somebody may have brought.
create index orders_with_origin on orders (completed_at)
  where completed_at is not null and (affiliate_code is not null or promotion_id is not null);
