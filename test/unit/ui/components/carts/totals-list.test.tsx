import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { runs } from '#test/run-length.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { type Totals, TotalsList } from '#ui/components/carts/totals-list.tsx';

const amount = fc.integer({ min: 1, max: 99_999 }).map(cents);
const some = fc.oneof(fc.constant(cents(0)), amount);

const totals: fc.Arbitrary<Totals> = fc
  .record({
    subtotal: amount,
    coupon: some,
    saved: fc.array(amount, { maxLength: 2 }),
    code: fc.constantFrom(null, 'SOMMER'),
    is_shipped: fc.boolean(),
    shipping: fc.constant(cents(490)),
    total: amount,
    paid: some,
    promotional: some,
    vat: some,
  })
  .map(({ paid, coupon, saved, ...parts }) => ({
    ...parts,
    discount: cents(saved.reduce<number>((sum, one) => sum + one, coupon)),
    bundles: saved.map((one, index) => ({ id: `${index}`, title: `Set ${index}`, amount: one })),
    credit: cents(paid + parts.promotional),
    due: cents(parts.total + 7),
  }));

/** Returns what is left of the discount when the bundle offers have their own rows. */
function couponOf({ discount, bundles }: Totals): number {
  return bundles.reduce<number>((left, bundle) => left - bundle.amount, discount);
}

/** Totals of €100.00 without discount, delivery and credit. */
const plain: Totals = {
  ...{ subtotal: cents(10_000), discount: cents(0), bundles: [], code: null, is_shipped: false },
  ...{ shipping: cents(0), total: cents(10_000), credit: cents(0), promotional: cents(0) },
  ...{ due: cents(10_000), vat: cents(1_597) },
};

test('promotional credit is shown before the total, which money and paid credit pay', async () => {
  const shown = { ...plain, credit: cents(5_000), promotional: cents(2_000), due: cents(5_000) };
  expect((await rowsOf(shown, 'checkout:summary')).slice(1)).toEqual([
    { label: 'Promotional credit (not for books)', value: '−€20.00' },
    { label: 'Total', value: '€80.00' },
    { label: 'Voucher credit', value: '−€30.00' },
    { label: 'Left to pay', value: '€50.00' },
  ]);
});

test('a bundle offer has its own row, and the coupon only the rest of the discount', async () => {
  const bundles = [{ id: 'pair', title: 'Eye and hand', amount: cents(2900) }];
  const sums = { subtotal: cents(17_800), discount: cents(4390), total: cents(13_410), due: cents(13_410) };
  const shown = { ...plain, ...sums, bundles, code: 'SOMMER' };
  expect((await rowsOf(shown, 'component:cart.totals')).slice(1, 3)).toEqual([
    { label: 'Bundle “Eye and hand”', value: '−€29.00' },
    { label: 'Discount SOMMER', value: '−€14.90' },
  ]);
});

test('delivery costs depend on the country while it is unknown, and may be free', async () => {
  for (const [shipping, value] of [
    [null, expect.stringMatching(/^depends on/)],
    [cents(0), 'free'],
    [cents(499), '€4.99'],
  ] as const)
    for (const texts of ['checkout:summary', 'component:cart.totals'] as const)
      expect((await rowsOf({ ...plain, is_shipped: true, shipping }, texts))[1]?.value).toEqual(value);
});

/** Renders the totals and returns labels and values of the rows, in order. */
async function rowsOf(shown: Totals, texts: 'checkout:summary' | 'component:cart.totals') {
  const html = await renderInShop(<TotalsList totals={shown} texts={texts} />, { locale: 'en' });
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = '', value = '']) => ({
    label,
    value: value.replaceAll(/<[^>]*>/g, ''),
  }));
}

test.prop([totals], { numRuns: runs(60) })(
  'the checkout leaves out rows without an amount',
  async (shown) => {
    const rows = await rowsOf(shown, 'checkout:summary');
    expect(rows.map(({ label }) => label)).toEqual([
      'Subtotal',
      ...shown.bundles.map(({ title }) => `Bundle “${title}”`),
      ...(couponOf(shown) === 0 ? [] : [shown.code === null ? 'Discount' : 'Discount with SOMMER']),
      ...(shown.is_shipped ? ['Delivery'] : []),
      ...(shown.promotional === 0 ? [] : ['Promotional credit (not for books)']),
      'Total',
      ...(shown.credit === shown.promotional ? [] : ['Voucher credit', 'Left to pay']),
    ]);
  },
);

test.prop([totals], { numRuns: runs(60) })('the last row is the amount due', async (shown) => {
  for (const texts of ['checkout:summary', 'component:cart.totals'] as const) {
    const last = (await rowsOf(shown, texts)).at(-1);
    expect(last?.value).toBe(formatPrice(shown.due, 'en'));
  }
});

test.prop([totals], { numRuns: runs(60) })(
  'the cart names VAT only if it is included, and no subtotal that equals the total',
  async (shown) => {
    const rows = await rowsOf(shown, 'component:cart.totals');
    expect(rows.at(-1)?.label.includes('VAT')).toBe(shown.vat > 0);
    const isTotalAlone = shown.discount === 0 && !shown.is_shipped && shown.credit === 0;
    expect(rows.some(({ label }) => label === 'Subtotal')).toBe(!isTotalAlone);
    const isPaid = shown.credit > shown.promotional;
    const optional = [couponOf(shown) > 0, shown.is_shipped, shown.promotional > 0, isPaid, isPaid];
    const count = 2 + shown.bundles.length + optional.filter(Boolean).length;
    expect(rows).toHaveLength(isTotalAlone ? 1 : count);
  },
);
