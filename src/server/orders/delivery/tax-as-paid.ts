import type { Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { soldVat, totalVat, type VatShare } from '#core/rules/carts/vat.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { isPromotable } from '#core/rules/coupons/promotional-credit.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';

interface TaxedOrder {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
}

/**
 * Gives an order that is paid now the VAT of this day, on which its invoice is booked
 * (docs/behaviour/carts.md#vat-rates): by transfer, or after a refused renewal, that is not the day of the order. What
 * the buyer pays stays. Returns the order and its lines as they are stored then; `oss_from`: the first day of the
 * one-stop shop.
 */
export async function taxAsPaid(
  trx: Transaction<Database>,
  now: number,
  { order, lines, oss_from }: TaxedOrder & { readonly oss_from: string | null },
): Promise<TaxedOrder> {
  // The invoice of an order that an earlier version has priced computes its shares from the lines.
  if (order.vat_shares === null) return { order, lines };
  const today = { on: calendarDay(now), oss_from };
  const sold = lines.map((line) => {
    const kind = line.kind as ProductKind;
    return {
      kind,
      is_shipped: line.is_shipped,
      is_promotable: isPromotable(kind),
      price: cents(line.price_cents),
      discount: cents(line.discount_cents),
    };
  });
  const sale = { lines: sold, shipping: cents(order.shipping_cents) };
  const { shares, lines: vat } = soldVat(sale, cents(order.promotional_cents), order.vat_country, today);
  const taxed = lines.map((line, index) => ({
    ...line,
    vat_rate: vatRate(legalProfiles[line.kind as ProductKind].vat_class, order.vat_country, today),
    included_vat_cents: vat[index] ?? noCents,
  }));
  const isSame =
    taxed.every(({ vat_rate }, index) => vat_rate === lines[index]?.vat_rate) &&
    ratesOf(shares) === ratesOf(order.vat_shares as unknown as readonly VatShare[]);
  if (isSame) return { order, lines };
  for (const { id, vat_rate, included_vat_cents } of taxed)
    await trx.updateTable('order_lines').set({ vat_rate, included_vat_cents }).where('id', '=', id).execute();
  const changed = await trx
    .updateTable('orders')
    .set({ included_vat_cents: totalVat(shares), vat_shares: JSON.stringify(shares) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { order: changed, lines: taxed };
}

/** The delivery of a voucher bears a rate that none of its lines has. */
function ratesOf(shares: readonly VatShare[]): string {
  return shares.map(({ rate }) => rate).join();
}
