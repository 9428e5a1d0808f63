import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  type LedgerEntry,
  type OfferedProduct,
  offerPrice,
  type PublicCouponTerms,
  type Reduction,
} from '#core/rules/catalogue/offer-price.ts';
import { runs } from '#test/run-length.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A Sunday noon in Berlin, twelve days after the clocks went forward: the 30 days before it have 719 hours. */
const now = Date.UTC(2026, 3, 10, 10);
/** Midnight in Berlin of the 30th day before that of `now`, still in winter time. */
const firstMidnight = Date.UTC(2026, 2, 10, 23);

const course = (product_id: string): OfferedProduct => ({
  product_id,
  kind: 'course',
  is_fixed_price: false,
  is_shipped: false,
});
const pair = [course('a'), course('b')];

const asked = (subject: string, valid_from: number, price: number | null): LedgerEntry => ({
  kind: 'product',
  subject,
  valid_from,
  terms: price === null ? null : { price: cents(price) },
});
const bundled = (valid_from: number, price: number | null, subject = 'pair'): LedgerEntry => ({
  kind: 'bundle',
  subject,
  valid_from,
  terms: price === null ? null : { product_ids: ['a', 'b'], price: cents(price) },
});
const percentOff: PublicCouponTerms = {
  kind: 'percent',
  value: 10,
  valid_from: null,
  valid_until: null,
  minimum_subtotal: null,
  product_ids: null,
  kinds: null,
  free_product_id: null,
};
const advertised = (
  valid_from: number,
  terms: Partial<PublicCouponTerms> | null,
  subject = 'code',
): LedgerEntry => ({ kind: 'coupon', subject, valid_from, terms: terms && { ...percentOff, ...terms } });

const code: Reduction = { kind: 'coupon', subject: 'code' };
const bundle: Reduction = { kind: 'bundle', subject: 'pair' };
const priceOf = (ledger: readonly LedgerEntry[], reduction = code, products = [course('a')]) =>
  offerPrice(ledger, { products, reduction, now });

describe('the 30 days before a reduction', () => {
  const begun = now - 12 * hour;
  const withPrice = (from: number, until: number) =>
    priceOf([
      asked('a', 0, 10_000),
      asked('a', from, 7_000),
      asked('a', until, 10_000),
      advertised(begun, {}),
    ])?.reference;

  example.each([
    ['counts a price that ended in the first minute of the 30th day in Berlin', 0, firstMidnight + 1, null],
    ['forgets a price that ended with the day before', 0, firstMidnight, 10_000],
    ['counts a price of the minute before the reduction', begun - 60_000, begun, null],
  ])('%s', (_, from, until, reference) => {
    expect(withPrice(from, until)).toBe(reference);
  });

  example('end where the reduction began: a price that began with it is the reference', () => {
    expect(priceOf([asked('a', 0, 10_000), asked('a', begun, 9_500), advertised(begun, {})])).toEqual({
      price: 8_550,
      reference: 9_500,
      percent: 10,
    });
  });
});

describe('a reduction', () => {
  const since = asked('a', 0, 10_000);

  example('is compared with the price of its products in a bundle, not with their single prices', () => {
    const start = now - 5 * day;
    const ledger = [
      asked('a', start, 8_900),
      asked('b', start, 8_900),
      bundled(start, 14_900),
      advertised(start, {}),
    ];
    expect(priceOf(ledger, code, pair)).toEqual({ price: 13_410, reference: 14_900, percent: 10 });
    expect(priceOf(ledger, bundle, pair)).toEqual({ price: 14_900, reference: 17_800, percent: 16 });
  });

  example('of a bundle is compared with the bundle’s own earlier price', () => {
    const ledger = [asked('a', 0, 8_900), asked('b', 0, 8_900), bundled(now - 40 * day, 15_900)];
    expect(priceOf([...ledger, bundled(now - day, 14_900)], bundle, pair)?.reference).toBe(15_900);
    expect(priceOf([...ledger, bundled(now - day, 16_900)], bundle, pair)?.reference).toBeNull();
  });

  example.each([
    [9_999, null],
    [9_901, null],
    [9_900, 1],
    [9_801, 1],
    [9_800, 2],
  ])('from 10,000 to %i cents is of %s per cent, never rounded up', (price, percent) => {
    const fixed = advertised(now - day, { kind: 'fixed', value: 10_000 - price });
    expect(priceOf([since, fixed])).toEqual({ price, reference: 10_000, percent });
  });

  example('has no reference when it is advertised again within 30 days, and has one later', () => {
    const again = (first: number, until: number) => [
      since,
      advertised(first, {}),
      advertised(until, null),
      advertised(now - day, {}),
    ];
    expect(priceOf(again(now - 20 * day, now - 10 * day))?.reference).toBeNull();
    expect(priceOf(again(now - 60 * day, now - 40 * day))?.reference).toBe(10_000);
    const window = (from: number, until: number) => ({ valid_from: from, valid_until: until });
    const inWindows = [
      since,
      advertised(0, window(now - 20 * day, now - 10 * day)),
      advertised(now - 5 * day, window(now - day, now + day)),
    ];
    expect(priceOf(inWindows)?.reference).toBeNull();
  });

  example('is compared with the reduction before it', () => {
    const ledger = [since, advertised(now - 20 * day, { value: 20 }), advertised(now - day, { value: 30 })];
    expect(priceOf(ledger)).toEqual({ price: 7_000, reference: 8_000, percent: 12 });
    expect(priceOf([...ledger, advertised(now - hour, { value: 10 })])?.reference).toBeNull();
  });

  example('keeps its first day while nothing but its end changes', () => {
    const ledger = [since, advertised(now - 20 * day, {}), advertised(now - day, { valid_until: now + day })];
    expect(priceOf(ledger)?.reference).toBe(10_000);
  });

  example('is not called lower after another public code was cheaper in the last 30 days', () => {
    const other = [
      advertised(now - 9 * day, { value: 50 }, 'other'),
      advertised(now - 8 * day, null, 'other'),
    ];
    const own = advertised(now - 40 * day, {});
    expect(priceOf([since, own, ...other])?.reference).toBeNull();
    expect(priceOf([since, own, ...other.slice(0, 1)])?.reference).toBe(10_000);
    const longAgo = other.map((one) => ({ ...one, valid_from: one.valid_from - 30 * day }));
    expect(priceOf([since, own, ...longAgo])?.reference).toBe(10_000);
    const asCheap = [advertised(now - 9 * day, {}, 'other'), advertised(now - 8 * day, null, 'other')];
    expect(priceOf([since, own, ...asCheap])?.reference).toBe(10_000);
  });

  example('applies from its first to its last moment, while its products are for sale', () => {
    const during = { valid_from: now, valid_until: now + 1 };
    expect(priceOf([since, advertised(0, during)])?.price).toBe(9_000);
    const plain = { price: 10_000, reference: null, percent: null };
    expect(priceOf([since, advertised(0, { ...during, valid_from: now + 1 })])).toEqual(plain);
    expect(priceOf([since, advertised(0, { valid_until: now })])).toEqual(plain);
    expect(priceOf([since, asked('a', now, null), advertised(0, {})])).toBeNull();
    const soon = [advertised(now + 1, { value: 50 }), advertised(now + 2, null)];
    expect(priceOf([since, advertised(now - day, {}), ...soon])?.reference).toBe(10_000);
    expect(priceOf([since, advertised(now, {})])?.reference).toBe(10_000);
    expect(priceOf([since, advertised(now - day, {}), bundled(now - hour, null, 'code')])?.reference).toBe(
      10_000,
    );
  });
});

/** Times in hours before now; prices of two products and their bundle, and two codes, change at them. */
const at = fc.integer({ min: 0, max: 24 * 70 }).map((hours) => now - hours * hour);
const price = fc.integer({ min: 1, max: 120 }).map((euros) => euros * 100);
const entry = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), at, fc.option(price, { freq: 8 })).map((parts) => asked(...parts)),
  fc.tuple(at, fc.option(price)).map((parts) => bundled(...parts)),
  fc
    .tuple(at, fc.option(fc.integer({ min: 1, max: 60 })), fc.constantFrom('code', 'other'), fc.option(at))
    .map(([from, value, subject, valid_until]) =>
      advertised(from, value === null ? null : { value, valid_until }, subject),
    ),
);
const histories = fc
  .tuple(
    price,
    price,
    fc.uniqueArray(entry, {
      selector: (one) => `${one.kind} ${one.subject} ${one.valid_from}`,
      maxLength: 12,
    }),
  )
  .map(([a, b, entries]): readonly LedgerEntry[] => [asked('a', 0, a), asked('b', 0, b), ...entries]);

/** Returns the prices of both products at a time, computed from the entries alone; empty when they are not for sale. */
function publicPrices(
  ledger: readonly LedgerEntry[],
  moment: number,
  leftOut?: Reduction,
): readonly number[] {
  const latest = (kind: string, subject: string) =>
    ledger
      .filter((one) => one.kind === kind && one.subject === subject && one.valid_from <= moment)
      .sort((one, other) => one.valid_from - other.valid_from)
      .at(-1)?.terms;
  const terms = (reduction: Reduction) =>
    reduction.kind === leftOut?.kind && reduction.subject === leftOut.subject
      ? undefined
      : (latest(reduction.kind, reduction.subject) as { price: number } & PublicCouponTerms);
  const [a, b] = ['a', 'b'].map((id) => latest('product', id) as { price: number } | null | undefined);
  if (!a || !b) return [];
  const together = Math.min(a.price + b.price, terms(bundle)?.price ?? Number.POSITIVE_INFINITY);
  const codes = [code, { ...code, subject: 'other' }].map(terms);
  const off = codes.filter((one) => one && (one.valid_until === null || moment < one.valid_until));
  return [together, ...off.map((one) => together - Math.round((together * (one?.value ?? 0)) / 100))];
}

const worth = (noted: LedgerEntry | undefined) =>
  noted?.terms == null ? null : 'value' in noted.terms ? noted.terms.value : noted.terms.price;

const hoursBetween = (from: number, until: number) =>
  Array.from({ length: Math.ceil((until - from) / hour) }, (_, index) => from + index * hour);

describe('for any history of prices', () => {
  test.prop([histories, fc.constantFrom(code, bundle)], { numRuns: runs(300) })(
    'the reference is never more than somebody could pay in the 30 days before, or would pay without the reduction',
    (ledger, reduction) => {
      const offer = offerPrice(ledger, { products: pair, reduction, now });
      if (offer === null || offer.reference === null) return;
      const { reference, percent } = offer;
      expect(offer.price).toBeLessThan(reference);
      expect((percent ?? 0) * reference).toBeLessThanOrEqual((reference - offer.price) * 100);
      const today = publicPrices(ledger, now, reduction)[0] ?? 0;
      expect(reference).toBeLessThanOrEqual(today);
      const [last, previous] = ledger
        .filter(({ kind, subject }) => kind === reduction.kind && subject === reduction.subject)
        .sort((one, other) => other.valid_from - one.valid_from);
      const begun = last?.valid_from ?? 0;
      // Terms that are noted again unchanged do not begin anew.
      if (worth(last) !== worth(previous)) {
        const before = hoursBetween(begun - 30 * day, begun).flatMap((time) => publicPrices(ledger, time));
        expect(reference).toBeLessThanOrEqual(Math.min(today, ...before));
      }
      // A code that has ended was not cheaper since then.
      if (publicPrices(ledger, now, reduction).length > 1) return;
      const lately = hoursBetween(Math.max(begun, now - 29 * day), now);
      for (const other of lately.flatMap((time) => publicPrices(ledger, time, reduction)))
        expect(other).toBeGreaterThanOrEqual(offer.price);
    },
  );

  test.prop([histories], { numRuns: runs(200) })(
    'the offer does not depend on the order of the entries',
    (ledger) => {
      expect(priceOf([...ledger].reverse(), code, pair)).toEqual(priceOf(ledger, code, pair));
    },
  );
});
