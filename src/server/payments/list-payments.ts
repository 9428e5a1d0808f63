import { type RawBuilder, sql } from 'kysely';
import type { PaymentResource } from '#api/payments/payment-endpoints.ts';
import { cents } from '#core/rules/basics/money.ts';
import { giftAgainKinds } from '#core/rules/orders/order-states.ts';
import { orderParcels, toGoods } from '#server/orders/delivery/parcels.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { invoiceUrl } from './get-invoice.ts';

type Attributes = PaymentResource['attributes'];

interface PaymentRow {
  readonly id: string;
  readonly kind: Attributes['kind'];
  readonly date: Date;
  readonly order_code: string;
  readonly order_id: string;
  readonly title: string;
  readonly picture: string | null;
  readonly items: number;
  readonly amount: number;
  readonly credit: number;
  readonly method: Attributes['method'];
  readonly state: Attributes['state'];
  readonly invoice_id: string | null;
  readonly can_be_given: boolean;
  readonly fulfilment: string;
  readonly parcels: Parameters<typeof toGoods>[0]['parcels'];
  readonly locale: Attributes['language'];
}

/**
 * One page of a user's charges and refunds, newest first (docs/behaviour/orders.md#payment-list). Charges are dated by
 * the completion of the order and include orders paid by voucher alone; refunds are dated by their decision. Two
 * queries.
 */
export async function listPayments(
  { db, clock, settings }: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  userId: string,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<{ readonly items: PaymentResource[]; readonly total: number }> {
  const payments = selectPayments(userId);
  const { rows } = await sql<PaymentRow>`
    select * from (${payments}) payments order by date desc, id desc
    limit ${size} offset ${(number - 1) * size}
  `.execute(db);
  const counted = await sql<{ total: number }>`
    select (select count(*) from orders where user_id = ${userId} and completed_at is not null)
      + (select count(*) from refunds join orders on orders.id = refunds.order_id
          where orders.user_id = ${userId} and refunds.amount_cents + refunds.credit_cents > 0) as total
  `.execute(db);
  const now = clock.now();
  const items = rows.map(({ id, date, invoice_id, amount, credit, fulfilment, parcels, locale, ...row }) => ({
    type: 'payments' as const,
    id,
    attributes: {
      ...row,
      language: locale,
      date: date.toISOString(),
      amount: cents(amount),
      credit: cents(credit),
      parcel:
        row.kind === 'refund' || fulfilment === 'none' ? null : toGoods({ fulfilment, parcels, locale }),
      invoice_url: invoice_id === null ? null : invoiceUrl(settings.tokenSecret, invoice_id, now),
    },
  }));
  return { items, total: counted.rows[0]?.total ?? 0 };
}

function selectPayments(userId: string): RawBuilder<PaymentRow> {
  return sql<PaymentRow>`
    select orders.id, 'charge' as kind, completed_at as date, orders.code as order_code, orders.id as order_id,
      first_line.title, first_line.picture, (select count(*) from order_lines where order_id = orders.id) as items,
      amount_due_cents as amount, credit_cents as credit, payment_method as method, 'paid' as state,
      invoices.id as invoice_id, fulfilment, ${orderParcels} as parcels, orders.locale,
      exists (
        select 1 from order_lines where order_id = orders.id and kind in (${sql.join([...giftAgainKinds])})
      ) as can_be_given
    from orders
    left join invoices on invoices.order_id = orders.id and invoices.kind = 'invoice'
    cross join lateral (
      select title, picture from order_lines where order_id = orders.id order by position limit 1
    ) first_line
    where orders.user_id = ${userId} and completed_at is not null
    union all
    select refunds.id, 'refund', refunds.created_at, orders.code, orders.id,
      coalesce(first_line.title, ''), first_line.picture, greatest(jsonb_array_length(refunds.lines -> 'lines'), 1),
      -refunds.amount_cents, -refunds.credit_cents, payment_method,
      case when refunds.state in ('open', 'unknown') then 'pending' else refunds.state end, invoices.id,
      fulfilment, '[]', orders.locale, false
    from refunds
    join orders on orders.id = refunds.order_id
    left join invoices on invoices.order_id = refunds.order_id and invoices.refund_id = refunds.id
    left join lateral (
      select title, picture from order_lines where order_id = orders.id
      order by (refunds.lines -> 'lines') @> jsonb_build_array(jsonb_build_object('line_id', order_lines.id)) desc, position
      limit 1
    ) first_line on true
    where orders.user_id = ${userId} and refunds.amount_cents + refunds.credit_cents > 0
  `;
}
