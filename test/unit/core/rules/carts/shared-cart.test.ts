import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { highestQuantity, maxSharedProducts } from '#core/model/values.ts';
import { quantities } from '#core/rules/carts/cart-lines.ts';
import {
  offeredPieces,
  parseSharedCart,
  sharedCartRoute,
  sharedProducts,
} from '#core/rules/carts/shared-cart.ts';
import { runs } from '#test/run-length.ts';

const line = fc.record({
  product_id: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
  quantity: fc.integer({ min: 1, max: highestQuantity }),
});

const writtenIn = (route: string) => new URL(route, 'http://localhost').searchParams.get('produkte');

describe('the link of a shared cart', () => {
  test.prop([fc.array(line, { maxLength: maxSharedProducts })], { numRuns: runs(200) })(
    'brings back each product with the sum of its lines',
    (lines) => {
      const expected = [...quantities(lines)].map(([product_id, sum]) => ({
        product_id,
        quantity: Math.min(sum, highestQuantity),
      }));
      expect(parseSharedCart(writtenIn(sharedCartRoute(lines)))).toEqual(expected);
    },
  );

  test('has products and quantities, and no text that somebody has typed', () => {
    const lines = [
      {
        product_id: 'gift-b',
        quantity: 2,
        custom_properties: { recipient_name: 'Clara', recipient_email: 'clara@example.org' },
      },
      { product_id: 'book-a', quantity: 1, custom_properties: { greeting: 'Alles Gute' } },
    ];
    expect(sharedCartRoute(lines)).toBe('/warenkorb?produkte=gift-b~2,book-a');
  });

  test.prop(
    [
      fc.oneof(
        fc.string(),
        fc.array(fc.string()).map((parts) => parts.join(',')),
      ),
      fc.nat(80),
    ],
    { numRuns: runs(200) },
  )(
    'is read with any content: other text is ignored, and the number of products is limited',
    (text, more) => {
      const many = Array.from({ length: more }, (_, index) => `p-${index}~3`).join(',');
      const parsed = parseSharedCart(`${text},${many}`);
      expect(parsed.length).toBeLessThanOrEqual(maxSharedProducts);
      expect(sharedProducts(parsed)).toEqual(parsed);
      for (const { product_id, quantity } of parsed) {
        expect(product_id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/);
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(quantity).toBeLessThanOrEqual(highestQuantity);
      }
    },
  );

  test.prop(
    [
      fc.record({
        max_quantity: fc.option(fc.integer({ min: 1, max: 5 })),
        stock: fc.option(fc.nat(4)),
        is_available: fc.boolean(),
      }),
      fc.record({ quantity: fc.integer({ min: 1, max: 9 }), inCart: fc.nat(6), isOwned: fc.boolean() }),
    ],
    { numRuns: runs(300) },
  )('offers the pieces for which the cart has room, else the reason for none', (product, wish) => {
    const offered = offeredPieces(product, wish);
    const highest = Math.min(product.max_quantity ?? highestQuantity, product.stock ?? highestQuantity);
    if (wish.isOwned) expect(offered).toBe('owned');
    else if (!product.is_available) expect(offered).toBe('sold_out');
    else if (wish.inCart >= highest) expect(offered).toBe('in_cart');
    else expect(offered).toBe(Math.min(wish.quantity, highest - wish.inCart));
  });

  test('has no products when it names none', () => {
    expect([parseSharedCart(null), parseSharedCart(''), parseSharedCart('a~0,~2,a b')]).toEqual([[], [], []]);
  });
});
