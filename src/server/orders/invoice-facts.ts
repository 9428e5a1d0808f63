import type { PostalAddress } from '#core/rules/address.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { ProductKind } from '#core/rules/product.ts';
import type { VatShare } from '#core/rules/vat-shares.ts';

/**
 * What an invoice says; kept as it was issued, whatever happens to catalogue and order later. Amounts in cents, days as
 * `YYYY-MM-DD`. A correction has the same facts with amounts below 0.
 */
export interface InvoiceFacts {
  readonly order_code: string;
  readonly locale: string;
  readonly day: string;
  readonly email: string;
  readonly address: PostalAddress | null;
  readonly lines: readonly InvoiceLine[];
  readonly shipping: number;
  readonly discount: number;
  readonly total: number;
  readonly credit: number;
  readonly amount_due: number;
  readonly vat_shares: readonly VatShare[];
  readonly method: PaymentMethodSummary | null;
  /** Only in a correction: the invoice it corrects. */
  readonly corrects?: { readonly number: string; readonly day: string };
}

interface InvoiceLine {
  readonly kind: ProductKind;
  readonly title: string;
  readonly quantity: number;
  /** Line total before the discount. */
  readonly price: number;
  readonly discount: number;
  readonly vat_rate: number;
  /** When it is supplied: a paid period (last day included), in a parcel after the invoice, or (left out) on its day. */
  readonly supply?: { readonly from: string; readonly to: string } | 'parcel';
}
