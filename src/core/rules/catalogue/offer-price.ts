import type { Cents } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { type Coupon, type CouponTerms, couponEffect } from '#core/rules/coupons/discounts.ts';
import { type BundleLine, type BundleTerms, bundleSavings } from './bundles.ts';

/** An entry of the ledger: the terms from `valid_from` (milliseconds since the epoch) on; null when it ends. */
interface Noted<Kind, Terms> {
  readonly kind: Kind;
  /** Id of the product, bundle offer or coupon. */
  readonly subject: string;
  readonly valid_from: number;
  readonly terms: Terms | null;
}

/** An entry of the shop's price ledger (docs/behaviour/consumer-rights.md#ledger-of-prices). */
export type LedgerEntry =
  | Noted<'product', { readonly price: Cents }>
  | Noted<'bundle', Pick<BundleTerms, 'product_ids' | 'price'>>
  | Noted<'coupon', PublicCouponTerms>;

/** Discount and validity of a public coupon code; times in milliseconds since the epoch. */
export type PublicCouponTerms = CouponTerms & Pick<Coupon, 'valid_from' | 'valid_until'>;

type Terms<Kind extends LedgerEntry['kind']> = NonNullable<
  Extract<LedgerEntry, { readonly kind: Kind }>['terms']
>;

/** A product of an offer without its price, which the ledger contains. */
export type OfferedProduct = Omit<BundleLine, 'unit_price' | 'quantity'> & { readonly is_shipped: boolean };

/** The cause of a price reduction: a bundle offer, or an advertised coupon. */
export interface Reduction {
  readonly kind: 'bundle' | 'coupon';
  readonly subject: string;
}

/** The price of an offer and the price that it may be compared with. */
export interface OfferPrice {
  /** Price of all products together, one unit of each, in cents. */
  readonly price: Cents;
  /** The price that `price` may be compared with, in cents; null when it must not be called reduced. */
  readonly reference: Cents | null;
  /** Difference to `reference` in whole percent, rounded down; null when it is less than one percent. */
  readonly percent: number | null;
}

interface Offer {
  readonly products: readonly OfferedProduct[];
  readonly reduction: Reduction;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Number of days before a reduction in which the lowest price is searched (§ 11 PAngV). */
const daysBefore = 30;

/**
 * Returns the price of an offer at a time and its reference price; null when one of its products is not sold. While the
 * reduction is not in force, the price is that without it. Every text that compares prices must use this function
 * (docs/behaviour/consumer-rights.md#lowest-price-of-30-days).
 *
 * The reference is the lowest of: every price at which anybody could buy the products, with bundle offers and public
 * codes, from the beginning of the 30th day (in Berlin) before the reduction began; and every price since then without
 * this reduction and without codes. There is no reference if a public code that has ended gave a lower price in the
 * last 30 days, because the present price is then an increase.
 */
export function offerPrice(ledger: readonly LedgerEntry[], offer: Offer): OfferPrice | null {
  const { now, reduction, products } = offer;
  const [plain, withCode = plain] = askedPrices(ledger, products, now, { codes: [reduction.subject] });
  const price = reduction.kind === 'coupon' ? withCode : plain;
  if (price === undefined) return null;
  const start = reductionStart(ledger, reduction, now);
  if (start === null) return { price, reference: null, percent: null };
  const before = moments(ledger, firstMoment(start), start).flatMap((moment) =>
    askedPrices(ledger, products, moment),
  );
  const since = [...moments(ledger, start, now), now].flatMap((moment) =>
    askedPrices(ledger, products, moment, { leaveOut: reduction, codes: [] }),
  );
  const running = inForce(ledger, 'coupon', now).map(({ subject }) => subject);
  const ended = subjectsOf(ledger, 'coupon').filter((subject) => !running.includes(subject));
  const lately = moments(ledger, Math.max(start, firstMoment(now)), now).flatMap((moment) =>
    askedPrices(ledger, products, moment, { leaveOut: reduction, codes: ended }),
  );
  const reference = Math.min(...before, ...since);
  const isLower = price < reference && lately.every((other) => other >= price);
  if (!isLower || !Number.isFinite(reference)) return { price, reference: null, percent: null };
  const percent = Math.floor(((reference - price) * 100) / reference);
  return { price, reference: cents(reference), percent: percent > 0 ? percent : null };
}

/** Returns the beginning of the 30th day (in Berlin) before the day of a time. */
function firstMoment(time: number): number {
  return startOfDay(addDays(calendarDay(time), -daysBefore));
}

/** Returns `from`, and all times before `until` at which a price changed. */
function moments(ledger: readonly LedgerEntry[], from: number, until: number): readonly number[] {
  const changes = ledger.flatMap((entry) => [entry.valid_from, ...windowOf(entry)]);
  const within = changes.filter((time): time is number => time !== null && from < time && time < until);
  return from < until ? [from, ...within] : [];
}

function subjectsOf(ledger: readonly LedgerEntry[], kind: LedgerEntry['kind']): readonly string[] {
  return [...new Set(ledger.filter((entry) => entry.kind === kind).map(({ subject }) => subject))];
}

function windowOf({ kind, terms }: LedgerEntry): readonly (number | null)[] {
  return kind === 'coupon' && terms !== null ? [terms.valid_from, terms.valid_until] : [];
}

interface PriceOptions {
  readonly leaveOut?: Reduction;
  /** Ids of the coupons to consider; all when omitted. */
  readonly codes?: readonly string[];
}

/**
 * Returns the prices at which anybody could buy all these products at a time: first the one without a code, then one
 * for each considered code. Empty while one of the products was not sold.
 */
function askedPrices(
  ledger: readonly LedgerEntry[],
  products: readonly OfferedProduct[],
  moment: number,
  { leaveOut, codes }: PriceOptions = {},
): readonly Cents[] {
  const isMeant = (kind: Reduction['kind'], subject: string) =>
    leaveOut?.kind !== kind || leaveOut.subject !== subject;
  const prices = new Map(
    inForce(ledger, 'product', moment).map(({ subject, terms }) => [subject, terms.price]),
  );
  const lines = products.flatMap((product) => {
    const unit_price = prices.get(product.product_id);
    return unit_price === undefined ? [] : [{ ...product, unit_price, quantity: 1 }];
  });
  if (lines.length < products.length) return [];
  const bundles = inForce(ledger, 'bundle', moment)
    .filter(({ subject }) => isMeant('bundle', subject))
    .map(({ subject, terms }) => ({ id: subject, ...terms }));
  const savings = bundleSavings(bundles, lines).lines;
  const left = lines.map((line, index) => ({
    ...line,
    amount: cents(line.unit_price - (savings[index] ?? 0)),
  }));
  const total = sumCents(left.map(({ amount }) => amount));
  const coupons = inForce(ledger, 'coupon', moment).filter(
    ({ subject }) => isMeant('coupon', subject) && (codes?.includes(subject) ?? true),
  );
  return [
    total,
    ...coupons.map(({ terms }) => {
      const effect = couponEffect(terms, left);
      return cents(total - (effect.ok ? sumCents(effect.value.amounts) : 0));
    }),
  ];
}

/** Returns the newest entry of each subject of a kind, if it is in force at a time. */
function inForce<Kind extends LedgerEntry['kind']>(
  ledger: readonly LedgerEntry[],
  kind: Kind,
  moment: number,
): readonly { readonly subject: string; readonly terms: Terms<Kind> }[] {
  const newest = new Map<string, LedgerEntry>();
  for (const entry of ledger) {
    if (entry.kind !== kind || entry.valid_from > moment) continue;
    const known = newest.get(entry.subject);
    if (known === undefined || known.valid_from <= entry.valid_from) newest.set(entry.subject, entry);
  }
  return [...newest.values()].flatMap(({ subject, terms }) =>
    terms === null || !isOpen(terms, moment) ? [] : [{ subject, terms: terms as Terms<Kind> }],
  );
}

function isOpen(terms: NonNullable<LedgerEntry['terms']>, moment: number): boolean {
  if (!('valid_until' in terms)) return true;
  const { valid_from, valid_until } = terms;
  return (valid_from ?? moment) <= moment && moment < (valid_until ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns when a reduction that is in force now began: since then it has been in force without a break and with the
 * same terms. Null when it is not in force.
 */
function reductionStart(
  ledger: readonly LedgerEntry[],
  { kind, subject }: Reduction,
  now: number,
): number | null {
  const entries = ledger
    .filter((entry) => entry.kind === kind && entry.subject === subject && entry.valid_from <= now)
    .toSorted((one, other) => other.valid_from - one.valid_from);
  let start: number | null = null;
  let effect: string | null = null;
  let end = Number.POSITIVE_INFINITY;
  for (const { terms, valid_from: noted } of entries) {
    if (terms === null) break;
    const { valid_from = null, valid_until = null, ...rest } = terms as Partial<PublicCouponTerms>;
    const from = Math.max(noted, valid_from ?? noted);
    const until = Math.min(end, valid_until ?? Number.POSITIVE_INFINITY);
    const key = JSON.stringify(rest);
    const goesOn = start === null ? now < until : until === start && key === effect;
    if (!goesOn || from >= until || from > now) break;
    start = from;
    effect = key;
    end = noted;
  }
  return start;
}
