import type { Transaction } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import { cents } from '#core/rules/money.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { ProductKind } from '#core/rules/product.ts';
import { dueDay, periodMonths } from '#core/rules/subscription-period.ts';
import { addDays, calendarDay } from '#core/rules/validity.ts';
import { parcelRate, ratedVatShares } from '#core/rules/vat-shares.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { findInvoiceAddress } from './find-invoice-address.ts';
import type { OrderLineRow, OrderRow } from './find-order.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { storeInvoice } from './store-invoice.ts';

/** Issues the invoice of a paid order under the next number of its year, with what § 14 UStG asks for. */
export async function issueInvoice(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const now = context.clock.now();
  const day = calendarDay(now);
  const period = await findPeriod(trx, order);
  const facts: InvoiceFacts = {
    order_code: order.code,
    locale: order.locale,
    day,
    email: order.email,
    address: await findInvoiceAddress(trx, {
      user_id: order.user_id,
      given: [order.billing_address, order.shipping_address],
    }),
    lines: lines.map((line) => ({
      kind: line.kind as ProductKind,
      title: line.title,
      quantity: line.quantity,
      price: line.price_cents,
      discount: line.discount_cents,
      vat_rate: line.vat_rate,
      ...supplyOf(line, day, period),
    })),
    shipping: order.shipping_cents,
    discount: order.discount_cents,
    total: order.total_cents,
    credit: order.credit_cents,
    amount_due: order.amount_due_cents,
    vat_shares: ratedVatShares(
      lines.map((line) => ({
        rate: line.vat_rate,
        is_shipped: line.is_shipped,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
      })),
      cents(order.shipping_cents),
      parcelRate((order.shipping_address as PostalAddress | null)?.country ?? null),
    ),
    method: order.payment_method as PaymentMethodSummary | null,
  };
  await storeInvoice(trx, 'invoice', {
    id: context.ids.uuid(),
    order_id: order.id,
    corrects: null,
    refund_id: null,
    facts,
    day,
    issued_at: new Date(now),
  });
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/** The paid period of a renewal, last day included; null for other orders. */
async function findPeriod(trx: Transaction<Database>, order: OrderRow): Promise<Period | null> {
  if (order.subscription_id === null || order.period_number === null) return null;
  const contract = await trx
    .selectFrom('subscriptions')
    .select(['started_on', 'period_months'])
    .where('id', '=', order.subscription_id)
    .executeTakeFirstOrThrow();
  const bound = (periods: number) => dueDay(contract.started_on, contract.period_months, periods);
  return { from: bound(order.period_number - 1), to: addDays(bound(order.period_number), -1) };
}

function supplyOf(line: OrderLineRow, day: string, renewed: Period | null): { supply?: Period | 'parcel' } {
  if (line.is_shipped) return { supply: 'parcel' };
  if (line.kind !== 'membership' && line.kind !== 'subscription') return {};
  const first = { from: day, to: addDays(dueDay(day, periodMonths[line.kind], 1), -1) };
  return { supply: renewed ?? first };
}
