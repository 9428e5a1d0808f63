import { sql } from 'kysely';
import { isOfCurrentOwner } from '#server/coupons/credit.ts';
import { type BookCheck, differing, order, reserving, sold } from './book-check.ts';

export const creditChecks: readonly BookCheck[] = [
  {
    name: 'balances',
    found: 'balance',
    expected: 'sum of its entries',
    unit: 'cents',
    query:
      differing(sql`select gift_codes.kind || ' ' || gift_codes.id as record, balance_cents as found, coalesce(entries.amount, 0) as expected
      from gift_codes left join (
        select gift_code_id, sum(amount_cents) as amount from voucher_entries group by gift_code_id
      ) entries on gift_code_id = gift_codes.id`),
  },
  {
    name: 'issued vouchers',
    found: 'first balance',
    expected: 'issued',
    unit: 'cents',
    query:
      differing(sql`select gift_codes.kind || ' ' || gift_codes.id as record, initial_cents as found, coalesce(entries.amount, 0) as expected
      from gift_codes left join (
        select gift_code_id, sum(amount_cents) as amount from voucher_entries where cause = 'issued' group by gift_code_id
      ) entries on gift_code_id = gift_codes.id`),
  },
  {
    name: 'used vouchers',
    found: 'left on a voucher that nobody can use',
    expected: 'expected',
    unit: 'cents',
    query:
      differing(sql`select 'voucher ' || id as record, balance_cents as found, 0 as expected from gift_codes
      where kind = 'voucher' and (redeemed_by is not null
        -- One that left the content files keeps its balance, because it may come back.
        or revoked_at is not null and not (is_content and balance_cents = initial_cents))`),
  },
  {
    name: 'redeemed vouchers',
    found: 'added to credit',
    expected: 'taken from vouchers',
    unit: 'cents',
    query: differing(sql`select 'account ' || redeemed_by as record,
      coalesce(sum(amount_cents) filter (where kind = 'credit'), 0) as found,
      coalesce(-sum(amount_cents) filter (where kind = 'voucher'), 0) as expected
      from voucher_entries join gift_codes on gift_codes.id = gift_code_id
      -- A voucher may have left a deleted account for another one.
      join users on users.id = redeemed_by and deleted_at is null
      where cause = 'redeemed' and ${isOfCurrentOwner} group by redeemed_by`),
  },
  {
    name: 'spent credit',
    found: 'taken from vouchers and credit',
    expected: 'credit of the order',
    unit: 'cents',
    query: differing(sql`select ${order} as record, coalesce(entries.amount, 0) as found,
      case when ${sold} or ${reserving} then credit_cents else 0 end as expected
      from orders left join (
        select order_id, -sum(amount_cents) as amount from voucher_entries where cause in ('reserved', 'released')
        group by order_id
      ) entries on order_id = orders.id`),
  },
  {
    name: 'returned credit',
    found: 'given back to vouchers and credit',
    expected: 'credit of the refund',
    unit: 'cents',
    query:
      differing(sql`select 'refund ' || refund_key as record, coalesce(entries.amount, 0) as found, credit_cents as expected
      from refunds left join (
        select refund_id, sum(amount_cents) as amount from voucher_entries where cause = 'refunded' group by refund_id
      ) entries on refund_id = refunds.id`),
  },
  {
    name: 'sold codes',
    found: 'codes',
    expected: 'bought',
    unit: 'pieces',
    query:
      differing(sql`select ${order} || ' line ' || (position + 1) as record, count(gift_codes.id) as found,
      case when ${sold} then quantity else 0 end as expected
      from order_lines join orders on orders.id = order_lines.order_id
      left join gift_codes on order_line_id = order_lines.id
      where order_lines.kind in ('gift', 'voucher') group by orders.id, order_lines.id`),
  },
  {
    name: 'values of sold vouchers',
    found: 'issued',
    expected: 'bought',
    unit: 'cents',
    query:
      differing(sql`select 'voucher ' || gift_codes.id as record, initial_cents as found, unit_price_cents as expected
      from gift_codes join order_lines on order_lines.id = order_line_id where order_lines.kind = 'voucher'`),
  },
  {
    name: 'uses of coupons',
    found: 'uses',
    expected: 'orders that use it',
    unit: 'pieces',
    query:
      differing(sql`select 'coupon ' || promotions.id as record, used as found, count(coupon_uses.order_id) as expected
      from promotions left join coupon_uses on promotion_id = promotions.id group by promotions.id`),
  },
  {
    name: 'coupons of orders',
    found: 'uses of its coupon',
    expected: 'expected',
    unit: 'pieces',
    query: differing(sql`select ${order} as record, count(coupon_uses.order_id) as found,
      case when orders.promotion_id is not null and (${sold} or ${reserving}) then 1 else 0 end as expected
      from orders left join coupon_uses on order_id = orders.id group by orders.id`),
  },
];
