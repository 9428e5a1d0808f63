import * as z from 'zod/mini';
import { couponRefusals } from './coupon.ts';
import { giftDeliveries, giftThemes } from './gift-choice.ts';
import {
  calendarDay,
  cents,
  email,
  type Infer,
  identifier,
  line,
  printableTexts,
  text,
} from './primitives.ts';
import { bundleOffer, productData } from './product.ts';
import { lengths } from './text-lengths.ts';
import { highestQuantity } from './values.ts';

/** The properties of a cart line that the shopper can set: recipient and greeting of a gift, delivery of its code. */
export const customProperties = z.object({
  recipient_name: z.optional(line(lengths.recipientName)),
  recipient_email: z.optional(email),
  /** Name of the giver, as the recipient should read it. */
  sender_name: z.optional(line(lengths.recipientName)),
  greeting: z.optional(text(lengths.greeting)),
  /** Occasion for which the gift sheet is designed; `neutral` when omitted. */
  theme: z.optional(z.enum(giftThemes)),
  /** True when the buyer receives the code as a PDF to print. */
  is_gift_pdf: z.optional(z.boolean()),
  /** How the code of a gift is delivered; `buyer` when omitted. `parcel`: printed on card and shipped. */
  delivery: z.optional(z.enum(giftDeliveries)),
  /**
   * Day on which the code is sent by e-mail; immediately when omitted. Allowed: today to a year ahead, checked when the
   * order is placed.
   */
  deliver_on: z.optional(calendarDay),
});

export type CustomProperties = Infer<typeof customProperties>;

/**
 * One line of a cart: one product with one set of properties (docs/behaviour/carts.md#one-line-per-recipient).
 * `price` is the line total in cents: unit price times quantity.
 */
export const cartItem = z.object({
  /** Unique among the lines of a cart. It changes when the properties of the line change. */
  line_id: z.string(),
  product_id: z.string(),
  price: cents,
  quantity: z.int(),
  custom_properties: customProperties,
  product_data: productData,
});

export type CartItem = Infer<typeof cartItem>;

/** Why the server rejected a change of the cart. It is returned with the unchanged cart. */
export const cartErrors = ['EXCEED_LIMIT', 'OUT_OF_STOCK', 'UNKNOWN_PRODUCT', 'ALREADY_OWNED'] as const;

export type CartError = (typeof cartErrors)[number];

/** The saving by a bundle offer, in cents, with the title of the offer. */
export const bundleDiscount = z.object({ id: z.string(), title: z.string(), amount: cents });

export type BundleDiscount = Infer<typeof bundleDiscount>;

/**
 * A cart as the API sends it and the browser stores it (docs/behaviour/carts.md#cart-totals). All amounts in
 * cents.
 */
export const cart = z.object({
  products: z.array(cartItem),
  /** Sum of the quantities. */
  amount: z.int(),
  /** Sum of the line totals. */
  subtotal: cents,
  /** Null when goods have to be shipped and the country is not known yet. */
  shipping_cost: z.nullable(cents),
  /**
   * Discounts by coupon and bundle offers, split over the lines; the amounts of the lines add up to `total`.
   */
  discounts: z.object({
    total: cents,
    /** The bundle offers that apply, with their savings. The rest of `total` is the coupon's discount. */
    bundles: z.array(bundleDiscount),
    lines: z.array(
      z.object({
        line_id: z.string(),
        product_id: z.string(),
        amount: cents,
        /** The part of `amount` that comes from bundle offers. */
        bundle_amount: cents,
      }),
    ),
  }),
  /** All bundle offers of which at least one product is in the cart, in the order of their ids. */
  bundle_offers: z.array(bundleOffer),
  /** `subtotal − discounts.total + shipping_cost`, at least 0. */
  total: cents,
  /** The typed coupon code. It is kept even when the coupon cannot be applied. */
  code: z.nullable(z.string()),
  /** Why the coupon `code` cannot be applied at the moment; null when it is applied or `code` is null. */
  code_error: z.nullable(z.enum(couponRefusals)),
  /** Whether a voucher was entered in addition to the coupon. False in responses of the previous version. */
  has_voucher: z._default(z.boolean(), false),
  /** The amount that is paid by voucher and account credit. */
  credit: cents,
  /**
   * The part of `credit` that is promotional credit (nobody paid for it). It cannot pay for fixed-price books
   * or vouchers.
   */
  promotional_credit: cents,
  /** `total − credit`, at least 0: the amount to charge. */
  amount_due: cents,
  /** VAT contained in `total`. */
  included_vat: cents,
  bundle_cart_unique_id: z.nullable(z.string()),
  error: z.nullable(z.enum(cartErrors)),
  /**
   * The product that `error` is about, with its highest possible quantity in this cart. Null without an error, and when
   * the cart has too many lines.
   */
  error_limit: z.nullable(z.object({ product_id: z.string(), quantity: z.int() })),
});

export type Cart = Infer<typeof cart>;

/** A cart line as a client sends it. The server reads all other data of the product itself. */
export const requestedLine = z.object({
  product_id: identifier,
  quantity: z.int().check(z.gte(1), z.lte(highestQuantity)),
  custom_properties: z._default(customProperties.check(printableTexts), {}),
});

export type RequestedLine = Infer<typeof requestedLine>;

/** The `line_id` of a cart line, as the API returned it. */
export const lineName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));

/** A product that a merge took only in part from the guest's cart; `quantity` is its quantity after the merge. */
export const mergeChange = z.object({
  product_id: z.string(),
  reason: z.enum(cartErrors),
  quantity: z.int(),
});
