import * as z from 'zod/mini';
import type { FormField } from '#back-office/kit/form-dialog.tsx';
import { readEuros, writeEuros } from '#back-office/kit/typed-euros.ts';
import type { OperatorCoupon } from '#core/model/operator-coupon.ts';
import type { Locale } from '#core/model/values.ts';

/** An amount above zero, or nothing. */
const typedAmount = z.string().check(z.refine((typed) => typed.trim() === '' || (readEuros(typed) ?? 0) > 0));
const typedCount = z.string().check(z.trim(), z.regex(/^([1-9]\d{0,5}|1000000)?$/));

/** Schema of the typed days and limits of a coupon. */
export const limitsShape = {
  first_day: z.string(),
  last_day: z.string(),
  total_limit: typedCount,
  per_customer_limit: typedCount,
  minimum_subtotal: typedAmount,
};

const typedLimits = z.object(limitsShape);

export type TypedLimits = z.output<typeof typedLimits>;

export const limitFields: readonly FormField<TypedLimits>[] = [
  { name: 'first_day', label: 'coupons.firstDay', kind: 'day' },
  { name: 'last_day', label: 'coupons.lastDay', hint: 'coupons.lastDayHint', kind: 'day' },
  { name: 'total_limit', label: 'coupons.totalLimit', hint: 'coupons.emptyHint', kind: 'text' },
  { name: 'per_customer_limit', label: 'coupons.perCustomer', hint: 'coupons.emptyHint', kind: 'text' },
  { name: 'minimum_subtotal', label: 'coupons.minimum', hint: 'coupons.minimumHint', kind: 'text' },
];

/** Form values of a new coupon. */
export const noLimits: TypedLimits = {
  first_day: '',
  last_day: '',
  total_limit: '',
  per_customer_limit: '',
  minimum_subtotal: '',
};

/** Returns the form values of a coupon. */
export function limitValues(coupon: OperatorCoupon, locale: Locale): TypedLimits {
  const { first_day, last_day, total_limit, per_customer_limit, minimum_subtotal } = coupon;
  return {
    first_day: first_day ?? '',
    last_day: last_day ?? '',
    total_limit: String(total_limit ?? ''),
    per_customer_limit: String(per_customer_limit ?? ''),
    minimum_subtotal: minimum_subtotal === null ? '' : writeEuros(minimum_subtotal, locale),
  };
}

/** Converts form values to the request body. */
export function readLimits(typed: TypedLimits) {
  const dayOf = (day: string) => (day === '' ? null : day);
  const countOf = (count: string) => (count === '' ? null : Number(count));
  return {
    first_day: dayOf(typed.first_day),
    last_day: dayOf(typed.last_day),
    total_limit: countOf(typed.total_limit),
    per_customer_limit: countOf(typed.per_customer_limit),
    minimum_subtotal: readEuros(typed.minimum_subtotal),
  };
}
