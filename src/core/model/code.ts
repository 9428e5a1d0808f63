import * as z from 'zod/mini';
import { couponKinds } from './coupon.ts';
import { giftThemes } from './gift-choice.ts';
import { calendarDay, cents, type Infer, instant } from './primitives.ts';

/**
 * The effect of a code, shown before it is used: a coupon, a gift of one product, or a voucher with a
 * balance.
 */
export const codeInfo = z.object({
  code: z.string(),
  kind: z.enum([...couponKinds, 'gift', 'voucher']),
  /** Percent for `percent`; cents for `fixed` and for the balance of a `voucher`; otherwise null. */
  value: z.nullable(z.int()),
  /** Title of the product of a `gift` or `free_product`; otherwise null. */
  product_title: z.nullable(z.string()),
  /** Image of the course that a `gift` or `free_product` contains; otherwise null. */
  course_picture: z.nullable(z.string()),
  minimum_subtotal: z.nullable(cents),
  valid_until: z.nullable(instant),
  /** Message of the giver for the recipient; null for codes that were not bought. */
  gift: z.nullable(
    z.object({
      recipient_name: z.nullable(z.string()),
      sender_name: z.nullable(z.string()),
      greeting: z.nullable(z.string()),
      theme: z.enum(giftThemes),
      /** Whether the recipient has already opened it. */
      is_opened: z.boolean(),
    }),
  ),
});

export type CodeInfo = Infer<typeof codeInfo>;

/** The result of a redeemed gift or voucher code. */
export const redemption = z.object({
  code: z.string(),
  kind: z.enum(['course', 'membership', 'voucher']),
  /** Title and slug of the course or membership; null for a voucher. */
  product_title: z.nullable(z.string()),
  product_slug: z.nullable(z.string()),
  /** The user's total credit after a voucher was redeemed, in cents; otherwise null. */
  credit: z.nullable(cents),
  /** Last day of a redeemed membership, which does not renew; otherwise null. */
  ends_on: z.nullable(calendarDay),
});

export type Redemption = Infer<typeof redemption>;

/** The balances of a user's credit, in cents (docs/behaviour/gifts.md#promotional-credit). */
export const credit = z.object({
  /** Credit from vouchers that somebody paid for. It pays for everything except vouchers. */
  paid: cents,
  /** Credit that nobody paid for. It does not pay for fixed-price books either. */
  promotional: cents,
});

export type Credit = Infer<typeof credit>;
