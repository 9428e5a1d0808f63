import * as z from 'zod/mini';
import { couponKinds, couponRefusals } from './coupon.ts';
import { recordedChange } from './operator.ts';
import { calendarDay, cents, type Infer, instant } from './primitives.ts';
import { productKinds } from './product.ts';

/** `withdrawn`: it has no codes left. */
export const couponStates = ['running', 'planned', 'ended', 'used_up', 'withdrawn'] as const;

/** A coupon in the list. A limit is null if the coupon does not have it. */
export const listedCoupon = z.object({
  id: z.string(),
  kind: z.enum(couponKinds),
  /** Whole percent for `percent`, cents for `fixed`, otherwise 0. */
  value: z.int(),
  state: z.enum(couponStates),
  /** Number of codes that share its limits, and the alphabetically first of them. */
  codes: z.int(),
  first_code: z.nullable(z.string()),
  /** Days in the shop's time zone, both included. */
  first_day: z.nullable(calendarDay),
  last_day: z.nullable(calendarDay),
  /** Includes uses that are reserved by open orders. */
  used: z.int(),
  total_limit: z.nullable(z.int()),
  campaign: z.nullable(z.string()),
  /** True if it comes from the content files; it can only be changed there. */
  is_content: z.boolean(),
});

export type ListedCoupon = Infer<typeof listedCoupon>;

const namedProduct = z.object({ id: z.string(), title: z.string() });

/** A coupon with its conditions and its usage. A limit is null if the coupon does not have it. */
export const operatorCoupon = z.object({
  ...listedCoupon.shape,
  /** The alphabetically first codes. */
  some_codes: z.array(z.string()),
  free_product: z.nullable(namedProduct),
  per_customer_limit: z.nullable(z.int()),
  minimum_subtotal: z.nullable(cents),
  products: z.nullable(z.array(namedProduct)),
  kinds: z.nullable(z.array(z.enum(productKinds))),
  is_first_purchase_only: z.boolean(),
  /** True if it is advertised to everybody, so that its prices count as prices of the shop. */
  is_public: z.boolean(),
  /** Paid orders with this coupon: their number, and the sums of their discounts and totals. */
  usage: z.object({ orders: z.int(), discount: cents, total: cents }),
  /** The newest of these orders; empty without the permission `orders.read`. */
  orders: z.array(
    z.object({ id: z.string(), code: z.string(), discount: cents, total: cents, created_at: instant }),
  ),
  history: z.array(recordedChange),
});

export type OperatorCoupon = Infer<typeof operatorCoupon>;

/** Preview of a code in a cart of a customer. */
export const couponTrial = z.object({
  /** `gift`: a gift or voucher code, which has no conditions. */
  kind: z.enum(['coupon', 'gift', 'unknown']),
  /** All unmet conditions, in the order in which a cart reports the first one; empty if the code applies. */
  refusals: z.array(z.enum(couponRefusals)),
  /** The priced cart; contains the coupon's free product while the coupon applies. */
  lines: z.array(
    z.object({
      product_id: z.string(),
      title: z.string(),
      quantity: z.int(),
      price: cents,
      /** Discounts of this line by the code and by bundle offers. */
      discount: cents,
      bundle_discount: cents,
    }),
  ),
  subtotal: cents,
  /** Discount by the code. */
  discount: cents,
  bundle_discount: cents,
  waives_shipping: z.boolean(),
  /** Without shipping, because the country is not known. */
  total: cents,
  /** The amount that counts towards the coupon's minimum subtotal. */
  counted_subtotal: cents,
  used_by_customer: z.int(),
  /** Null for an unknown code. */
  coupon: z.nullable(operatorCoupon),
});

export type CouponTrial = Infer<typeof couponTrial>;
