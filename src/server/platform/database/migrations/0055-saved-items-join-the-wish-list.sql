-- What was saved from a cart joins the wish list: each product once, at its last time, the newest as far as there is room
-- beside what the list holds already. Quantities and details of gifts are not kept.
insert into wish_list_items (user_id, product_id, added_at)
select user_id, product_id, added_at
from (
  select user_id, product_id, max(saved_at) as added_at,
    row_number() over (partition by user_id order by max(saved_at) desc, product_id)
      + (select count(*) from wish_list_items where wish_list_items.user_id = saved_items.user_id) as place
  from saved_items
  where not exists (
    select from wish_list_items
    where wish_list_items.user_id = saved_items.user_id and wish_list_items.product_id = saved_items.product_id
  )
  group by user_id, product_id
) moved
where place <= 200;

drop table saved_items;

-- The shop no longer mails carts, so these cannot be composed any more.
delete from outbox where template = 'cart_link' and sent_at is null;
