import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Cart } from '#core/model/cart.ts';
import type { BundleOffer, ProductKind } from '#core/model/product.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { applyCartAction, createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import {
  availableBalance,
  needsPaymentMethod,
  type PricingInput,
  type PricingLine,
  payingSource,
  priceCart,
} from '#core/rules/carts/cart-pricing.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { splitLine } from '#test/arbitraries/arbitrary-cart.ts';
import { plainCoupon, pricedAt, pricingInput, toBundleOffer } from '#test/arbitraries/arbitrary-coupon.ts';
import { runs } from '#test/run-length.ts';
import { checkSums } from '#test/support/sums.ts';
import { cardOf } from '#test/support/test-browser.ts';

function line(product_id: string, kind: ProductKind, price: number, quantity = 1): PricingLine {
  const { is_shipped, is_fixed_price, max_quantity } = legalProfiles[kind];
  return {
    product: {
      product_id,
      product_data: {
        ...toProductData(cardOf('raupen-lesen')),
        ...{ kind, price: cents(price), max_quantity, is_shipped, is_fixed_price },
      },
    },
    quantity,
    custom_properties: {},
  };
}

/** Returns the cart that a browser has after the products were added one by one, each with its offers. */
function inBrowser(lines: readonly PricingLine[], bundles: readonly BundleOffer[]): Cart {
  return lines.reduce(
    (cart, { product, quantity, custom_properties }) =>
      applyCartAction(cart, {
        type: 'add',
        additions: [
          {
            item: createCartItem(product.product_id, product.product_data, quantity, custom_properties),
            bundle_offers: bundles.filter((offer) => offer.product_ids.includes(product.product_id)),
          },
        ],
      }),
    emptyCart,
  );
}

function input(changes: Partial<PricingInput>): PricingInput {
  return { lines: [], coupon: null, country: null, credit_balance: noCents, now: pricedAt, ...changes };
}

const course = line('course', 'course', 10_000);
const book = line('book', 'book', 2000, 2);
const box = line('box', 'gift_box', 4000);
const voucher = line('voucher', 'voucher', 5000);
const tenPercent = { code: 'WILLKOMMEN10', campaign: null, coupon: plainCoupon };

describe('a priced cart', () => {
  test.prop([pricingInput], { numRuns: runs(300) })(
    'costs the same when a line is for two recipients',
    (given) => {
      const { discounts, products, vat_shares, line_vat: _, included_vat, ...whole } = priceCart(given);
      const lines = given.lines.flatMap((part) => (part.quantity > 1 ? splitLine(part) : [part]));
      const { discounts: parts, ...split } = priceCart({ ...given, lines });
      expect(split).toMatchObject(whole);
      // A discount is rounded per line, so the sums may differ by one cent per line.
      expect(Math.abs(split.included_vat - included_vat)).toBeLessThanOrEqual(lines.length);
      expect(split.vat_shares.map(({ rate }) => rate)).toEqual(vat_shares.map(({ rate }) => rate));
      expect(parts.total).toBe(discounts.total);
      for (const { product_id } of products) {
        const sumOf = (all: typeof parts) =>
          all.lines
            .filter((part) => part.product_id === product_id)
            .reduce((sum, part) => sum + part.amount, 0);
        expect(Math.abs(sumOf(parts) - sumOf(discounts))).toBeLessThanOrEqual(lines.length);
      }
    },
  );

  test.prop([pricingInput], { numRuns: runs(500) })(
    'has the sums of its lines, and none is negative',
    (given) => {
      const priced = priceCart(given);
      checkSums('the cart', priced);
      expect(priced.amount).toBe(given.lines.reduce((sum, part) => sum + part.quantity, 0));
      expect(priced.total).toBeGreaterThanOrEqual(0);
      expect(priced.amount_due).toBeGreaterThanOrEqual(0);
      expect(priced.credit).toBeGreaterThanOrEqual(0);
      expect(priced.credit - priced.promotional_credit).toBeLessThanOrEqual(given.credit_balance);
    },
  );

  test.prop([pricingInput], { numRuns: runs(500) })(
    'has no discount for fixed-price books and vouchers, nor one above the price of a line',
    (given) => {
      const priced = priceCart(given);
      for (const part of priced.discounts.lines) {
        const item = priced.products.find((candidate) => candidate.line_id === part.line_id);
        expect(item?.product_data.is_fixed_price).toBe(false);
        expect(item?.product_data.kind).not.toBe('voucher');
        expect(part.amount).toBeLessThanOrEqual(item?.price ?? -1);
        expect(part.amount).toBeGreaterThan(0);
      }
    },
  );

  test.prop([pricingInput], { numRuns: runs(500) })(
    'promotional credit pays first, and never for a voucher or a fixed-price book',
    (given) => {
      const balance = given.promotional_balance ?? noCents;
      const priced = priceCart(given);
      const without = priceCart({ ...given, promotional_balance: noCents });
      const amountOf = (isBarred: boolean) =>
        priced.products
          .filter(
            ({ product_data: { kind, is_fixed_price } }) =>
              isBarred === (kind === 'voucher' || is_fixed_price),
          )
          .reduce((sum, { line_id, price }) => {
            const off = priced.discounts.lines.find((part) => part.line_id === line_id)?.amount ?? 0;
            return sum + price - off;
          }, 0);
      expect(priced.total).toBe(without.total);
      expect(priced.promotional_credit).toBeLessThanOrEqual(balance);
      // Products that promotional credit cannot pay for remain to be paid otherwise.
      expect(priced.total - priced.promotional_credit).toBeGreaterThanOrEqual(amountOf(true));
      if (priced.promotional_credit < balance)
        expect(priced.promotional_credit).toBeGreaterThanOrEqual(amountOf(false));
      expect(priced.amount_due).toBeLessThanOrEqual(without.amount_due);
    },
  );

  test('promotional credit pays the parcel unless only books with a fixed price are in it', () => {
    const promotional_balance = cents(50_000);
    const paidBy = (lines: readonly PricingLine[]) =>
      priceCart(input({ lines, promotional_balance, country: 'AT' })).promotional_credit;
    expect(paidBy([book])).toBe(0);
    expect(paidBy([book, voucher])).toBe(0);
    expect(paidBy([book, course])).toBe(10_000);
    expect(paidBy([book, box])).toBe(4000 + 499);
  });

  test.prop([pricingInput], { numRuns: runs(500) })(
    'has each amount that is paid for in one VAT rate',
    (given) => {
      const { vat_shares, total, promotional_credit, included_vat } = priceCart(given);
      expect(vat_shares.reduce((sum, share) => sum + share.gross, 0)).toBe(total - promotional_credit);
      expect(vat_shares.reduce((sum, share) => sum + share.vat, 0)).toBe(included_vat);
      expect(new Set(vat_shares.map((share) => share.rate)).size).toBe(vat_shares.length);
      for (const { rate, gross, vat } of vat_shares) {
        expect(Math.abs(vat * (100 + rate) - gross * rate) * 2).toBeLessThanOrEqual(100 + rate);
      }
      if (given.country === 'CH') expect(included_vat).toBe(0);
    },
  );

  test.prop([pricingInput], { numRuns: runs(300) })('with a refused code is the cart without it', (given) => {
    const priced = priceCart(given);
    if (priced.code_error === null) return;
    expect(priced).toEqual({
      ...priceCart({ ...given, coupon: null }),
      code: given.coupon?.code,
      code_error: priced.code_error,
    });
  });

  test.prop([pricingInput], { numRuns: runs(300) })(
    'never costs more with a coupon or an offer than without',
    (given) => {
      const plain = priceCart({ ...given, coupon: null, bundles: [] }).total;
      expect(priceCart(given).total).toBeLessThanOrEqual(plain);
      expect(priceCart({ ...given, coupon: null }).total).toBeLessThanOrEqual(plain);
    },
  );

  test.prop([pricingInput], { numRuns: runs(500) })(
    'is what the browser previews from the offers of its products while the country is unknown',
    ({ lines, bundles }) => {
      const { vat_shares: _, line_vat: __, ...priced } = priceCart(input({ lines, bundles }));
      expect(inBrowser(lines, bundles)).toEqual({ ...emptyCart, ...priced });
    },
  );

  test.prop([pricingInput, fc.nat(5)], { numRuns: runs(500) })(
    'is what the browser previews after a product was taken out again',
    ({ lines, bundles }, place) => {
      const removed = lines[place]?.product.product_id ?? 'none';
      const left = lines.filter((line) => line.product.product_id !== removed);
      const { vat_shares: _, line_vat: __, ...priced } = priceCart(input({ lines: left, bundles }));
      const preview = applyCartAction(inBrowser(lines, bundles), { type: 'remove', product_id: removed });
      expect(preview).toEqual({ ...emptyCart, ...priced });
    },
  );

  test.prop([pricingInput], { numRuns: runs(300) })(
    'names the saving of each bundle offer; the rest of the discount is that of the coupon',
    (given) => {
      const { discounts } = priceCart(given);
      const saved = discounts.bundles.reduce((sum, bundle) => sum + bundle.amount, 0);
      expect(saved).toBe(priceCart({ ...given, coupon: null }).discounts.total);
      expect(new Set(discounts.bundles.map(({ id }) => id)).size).toBe(discounts.bundles.length);
    },
  );
});

describe('shipping', () => {
  test.each([
    ['DE', 0],
    ['AT', 499],
    ['CH', 899],
    [null, null],
  ])('of goods to %s costs %s', (country, cost) => {
    expect(priceCart(input({ lines: [course, book], country })).shipping_cost).toBe(cost);
  });

  test.prop([fc.constantFrom(null, 'DE', 'AT', 'CH')])('of nothing shipped costs nothing', (country) => {
    expect(priceCart(input({ lines: [course, voucher], country })).shipping_cost).toBe(0);
    expect(priceCart(input({ country })).shipping_cost).toBe(0);
  });

  test.each([null, 'AT'])('is waived by a coupon, to %s', (country) => {
    const free = {
      code: 'VERSANDFREI',
      campaign: null,
      coupon: { ...plainCoupon, kind: 'free_shipping' as const },
    };
    expect(priceCart(input({ lines: [book], coupon: free, country }))).toMatchObject({
      shipping_cost: 0,
      total: 4000,
      code_error: null,
    });
  });
});

describe('the credit', () => {
  test('pays the amount due, and changes neither total nor VAT', () => {
    const lines = [course, book];
    const without = priceCart(input({ lines, country: 'AT', coupon: tenPercent }));
    const priced = priceCart(
      input({ lines, country: 'AT', coupon: tenPercent, credit_balance: cents(5000) }),
    );
    expect(priced).toEqual({ ...without, credit: 5000, amount_due: without.total - 5000 });
    expect(priceCart(input({ lines, credit_balance: cents(99_999) }))).toMatchObject({
      credit: 14_000,
      amount_due: 0,
    });
  });

  test.each([
    ['a fixed-price book', [book], 4000, 0],
    ['a voucher', [voucher], 0, 5000],
    ['a course and a voucher', [course, voucher], 10_000, 5000],
  ])('of %s pays everything except vouchers', (_, lines, credit, amount_due) => {
    expect(priceCart(input({ lines, credit_balance: cents(99_999) }))).toMatchObject({ credit, amount_due });
  });
});

describe('an example of pricing', () => {
  const offer = toBundleOffer('pair', [course.product, box.product], 12_000);

  test('deducts bundle offers first, then the coupon from the rest', () => {
    const priced = priceCart(
      input({ lines: [course, box], bundles: [offer], coupon: tenPercent, country: 'DE' }),
    );
    // The bundle offer takes 2,000 off 14,000 (1,429 and 571); then 10 % of 12,000 (857 and 343) are
    // deducted.
    expect(priced.discounts).toEqual({
      total: 3200,
      bundles: [{ id: 'pair', title: 'Together pair', amount: 2000 }],
      lines: [
        { line_id: 'course', product_id: 'course', amount: 1429 + 857, bundle_amount: 1429 },
        { line_id: 'box', product_id: 'box', amount: 571 + 343, bundle_amount: 571 },
      ],
    });
    expect(priced.total).toBe(10_800);
  });

  test('has VAT per rate: course at 19 %, book with its shipping at 7 %, voucher at 0 %', () => {
    const priced = priceCart(input({ lines: [course, book, voucher], coupon: tenPercent, country: 'AT' }));
    expect(priced.vat_shares).toEqual([
      { rate: 19, gross: 9000, vat: 1437 },
      { rate: 7, gross: 4499, vat: 294 },
      { rate: 0, gross: 5000, vat: 0 },
    ]);
    expect(priced.included_vat).toBe(1437 + 294);
  });

  test('keeps an unknown code with the reason of its refusal', () => {
    const typed = { code: 'NICHTS', campaign: null, coupon: null };
    expect(priceCart(input({ lines: [course], coupon: typed }))).toMatchObject({
      code: 'NICHTS',
      code_error: 'UNKNOWN',
      total: 10_000,
    });
  });
});

test.each<[number, ProductKind[], boolean]>([
  [1, ['course'], true],
  [0, ['course', 'book'], false],
  [0, ['membership'], true],
  [0, ['course', 'subscription'], true],
  [0, [], false],
])('%i cents due for %j need a payment method: %s', (due, kinds, expected) => {
  expect(needsPaymentMethod(cents(due), kinds)).toBe(expected);
});

const sourceOf = (id: string) =>
  fc.option(
    fc.integer({ min: 0, max: 20_000 }).map((balance) => ({ id, balance: cents(balance) })),
    { nil: null },
  );
const kindOfMoney = fc.record({ voucher: sourceOf('voucher'), credit: sourceOf('credit') });

type Money = { readonly voucher: Source | null; readonly credit: Source | null };
type Source = Parameters<typeof availableBalance>[0][number];

const present = (sources: readonly (Source | null)[]) => sources.filter((source) => source !== null);

test.prop([pricingInput, kindOfMoney, kindOfMoney], { numRuns: runs(500) })(
  'a voucher never increases the amount due, and one source of each kind can pay its part',
  (priced, paid, promotional) => {
    const priceWith = (sources: (money: Money) => readonly Source[]) =>
      priceCart({
        ...priced,
        credit_balance: availableBalance(sources(paid)),
        promotional_balance: availableBalance(sources(promotional)),
      });
    const both = ({ voucher, credit }: Money) => present([voucher, credit]);
    const typed = priceWith(both);
    const without = priceWith(({ credit }) => present([credit]));
    expect(typed.amount_due).toBeLessThanOrEqual(without.amount_due);
    const parts = [
      [promotional, typed.promotional_credit],
      [paid, typed.credit - typed.promotional_credit],
    ] as const;
    for (const [money, amount] of parts) {
      const source = payingSource(both(money), amount);
      expect(source === null).toBe(amount === 0);
      expect(source?.balance ?? 0).toBeGreaterThanOrEqual(amount);
      if (amount > 0 && (money.voucher?.balance ?? 0) >= amount) expect(source?.id).toBe('voucher');
    }
  },
);
