import type { Cents } from './money.ts';
import type { ProductData } from './product.ts';

/** What a shopper adds to a line: greeting and recipient of gifts, and whether a gift code comes as a PDF to print. */
export interface CustomProperties {
  readonly recipient_name?: string | undefined;
  readonly recipient_email?: string | undefined;
  readonly greeting?: string | undefined;
  readonly is_gift_pdf?: boolean | undefined;
}

/** One line of a cart; `price` is the line total: unit price times quantity (decisions §3). */
export interface CartItem {
  readonly product_id: string;
  readonly price: Cents;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
  readonly product_data: ProductData;
}

/** Why the host left a cart as it was (decisions §3); answered with status 200 and the unchanged cart. */
export const cartErrors = ['EXCEED_LIMIT', 'OUT_OF_STOCK', 'UNKNOWN_PRODUCT', 'ALREADY_OWNED'] as const;

export type CartError = (typeof cartErrors)[number];

/** Why a coupon is refused or no longer counts (decisions §3). */
export const couponRefusals = [
  'UNKNOWN',
  'EXPIRED',
  'NOT_YET_VALID',
  'USED_UP',
  'MINIMUM_NOT_REACHED',
  'NOT_APPLICABLE',
  'WRONG_CAMPAIGN',
] as const;

export type CouponRefusal = (typeof couponRefusals)[number];

/** A cart as the API answers it and the browser keeps it (specification §3, decisions §3). All amounts in cents. */
export interface Cart {
  readonly products: readonly CartItem[];
  /** Sum of the quantities. */
  readonly amount: number;
  /** Sum of the line totals. */
  readonly subtotal: Cents;
  /** Null while the country is not known and something is shipped. */
  readonly shipping_cost: Cents | null;
  /** What the coupon takes off, split over the lines so that the parts add up to `total`. */
  readonly discounts: {
    readonly total: Cents;
    readonly lines: readonly { readonly product_id: string; readonly amount: Cents }[];
  };
  /** `subtotal − discounts.total + shipping_cost`, never below 0. */
  readonly total: Cents;
  /** The coupon code that was typed, kept even while it does not count. */
  readonly code: string | null;
  /** Why `code` does not count at the moment; null when it counts or there is none. */
  readonly code_error: CouponRefusal | null;
  /** Voucher money and account credit used as tender. */
  readonly credit: Cents;
  /** `total − credit`, never below 0: what the gateway is asked for. */
  readonly amount_due: Cents;
  /** VAT contained in `total`. */
  readonly included_vat: Cents;
  readonly bundle_cart_unique_id: string | null;
  readonly error: CartError | null;
}

/** The browser's local cart, kept as JSON under `bundle_cart` (specification §3, decisions §3). */
export interface StoredCart {
  readonly version: 1;
  /** Random id under which the host merges this cart once per user. */
  readonly merge_id: string;
  readonly owner: 'guest' | { readonly user_id: string };
  readonly cart: Cart;
}
