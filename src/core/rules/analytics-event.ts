import type { Cents } from '#core/model/primitives.ts';
import type { ProductKind } from '#core/model/product.ts';

/** A product in an event; `price` in cents per unit, for tracking (what renews counts for a year). */
export interface TrackedItem {
  readonly product_id: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly category: string;
  readonly price: Cents;
  readonly quantity: number;
}

/** A completed order. `included_vat` is the VAT of 19 % contained in `value` (specification §9). */
export interface PurchaseEvent {
  readonly name: 'purchase';
  readonly order_code: string;
  readonly items: readonly TrackedItem[];
  readonly value: Cents;
  readonly included_vat: Cents;
  readonly shipping: Cents;
  readonly coupon_code: string | null;
}

/**
 * Everything analytics can be told (decisions §6). Amounts in cents, gross unless named otherwise. No event carries
 * a name, an e-mail or an address.
 */
export type AnalyticsEvent =
  | { readonly name: 'view_item'; readonly item: TrackedItem }
  | { readonly name: 'add_to_cart' | 'remove_from_cart'; readonly item: TrackedItem }
  | {
      readonly name: 'begin_checkout' | 'add_payment_info';
      readonly items: readonly TrackedItem[];
      readonly value: Cents;
    }
  | PurchaseEvent
  | { readonly name: 'sign_up' | 'login' };
