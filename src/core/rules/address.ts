import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { legalProfiles } from './consumer-rights.ts';
import { cents } from './money.ts';

/** Highest total, VAT included, of an invoice without name and address of the buyer (§ 33 UStDV). */
export const smallInvoiceLimit = cents(25_000);

interface Sale {
  /** Total of the order, with VAT and shipping, before a voucher or credit is deducted. */
  readonly total: Cents;
  /** `unit_price` is the regular price, which is also the price of every renewal. */
  readonly lines: readonly { readonly kind: ProductKind; readonly unit_price: Cents }[];
}

/**
 * Returns whether the invoice of a sale, or of one of its renewals, must contain the buyer's full address (§
 * 14 UStG). A renewal happens without the buyer, so the address for it is requested at the first order.
 */
export function needsInvoiceAddress({ total, lines }: Sale): boolean {
  if (total > smallInvoiceLimit) return true;
  return lines.some(({ kind, unit_price }) => legalProfiles[kind].renews && unit_price > smallInvoiceLimit);
}

/**
 * Returns an e-mail address in the form in which addresses are compared: trimmed, in lower case, in Unicode
 * form NFC. Does not validate the address; the schema of the API does.
 */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
