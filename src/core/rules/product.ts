import type { Cents } from './money.ts';

/** Everything the shop sells; each kind has one legal profile (decisions §8). */
export const productKinds = [
  'course',
  'book',
  'gift',
  'voucher',
  'gift_box',
  'membership',
  'subscription',
] as const;

export type ProductKind = (typeof productKinds)[number];

/** What a cart line shows of its product (specification §3 "Cart item"). Amounts in cents per unit. */
export interface ProductData {
  readonly kind: ProductKind;
  readonly slug: string;
  /** Name of the cover picture; addresses are built by the picture widths of specification §2. */
  readonly cover: string;
  readonly product_name: string;
  /** Unit price; for the yearly membership the yearly amount, for a monthly subscription the monthly one. */
  readonly price: Cents;
  /** Price of one month for what renews, else null. Tracking multiplies it by 12 (specification §9). */
  readonly monthly_price: Cents | null;
  /** The master; empty names where there is none (vouchers). */
  readonly person: { readonly firstname: string; readonly lastname: string };
  readonly category: { readonly identifier: string; readonly title: string };
  /** Highest quantity a cart may hold, null when only stock limits it. */
  readonly max_quantity: number | null;
  readonly is_shipped: boolean;
  /** Books under fixed prices: no coupon lowers them (decisions §8). */
  readonly is_price_bound: boolean;
}
