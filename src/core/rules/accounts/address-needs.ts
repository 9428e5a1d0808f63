import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';

/** Highest total, VAT included, of an invoice that needs no name and address of the buyer (§ 33 UStDV). */
export const smallInvoiceLimit = cents(25_000);

interface Sale {
  /** Total of the order, with VAT and shipping, before a voucher or credit is deducted. */
  readonly total: Cents;
  /** `unit_price` is the regular price, which is also the price of every renewal. */
  readonly lines: readonly { readonly kind: ProductKind; readonly unit_price: Cents }[];
}

/**
 * Returns whether the invoice of a sale, or of one of its renewals, must contain the buyer's full address (§ 14 UStG).
 * The buyer is not present at a renewal, so the address is requested with the first order.
 */
export function needsInvoiceAddress({ total, lines }: Sale): boolean {
  if (total > smallInvoiceLimit) return true;
  return lines.some(({ kind, unit_price }) => legalProfiles[kind].renews && unit_price > smallInvoiceLimit);
}

/** Data required from the buyer: an address for delivery or for the invoice, or only name and country (`contact`). */
export type AddressNeed = 'delivery' | 'invoice' | 'contact';

interface ShippableSale extends Sale {
  readonly lines: readonly (Sale['lines'][number] & { readonly is_shipped: boolean })[];
}

/** Returns the data required from the buyer (docs/behaviour/checkout-and-payment.md#what-is-asked-of-the-buyer). */
export function addressNeed(sale: ShippableSale): AddressNeed {
  if (sale.lines.some((line) => line.is_shipped)) return 'delivery';
  return needsInvoiceAddress(sale) ? 'invoice' : 'contact';
}

interface Addressed {
  readonly shipping_address: PostalAddress | null;
  readonly billing_contact: BillingContact | null;
}

/** Returns the buyer's data in a cart or order: the address, otherwise name and country, otherwise null. */
export function buyerOf({
  shipping_address,
  billing_contact,
}: Addressed): PostalAddress | BillingContact | null {
  return shipping_address ?? billing_contact;
}

/** Splits a street field that also contains the house number; null if the text does not end with a number. */
export function splitStreet(
  typed: string,
): { readonly street: string; readonly house_number: string } | null {
  const [, street, house_number] =
    /^(\D.*?)\s+(\d+\s?[a-zA-Z]?(?:\s?[-/]\s?\d+\s?[a-zA-Z]?)?)$/.exec(typed.trim()) ?? [];
  return street === undefined || house_number === undefined ? null : { street, house_number };
}
