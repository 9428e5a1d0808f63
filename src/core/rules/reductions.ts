import type { Cents } from '#core/model/values.ts';
import type { BundleLine, BundleTerms } from './bundles.ts';
import { bundleSavings } from './bundles.ts';
import type { Coupon } from './discounts.ts';
import { validateCoupon } from './discounts.ts';
import { cents, sumCents } from './money.ts';

/** A price and the time from which it is valid, in milliseconds since the epoch. */
export interface PriceChange {
  readonly valid_from: number;
  readonly price: Cents;
}

/** The period before a price reduction in which the lowest price is searched, in milliseconds: 30 days. */
const lookBack = 30 * 86_400_000;

/**
 * Returns the lowest price that was valid in the 30 days before a price reduction began (§ 11 PAngV,
 * docs/behaviour/consumer-rights.md#lowest-price-of-30-days), including the price at the beginning of this
 * period. Returns `current` when no earlier price is known. `start` is in milliseconds since the epoch.
 */
export function lowestPrice(history: readonly PriceChange[], start: number, current: Cents): Cents {
  const known = history
    .filter(({ valid_from }) => valid_from < start)
    .toSorted((one, other) => one.valid_from - other.valid_from);
  const begin = start - lookBack;
  const before = known.findLast(({ valid_from }) => valid_from <= begin);
  const within = known.filter(({ valid_from }) => valid_from > begin);
  const prices = [...(before === undefined ? [] : [before]), ...within].map(({ price }) => price);
  return prices.length === 0 ? current : cents(Math.min(...prices));
}

/** One product of an advertised offer. */
export interface OfferedLine extends BundleLine {
  readonly is_shipped: boolean;
}

/** Returns the price of all lines after bundle offers and coupon, in cents; null when nothing is deducted. */
export function reducedPrice(
  lines: readonly OfferedLine[],
  {
    coupon,
    bundles,
    now,
  }: { readonly coupon: Coupon; readonly bundles: readonly BundleTerms[]; readonly now: number },
): Cents | null {
  const savings = bundleSavings(bundles, lines).lines;
  const left = lines.map((line, index) => ({
    ...line,
    amount: cents(line.unit_price * line.quantity - (savings[index] ?? 0)),
  }));
  const effect = validateCoupon(coupon, { now, campaign: coupon.campaign, lines: left });
  const off = effect.ok ? sumCents(effect.value.amounts) : 0;
  const price = cents(sumCents(left.map((line) => line.amount)) - off);
  const regular = sumCents(lines.map((line) => cents(line.unit_price * line.quantity)));
  return price < regular ? price : null;
}
