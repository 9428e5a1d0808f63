import * as z from 'zod/mini';
import { couponKinds, couponRefusals } from './coupon.ts';
import { recordedChange } from './operator.ts';
import { calendarDay, cents, type Infer, instant } from './primitives.ts';
import { productKinds } from './product.ts';

/** `withdrawn`: no code is left. */
export const couponStates = ['running', 'planned', 'ended', 'used_up', 'withdrawn'] as const;

/** A coupon in the list. Null: no such limit. */
export const listedCoupon = z.object({
  id: z.string(),
  kind: z.enum(couponKinds),
  /** Whole percent for `percent`, cents for `fixed`, else 0. */
  value: z.int(),
  state: z.enum(couponStates),
  /** How many codes share its limits, and the first of them in the alphabet. */
  codes: z.int(),
  first_code: z.nullable(z.string()),
  /** Days in the shop's time zone, both included. */
  first_day: z.nullable(calendarDay),
  last_day: z.nullable(calendarDay),
  /** With uses that are reserved by orders under way. */
  used: z.int(),
  total_limit: z.nullable(z.int()),
  campaign: z.nullable(z.string()),
  /** It comes from the content files, and is changed there. */
  is_content: z.boolean(),
});

export type ListedCoupon = Infer<typeof listedCoupon>;

const namedProduct = z.object({ id: z.string(), title: z.string() });

/** A coupon with its conditions, and what it has done. Null: no such limit. */
export const operatorCoupon = z.object({
  ...listedCoupon.shape,
  /** The first codes in the alphabet. */
  some_codes: z.array(z.string()),
  free_product: z.nullable(namedProduct),
  per_customer_limit: z.nullable(z.int()),
  minimum_subtotal: z.nullable(cents),
  products: z.nullable(z.array(namedProduct)),
  kinds: z.nullable(z.array(z.enum(productKinds))),
  is_first_purchase_only: z.boolean(),
  /** Told to everybody: its prices count as prices of the shop. */
  is_public: z.boolean(),
  /** Of the paid orders with it: how many, what it took off them, and what they came to. */
  usage: z.object({ orders: z.int(), discount: cents, total: cents }),
  /** The newest of these orders; none without `orders.read`. */
  orders: z.array(
    z.object({ id: z.string(), code: z.string(), discount: cents, total: cents, created_at: instant }),
  ),
  history: z.array(recordedChange),
});

export type OperatorCoupon = Infer<typeof operatorCoupon>;

/** What a code would do in a cart, for a customer. */
export const couponTrial = z.object({
  /** `gift`: a gift or value voucher, which has no conditions. */
  kind: z.enum(['coupon', 'gift', 'unknown']),
  /** Every condition that fails, in the order in which a cart tells the first of them; none: it applies. */
  refusals: z.array(z.enum(couponRefusals)),
  /** The cart as it would be priced; the free product of a coupon is in it while the coupon applies. */
  lines: z.array(
    z.object({
      product_id: z.string(),
      title: z.string(),
      quantity: z.int(),
      price: cents,
      /** What the code takes off this line, and what bundle offers take off it. */
      discount: cents,
      bundle_discount: cents,
    }),
  ),
  subtotal: cents,
  /** What the code takes off. */
  discount: cents,
  bundle_discount: cents,
  waives_shipping: z.boolean(),
  /** Without shipping, whose country is not known here. */
  total: cents,
  /** What counts towards the coupon's minimum subtotal. */
  counted_subtotal: cents,
  used_by_customer: z.int(),
  /** Null for an unknown code. */
  coupon: z.nullable(operatorCoupon),
});

export type CouponTrial = Infer<typeof couponTrial>;
