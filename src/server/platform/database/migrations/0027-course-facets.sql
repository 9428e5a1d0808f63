-- What courses are found by in the list, one lexeme per value (`level:beginner`), so that any choice of filters is one
-- statement and one index. The loader of the content writes it at the next start, because the files are loaded again.
alter table products
  add column facets tsvector not null default '',
  add column published_on date;

create index products_facets on products using gin (facets) where is_active;

-- Counts per set of facets instead of per group: any choice of filters is counted from them. There are as many rows as
-- different sets of facets, however many products there are.
drop trigger products_added on products;
drop trigger products_removed on products;
drop trigger products_changed on products;
drop table product_counts;

create table product_counts (
  kind text not null,
  facets tsvector not null,
  count integer not null,
  primary key (kind, facets)
);

-- The same counts added up per facet, for the list without a filter. The empty facet counts all products of a kind.
create table facet_counts (
  kind text not null,
  facet text not null,
  count integer not null,
  primary key (kind, facet)
);

-- Adds to the counts of products of a kind with the same facets.
create function count_products(counted_kind text, counted_facets tsvector, added integer)
returns void language plpgsql as $$
begin
  insert into product_counts (kind, facets, count) values (counted_kind, counted_facets, added)
  on conflict (kind, facets) do update set count = product_counts.count + excluded.count;
  delete from product_counts where kind = counted_kind and facets = counted_facets and count = 0;
  insert into facet_counts (kind, facet, count)
  select counted_kind, facet, added from unnest(array_append(tsvector_to_array(counted_facets), '')) facet
  order by facet
  on conflict (kind, facet) do update set count = facet_counts.count + excluded.count;
end $$;

select count_products(kind, facets, count(*)::integer) from products where is_active group by kind, facets;

create or replace function count_added_products() returns trigger language plpgsql as $$
begin
  perform count_products(sets.kind, sets.facets, sets.count)
  from (select kind, facets, count(*)::integer as count from added where is_active group by 1, 2 order by 1, 2) sets;
  return null;
end $$;

create or replace function count_removed_products() returns trigger language plpgsql as $$
begin
  perform count_products(sets.kind, sets.facets, -sets.count)
  from (select kind, facets, count(*)::integer as count from removed where is_active group by 1, 2 order by 1, 2) sets;
  return null;
end $$;

create or replace function count_changed_product() returns trigger language plpgsql as $$
begin
  if old.is_active then perform count_products(old.kind, old.facets, -1); end if;
  if new.is_active then perform count_products(new.kind, new.facets, 1); end if;
  return null;
end $$;

create trigger products_added after insert on products
  referencing new table as added for each statement execute function count_added_products();
create trigger products_removed after delete on products
  referencing old table as removed for each statement execute function count_removed_products();
-- Named columns: what sells takes stock all day, and that changes no count.
create trigger products_changed after update of kind, facets, is_active on products
  for each row
  when ((old.kind, old.facets, old.is_active) is distinct from (new.kind, new.facets, new.is_active))
  execute function count_changed_product();
