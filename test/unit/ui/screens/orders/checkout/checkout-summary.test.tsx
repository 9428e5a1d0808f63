import { expect, test } from 'vitest';
import type { CustomProperties } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import type { ProductData } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { applyCartAction, createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { createCartStore } from '#core/storefront/kernel/cart-store.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf } from '#test/support/test-browser.ts';
import { RemovableLines } from '#ui/components/carts/cart-lines.tsx';
import { cartSummary, orderSummary } from '#ui/screens/orders/checkout/checkout-summary.ts';
import { EditableLines, SummaryLines } from '#ui/screens/orders/checkout/order-summary.tsx';

const voucher: ProductData = {
  ...toProductData(cardOf('geschenk-clara-schumann')),
  ...{ kind: 'voucher', product_name: 'Gutschein', price: cents(2_500) },
};

const cartOf = (...properties: readonly CustomProperties[]) =>
  properties.reduce(
    (cart, texts) =>
      applyCartAction(cart, {
        type: 'add',
        additions: [{ item: createCartItem('voucher', voucher, 1, texts) }],
      }),
    emptyCart,
  );

test('the title of an order in another language than the page is marked with its language', async () => {
  const [line] = cartSummary(cartOf({}), '2026-11-22').lines;
  if (line === undefined) throw new Error('The cart has no line.');
  const titleIn = async (language: 'de' | 'en' | null) => {
    const lines = [{ ...line, language }];
    const markup = await renderInShop(<SummaryLines lines={lines} country="DE" />, { locale: 'de' });
    return /<strong[^>]*>/.exec(markup)?.[0];
  };
  expect(await titleIn('en')).toContain('lang="en"');
  for (const own of ['de', null] as const) expect(await titleIn(own)).not.toContain('lang');
});

test('each line of a gift names delivery, date, recipient, greeting and sender', async () => {
  const { lines } = cartSummary(
    cartOf(
      {},
      { delivery: 'parcel', recipient_name: 'Anna' },
      {
        delivery: 'email',
        recipient_email: 'bert@example.org',
        deliver_on: '2026-12-06',
        greeting: 'Lieber Bert',
        sender_name: 'Emma',
      },
      { delivery: 'email', recipient_email: 'cleo@example.org' },
    ),
    '2026-11-22',
  );
  const markup = await renderInShop(<SummaryLines lines={lines} country="DE" />, { locale: 'de' });
  const [buyer, anna, bert, cleo] = markup.split('<li').slice(1);
  expect(buyer).toContain('Per E\u2011Mail, sofort nach Zahlung');
  expect(anna).toContain('Lieferzeit');
  expect(anna).toContain('Für Anna');
  expect(bert).toContain('Per E\u2011Mail an bert@example.org, am 6.\u00a0Dezember 2026');
  for (const words of ['Lieber Bert', 'Von Emma']) expect(bert).toContain(words);
  expect(cleo).toContain('Per E\u2011Mail an cleo@example.org, sofort nach Zahlung');
  expect(cleo).not.toContain('Bert');
  expect(markup).not.toContain('<button');
});

test('a gift is sent on its day if the payment, not only the order, is earlier', () => {
  const line = {
    title: 'Gutschein',
    kind: 'voucher',
    quantity: 1,
    picture: '',
    price: cents(2_500),
  } as const;
  const custom_properties = { delivery: 'email', recipient_email: 'b@example.org', deliver_on: '2026-12-06' };
  const products = [{ ...line, custom_properties }];
  const order = {
    created_at: '2026-11-22T12:00:00.000Z',
    products,
    shipping_address: null,
  } as unknown as Order;
  const sent = (completed_at: string | null) =>
    orderSummary({ ...order, completed_at }).lines.map(({ delivery }) => delivery.key);
  expect(sent('2026-12-05T12:00:00.000Z')).toEqual(['by_mail_on']);
  for (const late of ['2026-12-06T12:00:00.000Z', '2026-12-08T12:00:00.000Z'])
    expect(sent(late)).toEqual(['by_mail_to']);
});

test('every gift can be changed while the order is open', async () => {
  const { lines } = cartSummary(cartOf({}, { recipient_name: 'Anna' }), '2026-11-22');
  const markup = await renderInShop(<EditableLines lines={lines} country="DE" />, {
    locale: 'en',
    stores: { cart: createCartStore() },
  });
  expect(markup.match(/Change gift details/g)).toHaveLength(4);
  // A live region has to exist before its text.
  expect(markup).toMatch(/role="status"[^>]*><\/span>/);
});

test('a removed line is announced, and its text is read only once', async () => {
  const [item] = cartOf({}).products;
  if (item === undefined) throw new Error('The cart has no line.');
  const markup = await renderInShop(
    <RemovableLines lines={[]} removed={{ item, place: 0 }} onPutBack={async () => undefined} takesFocus />,
    { locale: 'en' },
  );
  const sentence = '“Gutschein” is no longer in your cart.';
  const readers = markup.replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, '');
  expect([markup, readers].map((text) => text.split(sentence).length - 1)).toEqual([2, 1]);
  expect(readers).toMatch(new RegExp(`role="status"[^>]*>${sentence}`));
});
