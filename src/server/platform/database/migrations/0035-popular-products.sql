-- Pieces sold in the last 90 days, counted once a day (src/server/catalogue/count-sales.ts).
alter table products add column sold_recently integer not null default 0;
create index products_popular on products (kind, sold_recently desc nulls last, position, id) where is_active;
create index orders_completed on orders (completed_at) where completed_at is not null;

-- The day on which sales were counted last; one row.
create table sales_counts (
  is_only boolean primary key default true check (is_only),
  counted_on date not null
);

drop trigger tell_change on products;
create trigger tell_change after insert or delete or update of card, category_identifier, companion_ids, details,
  facets, group_identifier, is_active, is_fixed_price, is_shipped, kind, master_slug, max_per_order, monthly_price_cents,
  no_bank_transfer, picture, position, price_cents, published_on, search_de, search_en, search_words_de, search_words_en,
  slug, sold_recently, texts
  on products for each statement execute function notify_catalogue_change();
