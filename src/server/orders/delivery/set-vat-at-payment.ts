import { sql, type Transaction } from 'kysely';
import type { PostalAddress } from '#core/model/address.ts';
import type { ProductKind } from '#core/model/product.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import {
  isPromotable,
  ownVatCountry,
  soldVat,
  taxOf,
  totalVat,
  type VatShare,
} from '#core/rules/carts/vat.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import type { Database } from '#server/platform/database/schema.ts';

interface TaxedOrder {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
}

/**
 * Sets the VAT of an order that is paid now to that of today, the date of its invoice
 * (docs/behaviour/carts.md#vat-rates). After a bank transfer or a refused renewal, this is not the day of the order.
 * Lines that are not shipped get the VAT of the billing address, which comes with the payment. The amount to pay does
 * not change. Returns the order and its lines as stored. `oss_from`: the first day of the one-stop shop.
 */
export async function setVatAtPayment(
  trx: Transaction<Database>,
  now: number,
  { order: written, lines, oss_from }: TaxedOrder & { readonly oss_from: string | null },
): Promise<TaxedOrder> {
  // An order priced by an earlier version: its invoice computes the VAT shares from the lines.
  if (written.vat_shares === null) return { order: written, lines };
  const digital_vat_country = digitalCountry(written, lines);
  const order = { ...written, digital_vat_country };
  const today = { on: calendarDay(now), oss_from };
  const sold = lines.map((line) => {
    const kind = line.kind as ProductKind;
    return {
      kind,
      is_shipped: line.is_shipped,
      ...ownVatCountry(order, line),
      is_promotable: isPromotable(kind),
      price: cents(line.price_cents),
      discount: cents(line.discount_cents),
    };
  });
  const sale = { lines: sold, shipping: cents(order.shipping_cents) };
  const { shares, lines: vat } = soldVat(sale, cents(order.promotional_cents), order.vat_country, today);
  const taxed = lines.map((line, index) => {
    const { country = order.vat_country } = ownVatCountry(order, line);
    return {
      ...line,
      vat_rate: vatRate(legalProfiles[line.kind as ProductKind].vat_class, country, today),
      included_vat_cents: vat[index] ?? noCents,
    };
  });
  const isSame =
    digital_vat_country === written.digital_vat_country &&
    taxed.every(({ vat_rate }, index) => vat_rate === lines[index]?.vat_rate) &&
    ratesOf(shares) === ratesOf(order.vat_shares as unknown as readonly VatShare[]);
  if (isSame) return { order, lines };
  await sql`update order_lines set vat_rate = line.vat_rate, included_vat_cents = line.included_vat_cents
    from jsonb_to_recordset(${JSON.stringify(taxed)}::jsonb) as line (
      id uuid, vat_rate double precision, included_vat_cents integer
    )
    where order_lines.id = line.id`.execute(trx);
  const changed = await trx
    .updateTable('orders')
    .set({ digital_vat_country, included_vat_cents: totalVat(shares), vat_shares: JSON.stringify(shares) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { order: changed, lines: taxed };
}

/**
 * Returns the country of the buyer for lines that are not shipped, if it differs from the country of the order. Null
 * for a renewal, which is taxed as its subscription began.
 */
function digitalCountry(order: OrderRow, lines: readonly OrderLineRow[]): string | null {
  const billing = order.billing_address as PostalAddress | null;
  if (billing === null || isRenewal(order) || lines.every(({ is_shipped }) => is_shipped)) return null;
  return billing.country === (order.vat_country ?? 'DE') ? null : billing.country;
}

/** Rates of the shares. The shipping of a voucher has a rate that none of its lines has. */
function ratesOf(shares: readonly VatShare[]): string {
  return shares.map(taxOf).join();
}
