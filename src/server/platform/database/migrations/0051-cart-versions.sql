-- Every change of a cart's row counts, so that a change without a lock notices another one that came between.
alter table carts add column version integer not null default 0;
create function count_cart_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_cart_version before update on carts
  for each row execute function count_cart_version();
