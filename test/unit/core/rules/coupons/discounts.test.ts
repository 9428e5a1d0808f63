import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { type CouponRefusal, couponRefusals } from '#core/model/coupon.ts';
import { cents, percentOf, sumCents } from '#core/rules/basics/money.ts';
import {
  type Coupon,
  type CouponLine,
  type CouponSituation,
  refusalsOfCoupon,
  validateCoupon,
} from '#core/rules/coupons/discounts.ts';
import {
  coupon,
  couponLines,
  openCoupon,
  plainCoupon,
  pricedAt,
} from '#test/arbitraries/arbitrary-coupon.ts';
import { runs } from '#test/run-length.ts';

const courseLine: CouponLine = {
  product_id: 'course',
  kind: 'course',
  unit_price: cents(10_000),
  amount: cents(10_000),
  is_fixed_price: false,
  is_shipped: false,
};
const bookLine: CouponLine = {
  product_id: 'book',
  kind: 'book',
  unit_price: cents(2000),
  amount: cents(4000),
  is_fixed_price: true,
  is_shipped: true,
};
const boxLine: CouponLine = { ...bookLine, product_id: 'box', kind: 'gift_box', is_fixed_price: false };
const voucherLine: CouponLine = { ...courseLine, product_id: 'voucher', kind: 'voucher' };

function checkCoupon(changes: Partial<Coupon>, lines: readonly CouponLine[]) {
  return validateCoupon({ ...plainCoupon, ...changes }, { now: pricedAt, campaign: null, lines });
}

const freeBox: Partial<Coupon> = { kind: 'free_product', free_product_id: 'box' };

describe('the discount of a coupon', () => {
  const oneCent = { ...courseLine, amount: cents(1) };
  const twoCents = { ...boxLine, amount: cents(2) };

  test.each<[string, Partial<Coupon>, CouponLine[], number[]]>([
    ['percent of everything', { value: 10 }, [courseLine, boxLine], [1000, 400]],
    ['percent rounded on the sum, then split', { value: 50 }, [oneCent, twoCents], [1, 1]],
    ['no more than everything, whatever the percentage', { value: 150 }, [boxLine], [4000]],
    ['a fixed amount in proportion', { kind: 'fixed', value: 700 }, [courseLine, boxLine], [500, 200]],
    ['at most everything', { kind: 'fixed', value: 99_999 }, [courseLine, boxLine], [10_000, 4000]],
    ['never from fixed-price books', { value: 10 }, [courseLine, bookLine], [1000, 0]],
    ['never from vouchers', { kind: 'fixed', value: 700 }, [courseLine, voucherLine], [700, 0]],
    ['listed products only', { product_ids: ['box'] }, [courseLine, boxLine], [0, 400]],
    ['listed kinds only', { kinds: ['course', 'book'] }, [courseLine, boxLine, bookLine], [1000, 0, 0]],
    ['products or kinds', { product_ids: ['box'], kinds: ['course'] }, [courseLine, boxLine], [1000, 400]],
    ['shipping', { kind: 'free_shipping' }, [courseLine, bookLine], [0, 0]],
    ['one unit of the free product', freeBox, [courseLine, boxLine], [0, 2000]],
    ['what the free product still costs', freeBox, [{ ...boxLine, amount: cents(1500) }], [1500]],
  ])('%s', (_, changes, lines, amounts) => {
    const waives_shipping = changes.kind === 'free_shipping';
    expect(checkCoupon(changes, lines)).toEqual({ ok: true, value: { amounts, waives_shipping } });
  });

  test.prop([openCoupon, couponLines], { numRuns: runs(500) })(
    'is never negative, never more than a line, and 0 for vouchers and fixed-price books',
    (given, lines) => {
      const checked = validateCoupon(given, { now: pricedAt, campaign: null, lines });
      if (!checked.ok) return;
      expect(checked.value.amounts).toHaveLength(lines.length);
      for (const [index, line] of lines.entries()) {
        const amount = checked.value.amounts[index];
        const most = line.is_fixed_price || line.kind === 'voucher' ? 0 : line.amount;
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual(most);
      }
    },
  );

  const amounts = (given: Coupon, lines: readonly CouponLine[]) => {
    const checked = validateCoupon(given, { now: pricedAt, campaign: null, lines });
    return checked.ok ? sumCents(checked.value.amounts) : 0;
  };

  test.prop([openCoupon, couponLines, fc.integer({ min: 0, max: 100_000 }).map(cents)], {
    numRuns: runs(300),
  })('does not become smaller when a price is higher or the cart is larger', (given, lines, more) => {
    const before = amounts(given, lines);
    const dearer = lines.map((line, index) =>
      index === 0
        ? { ...line, unit_price: cents(line.unit_price + more), amount: cents(line.amount + more) }
        : line,
    );
    expect(amounts(given, dearer)).toBeGreaterThanOrEqual(before);
    expect(
      amounts(given, [...lines, { ...courseLine, product_id: 'more', amount: more }]),
    ).toBeGreaterThanOrEqual(before);
  });

  test.prop([couponLines, fc.integer({ min: 1, max: 100 })], { numRuns: runs(300) })(
    'is the percentage of the lines that may be discounted, rounded once',
    (lines, value) => {
      const base = sumCents(
        lines.filter((line) => line.kind !== 'voucher' && !line.is_fixed_price).map((line) => line.amount),
      );
      expect(amounts({ ...plainCoupon, value }, lines)).toBe(percentOf(base, value));
    },
  );
});

/**
 * For each refusal, the changes that cause it in a coupon that otherwise applies to `lines`; in order of
 * precedence.
 */
const faults: readonly { readonly refusal: CouponRefusal; readonly changes: Partial<Coupon> }[] = [
  { refusal: 'WRONG_CAMPAIGN', changes: { campaign: 'winter' } },
  { refusal: 'NOT_YET_VALID', changes: { valid_from: pricedAt + 1 } },
  { refusal: 'EXPIRED', changes: { valid_until: pricedAt } },
  { refusal: 'USED_UP', changes: { total_limit: 3, used: 3 } },
  { refusal: 'USED_UP', changes: { per_customer_limit: 2, used_by_customer: 2 } },
  { refusal: 'NOT_FIRST_PURCHASE', changes: { is_first_purchase_only: true, has_bought: true } },
  { refusal: 'NOT_APPLICABLE', changes: { product_ids: ['elsewhere'] } },
  { refusal: 'MINIMUM_NOT_REACHED', changes: { minimum_subtotal: cents(10_001) } },
];
/** A coupon with every condition; each of them is just met. */
const strictCoupon: Coupon = {
  ...plainCoupon,
  campaign: 'herbst',
  valid_from: pricedAt,
  valid_until: pricedAt + 1,
  total_limit: 30,
  used: 29,
  per_customer_limit: 10,
  used_by_customer: 9,
  is_first_purchase_only: true,
  product_ids: ['course', 'other'],
  kinds: ['book'],
  minimum_subtotal: cents(10_000),
};
const situation: CouponSituation = {
  now: pricedAt,
  campaign: 'herbst',
  lines: [courseLine, bookLine, voucherLine],
};

describe('refusals', () => {
  test('all have a case in this file', () => {
    expect(new Set(['UNKNOWN', ...faults.map((fault) => fault.refusal)])).toEqual(new Set(couponRefusals));
  });

  test('an unknown code is UNKNOWN with any cart', () => {
    expect(validateCoupon(null, { ...situation, lines: [] })).toEqual({ ok: false, error: 'UNKNOWN' });
  });

  test.each(faults)(
    '$refusal is returned, whatever other conditions the coupon has',
    ({ refusal, changes }) => {
      // Of the products and kinds that a coupon is for, one is enough.
      const only = 'product_ids' in changes ? { kinds: null } : {};
      for (const given of [plainCoupon, strictCoupon])
        expect(validateCoupon({ ...given, ...only, ...changes }, situation), given.code).toEqual({
          ok: false,
          error: refusal,
        });
    },
  );

  test.prop([fc.constantFrom(plainCoupon, { ...strictCoupon, kinds: null }), fc.subarray([...faults])], {
    numRuns: runs(300),
  })('validateCoupon returns the first in order, and refusalsOfCoupon returns all', (given, chosen) => {
    const broken: Coupon = Object.assign({}, given, ...chosen.map((fault) => fault.changes));
    const checked = validateCoupon(broken, situation);
    expect(checked.ok ? null : checked.error).toBe(chosen[0]?.refusal ?? null);
    expect(refusalsOfCoupon(broken, situation)).toEqual([...new Set(chosen.map(({ refusal }) => refusal))]);
  });

  test.prop([coupon, couponLines], { numRuns: runs(300) })(
    'are of the closed list, and nothing throws',
    (given, lines) => {
      const checked = validateCoupon(given, { ...situation, lines });
      if (!checked.ok) expect(couponRefusals).toContain(checked.error);
      expect(refusalsOfCoupon(given, { ...situation, lines })[0]).toBe(
        checked.ok ? undefined : checked.error,
      );
    },
  );

  test('a limit of 0 is used up at once', () => {
    expect(checkCoupon({ total_limit: 0 }, [courseLine])).toMatchObject({ error: 'USED_UP' });
  });

  test('a coupon of a campaign is refused outside of a campaign', () => {
    expect(checkCoupon({ campaign: 'herbst' }, [courseLine])).toMatchObject({ error: 'WRONG_CAMPAIGN' });
  });

  test.each<[string, Partial<Coupon>, CouponLine[]]>([
    ['an empty cart', {}, []],
    ['nothing but books and vouchers', { value: 50 }, [bookLine, voucherLine]],
    ['nothing of worth', {}, [{ ...courseLine, amount: cents(0) }]],
    ['shipping where nothing is shipped', { kind: 'free_shipping' }, [courseLine]],
    ['shipping of other products', { kind: 'free_shipping', product_ids: ['box'] }, [bookLine]],
    ['a free product that is not there', freeBox, [courseLine]],
    ['a free product with a fixed price', { kind: 'free_product', free_product_id: 'book' }, [bookLine]],
    ['a free voucher', { kind: 'free_product', free_product_id: 'voucher' }, [voucherLine]],
  ])('NOT_APPLICABLE: %s', (_, changes, lines) => {
    expect(checkCoupon(changes, lines)).toEqual({ ok: false, error: 'NOT_APPLICABLE' });
  });

  test.each<[string, Partial<Coupon>, CouponLine[], boolean]>([
    [
      'reached with products the coupon is not for',
      { minimum_subtotal: cents(14_000), kinds: ['course'] },
      [courseLine, boxLine],
      true,
    ],
    ['not reached by the free unit itself', { ...freeBox, minimum_subtotal: cents(2001) }, [boxLine], false],
    ['reached beside the free unit', { ...freeBox, minimum_subtotal: cents(2000) }, [boxLine], true],
  ])('the minimum is %s', (_, changes, lines, isReached) => {
    expect(checkCoupon(changes, lines)).toMatchObject(
      isReached ? { ok: true } : { ok: false, error: 'MINIMUM_NOT_REACHED' },
    );
  });
});
