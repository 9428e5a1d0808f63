import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { createCartItem, toProductData } from '#core/rules/carts/apply-cart-action.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { CartLine } from '#ui/components/carts/cart-lines.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import { SharedCart } from '#ui/screens/carts/cart/shared-cart.tsx';
import { WishListItems } from '#ui/screens/carts/wish-list/wish-list-items.tsx';
import { cartSummary } from '#ui/screens/orders/checkout/checkout-summary.ts';
import { SummaryLines } from '#ui/screens/orders/checkout/order-summary.tsx';

const nothing = () => undefined;
const lineOf = (product: Product) => createCartItem(product.id, toProductData(product));

/** The places that show the price of any product. */
const places: readonly (readonly [string, (product: Product) => ReactNode])[] = [
  ['card', (product) => <ProductCard product={product} />],
  ['wish list', (product) => <WishListItems page={{ items: [product], total: 1, number: 1, size: 24 }} />],
  ['shared cart', (product) => <SharedCart gone={0} plans={[]} items={[{ product, quantity: 1 }]} />],
  [
    'line of the cart',
    (product) => (
      <CartLine
        item={lineOf(product)}
        maximum={1}
        isDisabled={false}
        isBusy={false}
        onQuantity={nothing}
        onMove={nothing}
        onRemove={nothing}
      />
    ),
  ],
  [
    'summary of the checkout and page of the order',
    (product) => (
      <SummaryLines
        country={null}
        lines={cartSummary({ ...emptyCart, products: [lineOf(product)] }, calendarDay(0)).lines}
      />
    ),
  ],
];
const periods = {
  de: { membership: 'im Jahr', subscription: 'im Monat' },
  en: { membership: 'a year', subscription: 'a month' },
};

test.each(places)('the price of a subscription names its period on the %s', async (_, show) => {
  const render = async (product: Product, locale: Locale) => {
    const stores = createStores({ ...guestState, locale });
    const html = await renderInShop(show(product), { locale, facts: memoryShopFacts.shop, stores });
    return html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s/g, ' ');
  };
  const course = cardOf('clara-schumann');
  for (const locale of ['de', 'en'] as const) {
    const amount = formatPrice(course.price, locale).replaceAll(/\s/g, ' ');
    for (const kind of ['membership', 'subscription'] as const)
      expect(await render({ ...course, kind }, locale)).toContain(`${amount} ${periods[locale][kind]}`);
    const once = await render(course, locale);
    expect(once).toContain(amount);
    for (const period of Object.values(periods[locale])) expect(once).not.toContain(`${amount} ${period}`);
  }
});
