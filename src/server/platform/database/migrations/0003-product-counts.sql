-- How many products of a kind and group are for sale. The database keeps the counts itself, whoever writes products, so
-- that no list has to count the catalogue.
create table product_counts (
  kind text not null,
  -- Empty for products without a group.
  group_identifier text not null,
  count integer not null,
  primary key (kind, group_identifier)
);

insert into product_counts (kind, group_identifier, count)
select kind, coalesce(group_identifier, ''), count(*) from products where is_active group by 1, 2;

create function count_added_products() returns trigger language plpgsql as $$
begin
  insert into product_counts (kind, group_identifier, count)
  select kind, coalesce(group_identifier, ''), count(*) from added where is_active group by 1, 2
  on conflict (kind, group_identifier) do update set count = product_counts.count + excluded.count;
  return null;
end $$;

create function count_removed_products() returns trigger language plpgsql as $$
begin
  update product_counts set count = product_counts.count - gone.count
  from (
    select kind, coalesce(group_identifier, '') as group_identifier, count(*) as count
    from removed where is_active group by 1, 2
  ) gone
  where product_counts.kind = gone.kind and product_counts.group_identifier = gone.group_identifier;
  return null;
end $$;

create function count_changed_product() returns trigger language plpgsql as $$
begin
  if old.is_active then
    update product_counts set count = count - 1
    where kind = old.kind and group_identifier = coalesce(old.group_identifier, '');
  end if;
  if new.is_active then
    insert into product_counts (kind, group_identifier, count)
    values (new.kind, coalesce(new.group_identifier, ''), 1)
    on conflict (kind, group_identifier) do update set count = product_counts.count + 1;
  end if;
  return null;
end $$;

create trigger products_added after insert on products
  referencing new table as added for each statement execute function count_added_products();
create trigger products_removed after delete on products
  referencing old table as removed for each statement execute function count_removed_products();
-- Named columns: what sells takes stock all day, and that changes no count.
create trigger products_changed after update of kind, group_identifier, is_active on products
  for each row
  when ((old.kind, old.group_identifier, old.is_active) is distinct from (new.kind, new.group_identifier, new.is_active))
  execute function count_changed_product();
