import type { Cents } from '#core/model/primitives.ts';
import type { ProductKind } from '#core/model/product.ts';
import { legalProfiles } from './legal-profile.ts';
import { cents } from './money.ts';

/** Up to this total, VAT included, an invoice needs no name and address of its recipient (§ 33 UStDV). */
export const smallInvoiceLimit = cents(25_000);

interface Sale {
  /** The order's total, VAT and shipping included; a voucher pays and does not make it smaller. */
  readonly total: Cents;
  /** `unit_price` is the plain price, which every renewal charges. */
  readonly lines: readonly { readonly kind: ProductKind; readonly unit_price: Cents }[];
}

/**
 * Whether the invoice of a sale, or of one of its renewals, has to name its recipient with full address (§ 14 UStG). A
 * renewal asks nobody any more, so what it will need is asked for when the contract is made.
 */
export function needsInvoiceAddress({ total, lines }: Sale): boolean {
  if (total > smallInvoiceLimit) return true;
  return lines.some(({ kind, unit_price }) => legalProfiles[kind].renews && unit_price > smallInvoiceLimit);
}
