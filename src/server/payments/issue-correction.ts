import type { Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { RefundPlan } from '#core/rules/payments/refund.ts';
import { issuerOf, recipientOf, storeInvoice } from '#server/orders/invoices.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface Correction {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  readonly plan: RefundPlan;
  readonly refundId: string;
}

/**
 * Issues the correction of an order's invoice for a refund, numbered in the series of corrections. All amounts are
 * negative; VAT is reduced per rate. A refund of 0 has no correction.
 */
export async function issueCorrection(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { order, lines, plan, refundId }: Correction,
): Promise<void> {
  if (plan.card + plan.credit === 0) return;
  const corrected = await trx
    .selectFrom('invoices')
    .select(['id', 'number', 'facts'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const invoiced = corrected.facts as InvoiceFacts;
  // Promotional credit has lowered the invoice; that part is corrected as it was invoiced.
  const credit = invoiced.promotional === undefined ? plan.credit : plan.credit - plan.promotional;
  const now = context.clock.now();
  const day = calendarDay(now);
  const facts: InvoiceFacts = {
    ...issuerOf(await readBrand(trx), order.locale),
    order_code: order.code,
    locale: order.locale,
    day,
    email: invoiced.email,
    address: invoiced.address,
    contact: invoiced.contact ?? null,
    lines: plan.lines.filter((back) => back.amount > 0).map((back) => correctLine(back, lines)),
    shipping: -plan.shipping,
    discount: 0,
    ...(invoiced.promotional === undefined ? {} : { promotional: -plan.promotional }),
    total: -(plan.card + credit),
    credit: -credit,
    amount_due: -plan.card,
    vat_shares: plan.vat_shares.map((share) => ({
      ...share,
      gross: cents(-share.gross),
      vat: cents(-share.vat),
    })),
    ...(invoiced.is_third_country === undefined ? {} : { is_third_country: invoiced.is_third_country }),
    method: invoiced.method,
    corrects: { number: corrected.number, day: invoiced.day },
  };
  await storeInvoice(trx, 'correction', {
    id: context.ids.uuid(),
    order_id: order.id,
    corrects: corrected.id,
    refund_id: refundId,
    facts,
    day,
    issued_at: new Date(now),
  });
}

function correctLine(
  { line_id, quantity, amount }: RefundPlan['lines'][number],
  lines: readonly OrderLineRow[],
): InvoiceFacts['lines'][number] {
  const line = lines.find(({ id }) => id === line_id);
  if (line === undefined) throw new Error(`The refund names line ${line_id}, which the order does not have`);
  return {
    kind: line.kind as ProductKind,
    title: line.title,
    ...recipientOf(line),
    quantity,
    price: -amount,
    discount: 0,
    vat_rate: line.vat_rate,
  };
}
