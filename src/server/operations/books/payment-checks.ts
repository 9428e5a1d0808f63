import { sql } from 'kysely';
import { type BookCheck, differing, open, order, reserving, sold, sumByOrder } from './book-check.ts';

export const paymentChecks: readonly BookCheck[] = [
  {
    name: 'charges',
    found: 'charged',
    expected: 'due and paid',
    unit: 'cents',
    query: differing(sql`select ${order} as record, coalesce(charged.amount, 0) as found,
      case when ${sold} then amount_due_cents else 0 end as expected
      from orders left join ${sumByOrder('payment_attempts', 'amount_cents', sql`state = 'charged'`)} charged
        on order_id = orders.id`),
  },
  {
    name: 'payments under way',
    found: 'under way',
    expected: 'expected in this state',
    unit: 'pieces',
    query: differing(sql`select ${order} as record, coalesce(attempts.number, 0) as found,
      case when ${reserving} then 1 else 0 end as expected
      from orders left join (
        select order_id, count(*) as number from payment_attempts where ${open} group by order_id
      ) attempts on order_id = orders.id`),
  },
  {
    name: 'transfers',
    found: 'charged',
    expected: 'received by transfer',
    unit: 'cents',
    query: differing(sql`select 'payment ' || payment_attempts.attempt_key as record,
      case when payment_attempts.state = 'charged' then payment_attempts.amount_cents else 0 end as found,
      case when bank_transfers.state = 'received' then bank_transfers.amount_cents else 0 end as expected
      from bank_transfers join payment_attempts on payment_attempts.attempt_key = bank_transfers.attempt_key`),
  },
  {
    name: 'late payments',
    found: 'taken after its end',
    expected: 'kept',
    unit: 'cents',
    query:
      differing(sql`select 'payment ' || attempt_key as record, late_payments.amount_cents as found, 0 as expected
      from late_payments join payment_attempts on payment_attempts.id = payment_attempt_id
      where step = 'refund' and outcome = 'refused'`),
  },
];

export const refundChecks: readonly BookCheck[] = [
  {
    name: 'refunded charges',
    found: 'refunded too much by the provider',
    expected: 'allowed',
    unit: 'cents',
    query:
      differing(sql`select ${order} as record, greatest(refunded.amount - amount_due_cents, 0) as found, 0 as expected
      from orders join ${sumByOrder('refunds', 'amount_cents')} refunded on order_id = orders.id`),
  },
  {
    name: 'refunded credit',
    found: 'credit given back too much',
    expected: 'allowed',
    unit: 'cents',
    query:
      differing(sql`select ${order} as record, greatest(refunded.amount - orders.credit_cents, 0) as found, 0 as expected
      from orders join ${sumByOrder('refunds', 'credit_cents')} refunded on order_id = orders.id`),
  },
  {
    name: 'charge of a refund',
    found: 'refunded',
    expected: 'of a charge of the order',
    unit: 'cents',
    query: differing(sql`select 'refund ' || refund_key as record, refunds.amount_cents as found,
      case when payment_attempts.id is null then 0 else refunds.amount_cents end as expected
      from refunds left join payment_attempts on payment_attempts.id = payment_attempt_id
        and payment_attempts.order_id = refunds.order_id and payment_attempts.state = 'charged'`),
  },
  {
    name: 'state refunded',
    found: 'orders that count as refunded',
    expected: 'wholly paid back',
    unit: 'pieces',
    query:
      differing(sql`select ${order} as record, case when orders.state = 'refunded' then 1 else 0 end as found,
      case when coalesce(back.amount, 0) = total_cents then 1 else 0 end as expected
      from orders left join (
        select order_id, sum(amount_cents + credit_cents) as amount from refunds where state = 'refunded'
        group by order_id
      ) back on order_id = orders.id
      where total_cents > 0`),
  },
];
