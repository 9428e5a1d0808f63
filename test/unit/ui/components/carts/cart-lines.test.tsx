import { expect, test } from 'vitest';
import type { CartItem } from '#core/model/cart.ts';
import { cents } from '#core/rules/basics/money.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { CartLine } from '#ui/components/carts/cart-lines.tsx';

const item: CartItem = {
  line_id: 'book-raupen-lesen',
  product_id: 'book-raupen-lesen',
  price: cents(6_400),
  quantity: 2,
  custom_properties: {},
  product_data: {
    kind: 'book',
    slug: 'raupen-lesen',
    cover: 'buch-raupen-lesen',
    product_name: 'Raupen lesen',
    price: cents(3_200),
    monthly_price: null,
    person: { firstname: 'Maria Sibylla', lastname: 'Merian' },
    category: { identifier: 'book', title: 'Book' },
    max_quantity: null,
    stock: null,
    is_shipped: true,
    is_fixed_price: true,
  },
};

const lineWith = (isDisabled: boolean) =>
  renderInShop(
    <CartLine
      item={item}
      maximum={9}
      isDisabled={isDisabled}
      isBusy={false}
      onQuantity={() => undefined}
      onMove={() => undefined}
      onRemove={() => undefined}
    />,
    { locale: 'en' },
  );

test('a line shows cover, name, price of the line, quantity, the way to the wish list and delete', async () => {
  const markup = await lineWith(false);
  for (const part of ['/pictures/buch-raupen-lesen-', 'Raupen lesen', '€64.00', 'Remove Raupen lesen'])
    expect(markup).toContain(part);
  expect(markup).toContain('To wish list, out of the cart: Raupen lesen');
  expect(markup.match(/<button/g)).toHaveLength(4);
});

test('while the cart is disabled nothing of it can be pressed', async () => {
  expect(await lineWith(true)).toContain('Raupen lesen');
  expect(await lineWith(true)).not.toContain('<button');
});

test('at the highest quantity a line says which limit it is', async () => {
  const withLimit = async (max_quantity: number | null, stock: number | null, maximum: number) => {
    const line = { ...item, product_data: { ...item.product_data, max_quantity, stock } };
    return renderInShop(
      <CartLine
        item={line}
        maximum={maximum}
        isDisabled={false}
        isBusy={false}
        onQuantity={() => undefined}
        onMove={() => undefined}
        onRemove={() => undefined}
      />,
      { locale: 'en' },
    );
  };
  expect(await withLimit(5, 2, 2)).toContain('No more than 2 in stock at the moment.');
  expect(await withLimit(2, 7, 2)).toContain('At most 2 per order.');
  expect(await withLimit(5, 7, 5)).not.toMatch(/in stock|per order/);
});
