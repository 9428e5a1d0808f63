import { expect, test } from 'vitest';
import { piecesToAdd } from '#ui/screens/catalogue/book/pieces-to-add.ts';

test('the chosen quantity shrinks to what still fits into the cart, but not below one', () => {
  const book = { max_quantity: 5, stock: 4 };
  expect([0, 1, 2, 3, 4].map((inCart) => piecesToAdd(book, inCart, 3))).toEqual([
    { left: 4, quantity: 3 },
    { left: 3, quantity: 3 },
    { left: 2, quantity: 2 },
    { left: 1, quantity: 1 },
    { left: 1, quantity: 1 },
  ]);
});
