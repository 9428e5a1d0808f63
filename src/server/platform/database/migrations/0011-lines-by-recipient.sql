-- A product may stand in several lines of a cart, one for each set of properties; the position names a line's row.
with clashing as (
  select cart_id from cart_lines group by cart_id having count(distinct position) < count(*)
), numbered as (
  select ctid as place, row_number() over (partition by cart_id order by position, product_id) as number
  from cart_lines where cart_id in (select cart_id from clashing)
)
update cart_lines set position = numbered.number from numbered where cart_lines.ctid = numbered.place;
alter table cart_lines drop constraint cart_lines_pkey;
alter table cart_lines add primary key (cart_id, position);
