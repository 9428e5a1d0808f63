import { expect, test } from 'vitest';
import type { CartItem } from '#core/model/cart.ts';
import { cents } from '#core/rules/basics/money.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf } from '#test/support/test-browser.ts';
import { CartLine } from '#ui/components/carts/cart-lines.tsx';

const book = { ...toProductData(cardOf('raupen-lesen')), cover: 'buch-raupen-lesen', price: cents(3_200) };
const item = createCartItem('book-raupen-lesen', book, 2);

const render = (shown: CartItem, maximum: number, isDisabled = false) =>
  renderInShop(
    <CartLine
      item={shown}
      maximum={maximum}
      isDisabled={isDisabled}
      isBusy={false}
      onQuantity={() => undefined}
      onMove={() => undefined}
      onRemove={() => undefined}
    />,
    { locale: 'en' },
  );

test('a line shows cover, name, its price and quantity, and can be moved to the wish list or removed', async () => {
  const markup = await render(item, 9);
  for (const part of ['/pictures/buch-raupen-lesen-', 'Raupen lesen', '€64.00', 'Remove Raupen lesen'])
    expect(markup).toContain(part);
  expect(markup).toContain('To wish list, out of the cart: Raupen lesen');
  expect(markup.match(/<button/g)).toHaveLength(4);
});

test('a line has no buttons while the cart is disabled', async () => {
  const markup = await render(item, 9, true);
  expect(markup).toContain('Raupen lesen');
  expect(markup).not.toContain('<button');
});

test('a line at its maximum quantity names the limit', async () => {
  const withLimit = (max_quantity: number | null, stock: number | null, maximum: number) =>
    render({ ...item, product_data: { ...book, max_quantity, stock } }, maximum);
  expect(await withLimit(5, 2, 2)).toContain('No more than 2 in stock at the moment.');
  expect(await withLimit(2, 7, 2)).toContain('At most 2 per order.');
  expect(await withLimit(5, 7, 5)).not.toMatch(/in stock|per order/);
});
