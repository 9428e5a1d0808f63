// This file must not import zod, like values.ts.

/** The kinds of coupons. Vouchers (a balance to pay with) and gifts (a product) are not coupons. */
export const couponKinds = ['percent', 'fixed', 'free_shipping', 'free_product'] as const;

export type CouponKind = (typeof couponKinds)[number];

/** Why a coupon cannot be applied, or cannot be applied any more. */
export const couponRefusals = [
  'UNKNOWN',
  'EXPIRED',
  'NOT_YET_VALID',
  'USED_UP',
  'NOT_FIRST_PURCHASE',
  'MINIMUM_NOT_REACHED',
  'NOT_APPLICABLE',
  'WRONG_CAMPAIGN',
] as const;

export type CouponRefusal = (typeof couponRefusals)[number];
