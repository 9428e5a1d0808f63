import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { calendarDay, cents, email, identifier, text } from './primitives.ts';
import { productData } from './product.ts';
import { giftDeliveries, highestQuantity, lengths } from './values.ts';

/** What a shopper adds to a line: greeting and recipient of gifts, how and when a gift's code is delivered. */
export const customProperties = z.object({
  recipient_name: z.optional(text(lengths.recipientName)),
  recipient_email: z.optional(email),
  greeting: z.optional(text(lengths.greeting)),
  /** The code comes to the buyer as a PDF to print. */
  is_gift_pdf: z.optional(z.boolean()),
  /** How a gift's code is delivered, `buyer` when left out; `parcel` is printed on card and shipped. */
  delivery: z.optional(z.enum(giftDeliveries)),
  /** Day of a delivery by e-mail, from today to a year ahead, checked when it is ordered; at once when left out. */
  deliver_on: z.optional(calendarDay),
});

export type CustomProperties = Infer<typeof customProperties>;

/**
 * One line of a cart, one product with one set of properties (docs/behaviour/cart.md#one-line-per-recipient); `price` is
 * the line total: unit price times quantity.
 */
export const cartItem = z.object({
  /** Names the line among the cart's lines; another one when the properties change. */
  line_id: z.string(),
  product_id: z.string(),
  price: cents,
  quantity: z.int(),
  custom_properties: customProperties,
  product_data: productData,
});

export type CartItem = Infer<typeof cartItem>;

/** Why the server left a cart as it was; sent with status 200 and the unchanged cart. */
export const cartErrors = ['EXCEED_LIMIT', 'OUT_OF_STOCK', 'UNKNOWN_PRODUCT', 'ALREADY_OWNED'] as const;

export type CartError = (typeof cartErrors)[number];

/** Why a coupon is refused or no longer counts. */
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

/** A cart as the API sends it and the browser keeps it (docs/behaviour/cart.md#cart-totals). All amounts in cents. */
export const cart = z.object({
  products: z.array(cartItem),
  /** Sum of the quantities. */
  amount: z.int(),
  /** Sum of the line totals. */
  subtotal: cents,
  /** Null while the country is not known and something is shipped. */
  shipping_cost: z.nullable(cents),
  /** What coupon and bundle offers take off, split over the lines so that the parts add up to `total`. */
  discounts: z.object({
    total: cents,
    lines: z.array(z.object({ line_id: z.string(), product_id: z.string(), amount: cents })),
  }),
  /** `subtotal − discounts.total + shipping_cost`, never below 0. */
  total: cents,
  /** The coupon code that was typed, kept even while it does not count. */
  code: z.nullable(z.string()),
  /** Why `code` does not count at the moment; null when it counts or there is none. */
  code_error: z.nullable(z.enum(couponRefusals)),
  /** Voucher money and account credit used as tender. */
  credit: cents,
  /** The part of `credit` that nobody paid for; it never pays for fixed-price books or vouchers. */
  promotional_credit: cents,
  /** `total − credit`, never below 0: what is charged. */
  amount_due: cents,
  /** VAT contained in `total`. */
  included_vat: cents,
  bundle_cart_unique_id: z.nullable(z.string()),
  error: z.nullable(z.enum(cartErrors)),
});

export type Cart = Infer<typeof cart>;

/** What a client asks for; the server looks everything else up itself. */
export const requestedLine = z.object({
  product_id: identifier,
  quantity: z.int().check(z.gte(1), z.lte(highestQuantity)),
  custom_properties: z._default(customProperties, {}),
});

export type RequestedLine = Infer<typeof requestedLine>;

/** Names a line that is in the cart, as the cart was answered with it. */
export const lineName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));

/** What a merge capped or left out of a guest's cart, and the quantity that the user's cart has now. */
export const mergeChange = z.object({
  product_id: z.string(),
  reason: z.enum(cartErrors),
  quantity: z.int(),
});
