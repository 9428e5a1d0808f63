import type { CouponKind, CouponRefusal } from '#core/model/coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, percentOf, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** Returns a code without hyphens, which are optional when typing (docs/behaviour/coupons.md#code-spelling). */
export function withoutHyphens(code: string): string {
  return code.replaceAll('-', '');
}

/** The part of a coupon that determines its discount. */
export interface CouponTerms {
  readonly kind: CouponKind;
  /** Whole percent for `percent`, cents for `fixed`, 0 for the other kinds. */
  readonly value: number;
  /**
   * Minimum sum of the lines in cents, without vouchers, fixed-price books and the free unit of this coupon.
   */
  readonly minimum_subtotal: Cents | null;
  /** The product ids and product kinds to which the coupon applies; to everything when both are null. */
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly ProductKind[] | null;
  /**
   * For `free_product`: the product of which one unit in the cart is free. The coupon does not add the
   * product to the cart; if it is not in the cart, the coupon is refused with `NOT_APPLICABLE`.
   */
  readonly free_product_id: string | null;
}

/** A coupon with its rules and the number of its uses. Null in a limit means that there is no limit. */
export interface Coupon extends CouponTerms {
  readonly id: string;
  readonly code: string;
  /**
   * Validity in milliseconds since the epoch; `valid_until` is the first millisecond at which it has expired.
   */
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  /** Limit of all codes of the coupon together, and the number of their uses. */
  readonly total_limit: number | null;
  readonly used: number;
  readonly per_customer_limit: number | null;
  /** Number of uses by this user or, for a guest, by this normalised e-mail address. */
  readonly used_by_customer: number;
  /** Whether only customers without an earlier purchase may use it. */
  readonly is_first_purchase_only: boolean;
  /** Whether this user or, for a guest, this normalised e-mail address has bought something before. */
  readonly has_bought: boolean;
  readonly campaign: string | null;
}

/** The data of a cart line from which a coupon is computed. */
export interface CouponLine {
  readonly product_id: string;
  readonly kind: ProductKind;
  readonly unit_price: Cents;
  /** Line total in cents after bundle offers. */
  readonly amount: Cents;
  readonly is_fixed_price: boolean;
  readonly is_shipped: boolean;
}

/**
 * The data with which a coupon is validated. `now` is in milliseconds since the epoch; `campaign` is the
 * campaign that was sent with the code.
 */
export interface CouponSituation {
  readonly now: number;
  readonly campaign: string | null;
  readonly lines: readonly CouponLine[];
}

/**
 * The effect of a valid coupon: the discount of each line in cents (in the order of the lines), and free
 * shipping.
 */
export interface CouponEffect {
  readonly amounts: readonly Cents[];
  readonly waives_shipping: boolean;
}

/**
 * Validates a coupon for a cart and computes its effect. `coupon` is null when the code is unknown.
 *
 * Refusals in this order: `UNKNOWN`, `WRONG_CAMPAIGN`, `NOT_YET_VALID`, `EXPIRED`, `USED_UP` (in total, or
 * by this customer), `NOT_FIRST_PURCHASE`, `NOT_APPLICABLE` (the coupon applies to nothing in the
 * cart), `MINIMUM_NOT_REACHED`. Problems of the code are reported before problems of the cart.
 *
 * A coupon never reduces vouchers or fixed-price books, and never a line below 0. Of a membership or
 * subscription it reduces only the first period; `recurringPrice` ignores coupons.
 */
export function validateCoupon(
  coupon: Coupon | null,
  situation: CouponSituation,
): Result<CouponEffect, CouponRefusal> {
  if (coupon === null) return err('UNKNOWN');
  const [refusal] = refusalsOfCode(coupon, situation);
  if (refusal !== undefined) return err(refusal);
  return couponEffect(coupon, situation.lines);
}

/** Returns all reasons for which `validateCoupon` would refuse a coupon, in its order; empty for a valid coupon. */
export function refusalsOfCoupon(
  coupon: Coupon | null,
  situation: CouponSituation,
): readonly CouponRefusal[] {
  if (coupon === null) return ['UNKNOWN'];
  return [...refusalsOfCode(coupon, situation), ...refusalsOfLines(coupon, situation.lines)];
}

/** Returns the discount by the terms of a coupon, or why they do not apply to these lines. */
export function couponEffect(
  coupon: CouponTerms,
  lines: readonly CouponLine[],
): Result<CouponEffect, LinesRefusal> {
  const [refusal] = refusalsOfLines(coupon, lines);
  const effect = effectOf(coupon, lines);
  return effect === null || refusal !== undefined ? err(refusal ?? 'NOT_APPLICABLE') : ok(effect);
}

type LinesRefusal = Extract<CouponRefusal, 'NOT_APPLICABLE' | 'MINIMUM_NOT_REACHED'>;

function refusalsOfLines(coupon: CouponTerms, lines: readonly CouponLine[]): readonly LinesRefusal[] {
  return failed([
    [effectOf(coupon, lines) === null, 'NOT_APPLICABLE'],
    [minimumBase(coupon, lines) < (coupon.minimum_subtotal ?? 0), 'MINIMUM_NOT_REACHED'],
  ]);
}

function refusalsOfCode(coupon: Coupon, { now, campaign }: CouponSituation): readonly CouponRefusal[] {
  return failed([
    [coupon.campaign !== null && coupon.campaign !== campaign, 'WRONG_CAMPAIGN'],
    [coupon.valid_from !== null && now < coupon.valid_from, 'NOT_YET_VALID'],
    [coupon.valid_until !== null && now >= coupon.valid_until, 'EXPIRED'],
    [
      isReached(coupon.total_limit, coupon.used) ||
        isReached(coupon.per_customer_limit, coupon.used_by_customer),
      'USED_UP',
    ],
    [coupon.is_first_purchase_only && coupon.has_bought, 'NOT_FIRST_PURCHASE'],
  ]);
}

/** Returns the refusals whose condition is true, in their order. */
function failed<Refusal>(conditions: readonly (readonly [boolean, Refusal])[]): readonly Refusal[] {
  return conditions.flatMap(([isFailed, refusal]) => (isFailed ? [refusal] : []));
}

function isReached(limit: number | null, used: number): boolean {
  return limit !== null && used >= limit;
}

/** Returns the effect of a coupon on the lines; null when it has none. */
function effectOf(coupon: CouponTerms, lines: readonly CouponLine[]): CouponEffect | null {
  const bases = lines.map((line) => (isLowered(coupon, line) ? line.amount : noCents));
  const base = sumCents(bases);
  switch (coupon.kind) {
    case 'percent':
      return spread(smallerOf(percentOf(base, coupon.value), base), bases);
    case 'fixed':
      return spread(smallerOf(cents(coupon.value), base), bases);
    case 'free_shipping': {
      const isShipped = lines.some((line) => line.is_shipped && isMeant(coupon, line));
      return isShipped ? { amounts: lines.map(() => noCents), waives_shipping: true } : null;
    }
    case 'free_product': {
      const free = freeUnits(coupon, lines);
      return sumCents(free) > 0 ? { amounts: free, waives_shipping: false } : null;
    }
  }
}

function spread(discount: Cents, bases: readonly Cents[]): CouponEffect | null {
  return discount > 0 ? { amounts: allocate(discount, bases), waives_shipping: false } : null;
}

/**
 * Returns the discount of the free unit for each line, in the order of the lines, in cents. Only one unit is
 * free in total, even if the product has several lines; a line is never reduced below 0. Fixed-price books
 * and vouchers are never free.
 */
function freeUnits(coupon: CouponTerms, lines: readonly CouponLine[]): readonly Cents[] {
  let taken = 0;
  return lines.map((line) => {
    if (line.product_id !== coupon.free_product_id || !isDiscountable(line)) return noCents;
    const amount = smallerOf(cents(Math.max(0, line.unit_price - taken)), line.amount);
    taken += amount;
    return amount;
  });
}

/** Returns whether a discount may apply to a line: never to vouchers and fixed-price books. */
function isDiscountable(line: CouponLine): boolean {
  return line.kind !== 'voucher' && !line.is_fixed_price;
}

function isLowered(coupon: CouponTerms, line: CouponLine): boolean {
  return isDiscountable(line) && isMeant(coupon, line);
}

/** Returns whether the coupon applies to the product or kind of the line. */
function isMeant(coupon: CouponTerms, line: CouponLine): boolean {
  if (coupon.product_ids === null && coupon.kinds === null) return true;
  return (coupon.product_ids ?? []).includes(line.product_id) || (coupon.kinds ?? []).includes(line.kind);
}

/**
 * Returns the amount that counts towards the minimum subtotal, in cents (docs/behaviour/coupons.md#minimum-subtotal).
 */
export function minimumBase(coupon: CouponTerms, lines: readonly CouponLine[]): number {
  const counted = sumCents(lines.filter(isDiscountable).map((line) => line.amount));
  return coupon.kind === 'free_product' ? counted - sumCents(freeUnits(coupon, lines)) : counted;
}
