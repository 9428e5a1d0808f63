import * as z from 'zod/mini';
import { postalAddress } from './address.ts';
import { customProperties } from './cart.ts';
import { paymentMethod, transferInstructions } from './payment.ts';
import type { Infer } from './primitives.ts';
import { cents, instant } from './primitives.ts';
import { productKinds } from './product.ts';

/** States of an order (docs/behaviour/orders.md#order-states). */
export const orderStates = [
  'draft',
  'verified',
  'charging',
  'unknown',
  'awaiting_payment',
  'paid',
  'expired',
  'voided',
  'refunded',
] as const;

export type OrderState = (typeof orderStates)[number];

/** States of the fulfilment of goods (docs/behaviour/orders.md#fulfilment-states). */
export const fulfilmentStates = ['none', 'open', 'shipped', 'delivered'] as const;

export type FulfilmentState = (typeof fulfilmentStates)[number];

/** Mail templates an order may name. */
export const orderTemplates = ['order', 'gift', 'subscription'] as const;

export type OrderTemplate = (typeof orderTemplates)[number];

const orderLine = z.object({
  id: z.string(),
  kind: z.enum(productKinds),
  slug: z.string(),
  title: z.string(),
  /** One line about the product, in the language of the request. */
  subtitle: z.string(),
  /** Number and whole length of a course's lessons; null for everything else. */
  lesson_count: z.nullable(z.int()),
  length_seconds: z.nullable(z.int()),
  category: z.string(),
  picture: z.string(),
  quantity: z.int(),
  /** Line total before discount. */
  price: cents,
  discount: cents,
  /** Percent; some countries have halves. */
  vat_rate: z.number(),
  custom_properties: customProperties,
  /** Key of the delivery note in locales `checkout:delivery`. */
  is_shipped: z.boolean(),
  /** The first of `codes`, null without one. */
  code: z.nullable(z.string()),
  /**
   * Gift and voucher codes that the buyer gets, once the order is paid; never one that was sent to somebody else or is
   * printed on a card (docs/behaviour/gifts-and-vouchers.md#codes-on-the-order-page).
   */
  codes: z.array(z.string()),
});

/** A line of an order; amounts in cents. */
export type OrderLine = Infer<typeof orderLine>;

/** An order as its buyer sees it (docs/behaviour/orders.md#order-fields). All amounts in cents. */
export const order = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  fulfilment: z.enum(fulfilmentStates),
  email: z.string(),
  template: z.enum(orderTemplates),
  products: z.array(orderLine),
  subtotal: cents,
  discount: cents,
  coupon_code: z.nullable(z.string()),
  shipping_cost: cents,
  total: cents,
  credit: cents,
  /** The part of `credit` that nobody paid for. */
  promotional_credit: cents,
  amount_due: cents,
  included_vat: cents,
  shipping_address: z.nullable(postalAddress),
  billing_address: z.nullable(postalAddress),
  payment_method: z.nullable(paymentMethod),
  /** True when digital content starts at once, so that consent to losing the right of withdrawal is needed. */
  needs_waiver: z.boolean(),
  created_at: instant,
  completed_at: z.nullable(instant),
  /** True when this purchase made the account, so that a password has still to be set. */
  is_new_account: z.boolean(),
  /** Code of the last failed payment attempt while the order is open again, else null. */
  last_decline: z.nullable(z.string()),
  /** Where the money goes, while the order waits for a bank transfer; absent otherwise. */
  bank_transfer: z.optional(transferInstructions),
});

export type Order = Infer<typeof order>;
