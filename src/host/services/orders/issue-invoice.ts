import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import { cents } from '#core/rules/money.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { ProductKind } from '#core/rules/product.ts';
import { calendarDay } from '#core/rules/validity.ts';
import type { VatShare } from '#core/rules/vat-shares.ts';
import { vatShares } from '#core/rules/vat-shares.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';

/** What an invoice says; kept as it was issued, whatever happens to catalogue and order later. Amounts in cents. */
export interface InvoiceFacts {
  readonly order_code: string;
  readonly locale: string;
  /** `YYYY-MM-DD`; digital things are delivered on the same day. */
  readonly day: string;
  readonly email: string;
  readonly address: PostalAddress | null;
  readonly lines: readonly {
    readonly kind: ProductKind;
    readonly title: string;
    readonly quantity: number;
    /** Line total before the discount. */
    readonly price: number;
    readonly discount: number;
    readonly vat_rate: number;
  }[];
  readonly shipping: number;
  readonly discount: number;
  readonly total: number;
  readonly credit: number;
  readonly amount_due: number;
  readonly vat_shares: readonly VatShare[];
  readonly method: PaymentMethodSummary | null;
}

/**
 * Issues the invoice of a paid order under the next number of its year. The number comes from a counted row that the
 * transaction holds, so numbers have no gaps: a rolled back order gives its number back.
 */
export async function issueInvoice(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  orderId: string,
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const now = context.clock.now();
  const day = calendarDay(now);
  const shippingAddress = order.shipping_address as PostalAddress | null;
  const facts: InvoiceFacts = {
    order_code: order.code,
    locale: order.locale,
    day,
    email: order.email,
    address: (order.billing_address as PostalAddress | null) ?? shippingAddress,
    lines: lines.map((line) => ({
      kind: line.kind as ProductKind,
      title: line.title,
      quantity: line.quantity,
      price: line.price_cents,
      discount: line.discount_cents,
      vat_rate: line.vat_rate,
    })),
    shipping: order.shipping_cents,
    discount: order.discount_cents,
    total: order.total_cents,
    credit: order.credit_cents,
    amount_due: order.amount_due_cents,
    vat_shares: vatShares(
      lines.map((line) => ({
        kind: line.kind as ProductKind,
        is_shipped: line.is_shipped,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
      })),
      cents(order.shipping_cents),
      shippingAddress?.country ?? null,
    ),
    method: order.payment_method as PaymentMethodSummary | null,
  };
  await trx
    .insertInto('invoices')
    .values({
      id: context.ids.uuid(),
      number: await nextNumber(trx, day.slice(0, 4)),
      order_id: orderId,
      facts: JSON.stringify(facts),
      issued_at: new Date(now),
    })
    .execute();
}

async function nextNumber(trx: Transaction<Database>, year: string): Promise<string> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name: `invoice-${year}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return `RE-${year}-${String(value).padStart(6, '0')}`;
}
