import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { legalProfiles } from './consumer-rights.ts';
import { cents } from './money.ts';

const digitsByCountry: Readonly<Record<string, number>> = { DE: 5, AT: 4, CH: 4 };

/**
 * Whether a postal code fits its country (ISO 3166-1 alpha-2): DE 5, AT 4, CH 4 digits. Elsewhere
 * (invoice addresses) 2 to 12 letters, digits, blanks and hyphens. Surrounding blanks do not matter.
 */
export function isPostalCode(postalCode: string, country: string): boolean {
  const code = postalCode.trim();
  const digits = Object.hasOwn(digitsByCountry, country) ? digitsByCountry[country] : undefined;
  return digits === undefined
    ? /^[A-Za-z0-9][A-Za-z0-9 -]{0,10}[A-Za-z0-9]$/.test(code)
    : new RegExp(`^[0-9]{${digits}}$`).test(code);
}

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
 * renewal asks nobody any more, so what it will need is asked for when the contract is concluded.
 */
export function needsInvoiceAddress({ total, lines }: Sale): boolean {
  if (total > smallInvoiceLimit) return true;
  return lines.some(({ kind, unit_price }) => legalProfiles[kind].renews && unit_price > smallInvoiceLimit);
}

/**
 * An e-mail address as accounts and limits per customer compare it: without surrounding blanks, in lower case, in
 * one Unicode form. Whether it is an address at all is checked by the API's schema.
 */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
