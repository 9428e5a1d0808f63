-- Credit that nobody paid for is a balance of its own, because it never pays for books with a price fixed by law.
alter table gift_codes add column is_promotional boolean not null default false;
alter table orders
  -- The part of credit_cents that promotional credit paid, and where it came from; voucher_id paid the rest.
  add column promotional_cents integer not null default 0,
  add column promotional_id uuid references gift_codes (id),
  add constraint orders_promotional_check check (promotional_cents between 0 and credit_cents);
alter table refunds
  add column promotional_cents integer not null default 0,
  add constraint refunds_promotional_check check (promotional_cents between 0 and credit_cents);
drop index one_credit_per_user;
create unique index one_credit_per_user on gift_codes (redeemed_by, is_promotional) where kind = 'credit';

-- A voucher that was bought is known by its order.
update gift_codes set is_promotional = true where kind = 'voucher' and order_line_id is null;
update orders set promotional_cents = credit_cents, promotional_id = voucher_id, voucher_id = null
where credit_cents > 0 and voucher_id in (select id from gift_codes where is_promotional);
update refunds set promotional_cents = refunds.credit_cents
from orders where orders.id = refunds.order_id and orders.promotional_cents > 0;

-- Of a credit, what bought vouchers brought stays; promotional money counts as spent first.
create temporary table promotional_rests on commit drop as
select credit.id, credit.redeemed_by, credit.redeemed_at, credit.created_at, gen_random_uuid() as new_id,
  credit.balance_cents - greatest(0,
    coalesce((
      select -sum(entry.amount_cents) from voucher_entries entry
      join gift_codes voucher on voucher.id = entry.gift_code_id
      where entry.cause = 'redeemed' and voucher.kind = 'voucher' and not voucher.is_promotional
        and voucher.redeemed_by = credit.redeemed_by
    ), 0)
    + coalesce((
      select sum(entry.amount_cents) from voucher_entries entry
      where entry.gift_code_id = credit.id and entry.cause = 'revoked'
    ), 0)
  )::integer as amount_cents,
  (select max(happened_at) from voucher_entries entry where entry.gift_code_id = credit.id) as happened_at
from gift_codes credit where credit.kind = 'credit';
delete from promotional_rests where amount_cents <= 0;
insert into gift_codes (id, code, kind, initial_cents, balance_cents, redeemed_by, redeemed_at, created_at, is_promotional)
select new_id, upper(replace(new_id::text, '-', '')), 'credit', 0, amount_cents, redeemed_by, redeemed_at, created_at, true
from promotional_rests;
update gift_codes set balance_cents = balance_cents - rest.amount_cents
from promotional_rests rest where gift_codes.id = rest.id;
insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
select gen_random_uuid(), moved.gift_code_id, moved.amount_cents, 'redeemed', coalesce(happened_at, created_at)
from promotional_rests, lateral (values (id, -amount_cents), (new_id, amount_cents)) moved (gift_code_id, amount_cents);
