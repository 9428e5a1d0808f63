-- The shop as each version of a legal page names it.
alter table page_versions add column issuer jsonb;
update page_versions set issuer = (
  select jsonb_build_object('name', value -> 'name', 'company', value -> 'company') from contents where key = 'brand'
);

-- What the pages linked to when these orders were reviewed; later versions store it with the review.
update orders set accepted_versions = coalesce(
  (select jsonb_object_agg(slug, version) from pages
    where pages.locale = orders.locale and slug in ('agbs', 'widerrufsbelehrung', 'datenschutz')), '{}')
  where state in ('draft', 'verified');
