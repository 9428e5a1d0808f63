import type { CouponRefusal } from '#core/model/cart.ts';
import type { CouponKind } from '#core/model/code.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { allocate, cents, noCents, percentOf, smallerOf, sumCents } from './money.ts';
import type { Result } from './result.ts';
import { err, ok } from './result.ts';

/** A coupon with its rules and how often it has been used. Null means "no such limit". */
export interface Coupon {
  readonly id: string;
  readonly code: string;
  readonly kind: CouponKind;
  /** Whole percent for `percent`, cents for `fixed`, 0 for the other kinds. */
  readonly value: number;
  /** First and, exclusively, last millisecond since the epoch at which the coupon is valid. */
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly total_limit: number | null;
  readonly used: number;
  readonly per_customer_limit: number | null;
  /** Uses by this user or, for guests, by this normalised e-mail address. */
  readonly used_by_customer: number;
  /** Limit that all codes of the campaign share, and their uses together. */
  readonly campaign_limit: number | null;
  readonly used_in_campaign: number;
  /** Counted without vouchers, fixed-price books and the free unit itself. */
  readonly minimum_subtotal: Cents | null;
  /** What the coupon is for: a listed product or a listed kind; both null means everything. */
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly ProductKind[] | null;
  readonly campaign: string | null;
  /**
   * The product of which one unit in the cart is free, for `free_product`. The coupon does not add it: whoever
   * applies the code puts it in the cart, and without it there the coupon is `NOT_APPLICABLE`.
   */
  readonly free_product_id: string | null;
}

/** One cart line as a coupon sees it. */
export interface CouponLine {
  readonly product_id: string;
  readonly kind: ProductKind;
  readonly unit_price: Cents;
  /** Line total after bundle offers. */
  readonly amount: Cents;
  readonly is_fixed_price: boolean;
  readonly is_shipped: boolean;
}

/** What a coupon is checked by. `now` is milliseconds since the epoch; `campaign` is what came with the code. */
export interface CouponSituation {
  readonly now: number;
  readonly campaign: string | null;
  readonly lines: readonly CouponLine[];
}

/** What an accepted coupon takes off: cents per line (in the order of the lines, 0 for the rest), and shipping. */
export interface CouponEffect {
  readonly amounts: readonly Cents[];
  readonly waives_shipping: boolean;
}

/**
 * Validates a coupon for a cart. `coupon` is null when nobody knows the code.
 *
 * Refusals in order of precedence: `UNKNOWN`, `WRONG_CAMPAIGN`, `NOT_YET_VALID`, `EXPIRED`, `USED_UP` (in all, in
 * the campaign, by this customer), `NOT_APPLICABLE` (nothing in the cart it could lower), `MINIMUM_NOT_REACHED`.
 * What is wrong with the code comes before what is wrong with the cart, and what no larger cart would mend
 * before what one would.
 *
 * A coupon never lowers vouchers or fixed-price books, and no line below 0. It lowers what is charged now, so of
 * something that renews only the first period: `recurringPrice` knows no coupon.
 */
export function validateCoupon(
  coupon: Coupon | null,
  situation: CouponSituation,
): Result<CouponEffect, CouponRefusal> {
  if (coupon === null) return err('UNKNOWN');
  const refusal = refusalOfCode(coupon, situation);
  if (refusal !== null) return err(refusal);
  const effect = effectOf(coupon, situation.lines);
  if (effect === null) return err('NOT_APPLICABLE');
  if (minimumBase(coupon, situation.lines) < (coupon.minimum_subtotal ?? 0))
    return err('MINIMUM_NOT_REACHED');
  return ok(effect);
}

function refusalOfCode(coupon: Coupon, { now, campaign }: CouponSituation): CouponRefusal | null {
  if (coupon.campaign !== null && coupon.campaign !== campaign) return 'WRONG_CAMPAIGN';
  if (coupon.valid_from !== null && now < coupon.valid_from) return 'NOT_YET_VALID';
  if (coupon.valid_until !== null && now >= coupon.valid_until) return 'EXPIRED';
  const isUsedUp =
    isReached(coupon.total_limit, coupon.used) ||
    isReached(coupon.campaign_limit, coupon.used_in_campaign) ||
    isReached(coupon.per_customer_limit, coupon.used_by_customer);
  return isUsedUp ? 'USED_UP' : null;
}

function isReached(limit: number | null, used: number): boolean {
  return limit !== null && used >= limit;
}

/** Null when the coupon finds nothing to lower. */
function effectOf(coupon: Coupon, lines: readonly CouponLine[]): CouponEffect | null {
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
 * What the free unit takes off each line, in the order of the lines: one unit in all, also when its product has several
 * lines, and no more than they still cost. Never a fixed-price book.
 */
function freeUnits(coupon: Coupon, lines: readonly CouponLine[]): readonly Cents[] {
  let taken = 0;
  return lines.map((line) => {
    if (line.product_id !== coupon.free_product_id || !isDiscountable(line)) return noCents;
    const amount = smallerOf(cents(Math.max(0, line.unit_price - taken)), line.amount);
    taken += amount;
    return amount;
  });
}

/** The law keeps vouchers and fixed-price books out of every discount. */
function isDiscountable(line: CouponLine): boolean {
  return line.kind !== 'voucher' && !line.is_fixed_price;
}

function isLowered(coupon: Coupon, line: CouponLine): boolean {
  return isDiscountable(line) && isMeant(coupon, line);
}

/** Whether the coupon is restricted to products or kinds that include the line. */
function isMeant(coupon: Coupon, line: CouponLine): boolean {
  if (coupon.product_ids === null && coupon.kinds === null) return true;
  return (coupon.product_ids ?? []).includes(line.product_id) || (coupon.kinds ?? []).includes(line.kind);
}

function minimumBase(coupon: Coupon, lines: readonly CouponLine[]): number {
  const counted = sumCents(lines.filter(isDiscountable).map((line) => line.amount));
  return coupon.kind === 'free_product' ? counted - sumCents(freeUnits(coupon, lines)) : counted;
}

/** Products sold together at a lower price; one unit of each. */
export interface BundleOffer {
  readonly id: string;
  readonly product_ids: readonly string[];
  /** Cents for one unit of each product together. */
  readonly price: Cents;
}

/** One cart line or product as a bundle offer sees it. */
export interface BundleLine {
  readonly product_id: string;
  readonly kind: ProductKind;
  readonly unit_price: Cents;
  readonly quantity: number;
  readonly is_fixed_price: boolean;
}

/**
 * Whether an offer may be made of these products: at least two, all known, none with a fixed price, none a voucher,
 * and together cheaper than one by one.
 */
export function isOfferable(offer: BundleOffer, products: readonly BundleLine[]): boolean {
  const parts = partsOf(offer, products);
  if (parts === null || parts.length < 2) return false;
  if (parts.some((part) => part.is_fixed_price || part.kind === 'voucher')) return false;
  return offer.price >= 0 && offer.price < regularPrice(parts);
}

/** Whether an offer suits a cart: some of its products are in it, but not yet all (`fb=true`). */
export function fitsCart(offer: BundleOffer, productIds: readonly string[]): boolean {
  const present = offer.product_ids.filter((id) => productIds.includes(id)).length;
  return present > 0 && present < offer.product_ids.length;
}

/**
 * What offers take off a cart: cents per line, in the order of the lines. An offer counts once for every full set;
 * a unit counts in one set only; earlier offers come first. The saving is split in proportion to the unit prices.
 */
export function bundleSavings(
  offers: readonly BundleOffer[],
  lines: readonly BundleLine[],
): readonly Cents[] {
  const left = lines.map((line) => line.quantity);
  const savings: number[] = lines.map(() => 0);
  for (const offer of offers) {
    if (!isOfferable(offer, lines)) continue;
    const linesOf = (id: string) => lines.flatMap((line, index) => (line.product_id === id ? [index] : []));
    const leftOf = (id: string) => linesOf(id).reduce((sum, index) => sum + (left[index] ?? 0), 0);
    const sets = Math.min(...offer.product_ids.map(leftOf));
    const prices = offer.product_ids.map((id) => lines[linesOf(id)[0] ?? -1]?.unit_price ?? noCents);
    const parts = allocate(cents(sumCents(prices) - offer.price), prices);
    for (const [position, id] of offer.product_ids.entries()) {
      let wanted = sets;
      for (const index of linesOf(id)) {
        const units = Math.min(wanted, left[index] ?? 0);
        wanted -= units;
        left[index] = (left[index] ?? 0) - units;
        savings[index] = (savings[index] ?? 0) + units * (parts[position] ?? 0);
      }
    }
  }
  return savings.map(cents);
}

/** The offer's products, or null when one is missing or named twice. */
function partsOf(offer: BundleOffer, products: readonly BundleLine[]): readonly BundleLine[] | null {
  if (new Set(offer.product_ids).size !== offer.product_ids.length) return null;
  const parts = offer.product_ids.map((id) => products.find((product) => product.product_id === id));
  return parts.every((part) => part !== undefined) ? parts : null;
}

function regularPrice(parts: readonly BundleLine[]): Cents {
  return sumCents(parts.map((part) => part.unit_price));
}
