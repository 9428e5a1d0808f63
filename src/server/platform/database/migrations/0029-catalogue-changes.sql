-- Tells every server process of changes that visitors can see, at the commit (src/server/platform/database/catalogue-changes.ts).
create function notify_catalogue_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', '');
  return null;
end $$;

create trigger tell_change after insert or update or delete on masters
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on price_history
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on lessons
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on bundles
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on pages
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on contents
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on posts
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on reviews
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on product_ratings
  for each statement execute function notify_catalogue_change();

-- Every order changes the stock of goods and the uses of coupons. Visitors see only whether something is left.
create trigger tell_change after insert or delete or update of valid_from, valid_until, value, kind, campaign,
  free_product_id, kinds, minimum_subtotal_cents, per_customer_limit, product_ids, total_limit
  on promotions for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or delete or update of card, category_identifier, companion_ids, details,
  facets, group_identifier, is_active, is_fixed_price, is_shipped, kind, master_slug, max_per_order, monthly_price_cents,
  no_bank_transfer, picture, position, price_cents, published_on, search_de, search_en, search_words_de, search_words_en, slug, texts
  on products for each statement execute function notify_catalogue_change();
create trigger tell_sold_out after update of stock on products
  for each row when ((old.stock = 0) is distinct from (new.stock = 0)) execute function notify_catalogue_change();
