import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { calendarDay, cents, instant } from './primitives.ts';

/** What coupons do. Vouchers and gifts are no coupons: they are tender and entitlements. */
export const couponKinds = ['percent', 'fixed', 'free_shipping', 'free_product'] as const;

export type CouponKind = (typeof couponKinds)[number];

/** What a code gives, shown before it is used: a coupon, a gift of one product, or a voucher with a balance. */
export const codeInfo = z.object({
  code: z.string(),
  kind: z.enum([...couponKinds, 'gift', 'voucher']),
  /** Percent for `percent`, cents for `fixed` and the balance of a `voucher`, else null. */
  value: z.nullable(z.int()),
  /** Title of the product given by `gift` and `free_product`. */
  product_title: z.nullable(z.string()),
  minimum_subtotal: z.nullable(cents),
  valid_until: z.nullable(instant),
});

export type CodeInfo = Infer<typeof codeInfo>;

/** What a redeemed code has given to its user, for good. */
export const redemption = z.object({
  code: z.string(),
  kind: z.enum(['course', 'membership', 'voucher']),
  /** Title and slug of the course or membership. */
  product_title: z.nullable(z.string()),
  product_slug: z.nullable(z.string()),
  /** The user's whole credit after a voucher, in cents. */
  credit: z.nullable(cents),
  /** Last day of a membership period; it never renews. */
  ends_on: z.nullable(calendarDay),
});

export type Redemption = Infer<typeof redemption>;
