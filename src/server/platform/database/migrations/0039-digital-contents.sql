-- When the confirmation of an order counts as delivered to its buyer: the mail server took it, or the buyer downloaded it.
alter table orders
  add column confirmed_at timestamptz,
  add column confirmed_by text check (confirmed_by in ('mail', 'download')),
  add constraint orders_confirmed_check check ((confirmed_at is null) = (confirmed_by is null));

update orders set confirmed_at = outbox.sent_at, confirmed_by = 'mail'
  from outbox where outbox.dedupe_key = 'order:' || orders.id and outbox.sent_at is not null;

-- The digital content that an order line promises, one row for each piece, and when it was first given out. It belongs
-- to the order and not to an account: the right of withdrawal depends on it.
create table digital_contents (
  order_line_id uuid not null references order_lines (id) on delete cascade,
  -- Null for what the buyer uses without a code.
  gift_code_id uuid references gift_codes (id) on delete cascade,
  -- Null for every course, as a membership opens them.
  course_id text references products (id),
  -- When the first file of a paid lesson left the server, and of which lesson.
  opened_at timestamptz,
  opened_lesson_id text references lessons (id),
  unique nulls not distinct (order_line_id, gift_code_id)
);
create unique index digital_contents_by_code on digital_contents (gift_code_id) where gift_code_id is not null;

insert into digital_contents (order_line_id, gift_code_id, course_id)
  select order_lines.id, gift_codes.id, case when given.kind = 'course' then given.id end
  from order_lines
  join orders on orders.id = order_lines.order_id
  join products sold on sold.id = order_lines.product_id
  join products given on given.id = coalesce(sold.details -> 'gives' ->> 'product_id', sold.id)
  left join gift_codes on gift_codes.order_line_id = order_lines.id
  where orders.completed_at is not null and orders.subscription_id is null
    and given.kind in ('course', 'membership', 'subscription')
    and (sold.id = given.id or gift_codes.id is not null);

-- What was played before counts with its last time, and only after consent and confirmation.
update digital_contents set opened_at = played.at, opened_lesson_id = played.lesson_id
  from (
    select distinct on (digital_contents.order_line_id, digital_contents.gift_code_id)
      digital_contents.order_line_id, digital_contents.gift_code_id, plays.lesson_id, plays.at
    from digital_contents
    join order_lines on order_lines.id = digital_contents.order_line_id
    join orders on orders.id = order_lines.order_id
    left join gift_codes on gift_codes.id = digital_contents.gift_code_id
    join (
      select user_id, lesson_id, greatest(watched_at, first_watched_at) as at from lesson_progress
      union all
      select user_id, lesson_id, last_delivered_at from film_deliveries
    ) plays on plays.user_id = coalesce(gift_codes.redeemed_by, orders.user_id)
    join lessons on lessons.id = plays.lesson_id and not lessons.is_free
      and lessons.course_id = coalesce(digital_contents.course_id, lessons.course_id)
    where (gift_codes.id is null or gift_codes.redeemed_at is not null)
      and orders.confirmed_at is not null
      and plays.at >= greatest(orders.completed_at, orders.confirmed_at, gift_codes.redeemed_at)
    order by digital_contents.order_line_id, digital_contents.gift_code_id, plays.at desc
  ) played
  where digital_contents.order_line_id = played.order_line_id
    and digital_contents.gift_code_id is not distinct from played.gift_code_id;

drop table film_deliveries;
alter table lesson_progress drop column first_watched_at;
