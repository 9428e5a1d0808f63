import * as z from 'zod/mini';
import { billingContact, postalAddress } from './address.ts';
import { bundleDiscount, customProperties } from './cart.ts';
import { goods } from './parcel.ts';
import { paymentMethod, pendingAction, transferInstructions } from './payment.ts';
import { cents, type Infer, instant, locale } from './primitives.ts';
import { productKinds } from './product.ts';

/** States of an order (docs/behaviour/orders.md#order-states). */
export const orderStates = [
  'draft',
  'verified',
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
  'awaiting_payment',
  'paid',
  'expired',
  'voided',
  'refunded',
] as const;

export type OrderState = (typeof orderStates)[number];

/** The mail templates for the confirmation of an order. */
export const orderTemplates = ['order', 'gift', 'subscription'] as const;

export type OrderTemplate = (typeof orderTemplates)[number];

const orderLine = z.object({
  id: z.string(),
  kind: z.enum(productKinds),
  slug: z.string(),
  title: z.string(),
  /** Subtitle of the product, in the language of the request. */
  subtitle: z.string(),
  /** Number and total duration of the lessons of a course; null for other products. */
  lesson_count: z.nullable(z.int()),
  length_seconds: z.nullable(z.int()),
  /** Title of the category, in the language of the order. */
  category: z.string(),
  /** The same in all languages. */
  category_identifier: z.string(),
  picture: z.string(),
  quantity: z.int(),
  /** Line total before the discount. */
  price: cents,
  /**
   * Price of one month when a membership or subscription was ordered; otherwise null, also in renewals. Missing in
   * responses of the previous version.
   */
  monthly_price: z.optional(z.nullable(cents)),
  discount: cents,
  /** VAT rate in percent; not always a whole number. */
  vat_rate: z.number(),
  custom_properties: customProperties,
  /** Whether the line is shipped as a parcel. */
  is_shipped: z.boolean(),
  /** The first of `codes`; null when there is none. */
  code: z.nullable(z.string()),
  /**
   * Gift and voucher codes for the buyer, available once the order is paid. Excludes codes that were sent to
   * another person or are printed on card (docs/behaviour/gifts.md#codes-on-the-order-page).
   */
  codes: z.array(z.string()),
});

/** One line of an order; amounts in cents. */
export type OrderLine = Infer<typeof orderLine>;

/** An order with the data for its buyer (docs/behaviour/orders.md#order-fields). All amounts in cents. */
export const order = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  /** Language of its titles, mails and documents. */
  language: locale,
  ...goods.shape,
  email: z.string(),
  template: z.enum(orderTemplates),
  products: z.array(orderLine),
  subtotal: cents,
  /** The discount of bundle offers and coupon. */
  discount: cents,
  /** Savings by bundle offer; the rest of `discount` is the coupon's. Empty in orders of earlier versions. */
  bundle_discounts: z.array(bundleDiscount),
  coupon_code: z.nullable(z.string()),
  shipping_cost: cents,
  total: cents,
  credit: cents,
  /** The part of `credit` that is promotional credit (nobody paid for it). */
  promotional_credit: cents,
  amount_due: cents,
  included_vat: cents,
  shipping_address: z.nullable(postalAddress),
  /** Name and country of a buyer without an address; null if there is a `shipping_address`. */
  billing_contact: z.nullable(billingContact),
  billing_address: z.nullable(postalAddress),
  payment_method: z.nullable(paymentMethod),
  /** True when a product requires the buyer's consent to lose the right of withdrawal. */
  needs_waiver: z.boolean(),
  created_at: instant,
  completed_at: z.nullable(instant),
  /**
   * Whether the order belongs to an account. False for an unpaid order of a guest, and for a paid one that needs no
   * account (docs/behaviour/orders.md#account-for-a-guest).
   */
  has_account: z.boolean(),
  /** True when the account was created by this purchase and has no password yet. */
  is_new_account: z.boolean(),
  /** Code of the last failed payment attempt while the order can be paid again; otherwise null. */
  last_decline: z.nullable(z.string()),
  /** The action required from the buyer at the bank or provider, while the order waits for it; otherwise absent. */
  payment_action: z.optional(pendingAction),
  /** Bank details for the transfer, while the order waits for it; otherwise absent. */
  bank_transfer: z.optional(transferInstructions),
});

export type Order = Infer<typeof order>;

/** A PDF of an order. `title` is the number of an invoice or correction, or the purpose of a code. */
export const orderDocument = z.object({
  id: z.string(),
  kind: z.enum(['confirmation', 'invoice', 'correction', 'gift_sheet']),
  title: z.string(),
  /** Works without login for 15 minutes. */
  url: z.string(),
});

export type OrderDocument = Infer<typeof orderDocument>;
