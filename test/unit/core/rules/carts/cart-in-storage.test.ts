import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { applyCartAction, createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { parseStoredCart, serialiseStoredCart, toRequestedLines } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { cart, storedCart } from '#test/arbitraries/arbitrary-priced-cart.ts';
import { runs } from '#test/run-length.ts';
import { checkSums } from '#test/support/sums.ts';
import { cardOf } from '#test/support/test-browser.ts';

const gift = createCartItem(
  'gift-clara',
  { ...toProductData(cardOf('geschenk-clara-schumann')), max_quantity: 5 },
  2,
  { greeting: 'Alles Gute' },
);
const stored: StoredCart = {
  version: 1,
  merge_id: '0199c7a0-0000-7000-8000-000000000000',
  owner: 'guest',
  cart: applyCartAction(emptyCart, { type: 'add', additions: [{ item: gift }] }),
};

/** Returns the stored cart as JSON with the value at `path` replaced. */
function changed(path: string, value: unknown): string {
  const copy = JSON.parse(serialiseStoredCart(stored));
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((place, key) => place[key], copy);
  parent[last] = value;
  return JSON.stringify(copy);
}

describe('a stored cart', () => {
  test.prop([storedCart], { numRuns: runs(200) })('is read as it was written', (written) => {
    expect(parseStoredCart(serialiseStoredCart(written))).toEqual(written);
  });

  test('is read with the earlier name of a fixed price', () => {
    const text = serialiseStoredCart(stored).replace('"is_fixed_price":false', '"is_price_bound":true');
    expect(parseStoredCart(text)?.cart.products[0]?.product_data.is_fixed_price).toBe(true);
  });

  test('shows no error of an earlier response', () => {
    const text = serialiseStoredCart({ ...stored, cart: { ...stored.cart, error: 'OUT_OF_STOCK' } });
    expect(parseStoredCart(text)?.cart.error).toBeNull();
  });

  test.each([
    ['cart.products.0.price', 1],
    ['cart.subtotal', 1],
    ['cart.total', -5],
    ['cart.amount', 99],
    ['cart.amount_due', 'free'],
    ['cart.included_vat', null],
    ['cart.discounts.total', 9900],
  ])('has its amounts computed again when %s was edited to %j', (path, value) => {
    expect(parseStoredCart(changed(path, value))?.cart).toEqual(stored.cart);
  });

  test('has its quantity reduced to the limit', () => {
    expect(parseStoredCart(changed('cart.products.0.quantity', 50))?.cart).toMatchObject({
      amount: 5,
      subtotal: 49_500,
    });
  });

  test('keeps only the fields it knows', () => {
    const text = changed('cart.products.0.custom_properties', {
      greeting: 7,
      is_gift_pdf: true,
      evil: 'x',
      __proto__: 1,
    });
    expect(parseStoredCart(text)?.cart.products[0]?.custom_properties).toEqual({ is_gift_pdf: true });
  });

  test.each([
    ['version', undefined],
    ['version', 0],
    ['version', 2],
    ['merge_id', ''],
    ['merge_id', 5],
    ['owner', 'somebody'],
    ['owner', {}],
    ['owner', { user_id: '' }],
    ['cart', null],
    ['cart', []],
    ['cart.products', {}],
    ['cart.products', [null]],
    ['cart.products', Array(101).fill(gift)],
    ['cart.products', [gift, gift]],
    ['cart.products.0.product_id', ''],
    ['cart.products.0.product_id', 1],
    ['cart.products.0.quantity', 0],
    ['cart.products.0.quantity', 1.5],
    ['cart.products.0.quantity', '2'],
    ['cart.products.0.product_data', undefined],
    ['cart.products.0.product_data.kind', 'car'],
    ['cart.products.0.product_data.price', -1],
    ['cart.products.0.product_data.price', 99.5],
    ['cart.products.0.product_data.price', 1e15],
    ['cart.products.0.product_data.monthly_price', undefined],
    ['cart.products.0.product_data.max_quantity', 0],
    ['cart.products.0.product_data.max_quantity', 'many'],
    ['cart.products.0.product_data.person', null],
    ['cart.products.0.product_data.person.lastname', null],
    ['cart.products.0.product_data.category.title', 3],
    ['cart.products.0.product_data.slug', null],
    ['cart.products.0.product_data.cover', undefined],
    ['cart.products.0.product_data.product_name', 0],
    ['cart.products.0.product_data.is_shipped', 'no'],
    ['cart.products.0.product_data.is_fixed_price', undefined],
  ])('with %s set to %j is dropped', (path, value) => {
    expect(parseStoredCart(changed(path, value))).toBeNull();
  });

  test.each([null, '', '{', '[]', '"cart"', '7', 'null', '{"products":[]}'])('%j is no cart', (text) => {
    expect(parseStoredCart(text)).toBeNull();
  });

  test.prop(
    [
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .object({
            key: fc.constantFrom(
              'version',
              'cart',
              'products',
              'owner',
              'merge_id',
              'product_data',
              'price',
              'quantity',
            ),
          })
          .map((value) => JSON.stringify({ version: 1, merge_id: 'm', owner: 'guest', ...value })),
      ),
    ],
    { numRuns: runs(500) },
  )('is read from any other text without an exception', (text) => {
    const read = parseStoredCart(text);
    if (read !== null) expect(parseStoredCart(serialiseStoredCart(read))).toEqual(read);
  });

  test.prop([storedCart, fc.jsonValue(), fc.nat()], { numRuns: runs(500) })(
    'is read without an exception after any one value was replaced, and its sums are right',
    (written, value, place) => {
      const places: (() => void)[] = [];
      const copy = JSON.parse(serialiseStoredCart(written));
      visit(copy, (parent, key) => places.push(() => Object.assign(parent, { [key]: value })));
      places[place % places.length]?.();
      const read = parseStoredCart(JSON.stringify(copy));
      if (read === null) return;
      checkSums('the stored cart', read.cart);
      expect(read.cart.amount_due).toBeGreaterThanOrEqual(0);
    },
  );
});

function visit(value: unknown, onPlace: (parent: object, key: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    onPlace(value, key);
    visit(child, onPlace);
  }
}

test.prop([cart], { numRuns: runs(100) })(
  'the lines for the API have products, quantities and properties, and never a price',
  (given) => {
    const lines = given.products.map((item) => ({
      product_id: item.product_id,
      quantity: item.quantity,
      custom_properties: item.custom_properties,
    }));
    expect(toRequestedLines(given)).toStrictEqual(lines);
  },
);
