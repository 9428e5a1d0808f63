import type { CheckoutStep } from '#core/rules/orders/checkout-steps.ts';
import { createCheckout } from '#core/storefront/orders/checkout.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';
import { email } from './order-shopper.ts';

/** The request that charges an order. */
export type Payment = Parameters<ShopApi['checkOutOrder']>[0];

export function paymentWith(nonce: string) {
  const method = { kind: 'card', brand: 'visa', last_four: '1111' } as const;
  const billing = { ...vienna, city: 'Graz', postal_code: '8010' };
  return { nonce: { nonce, method, liability_shifted: true, device_data: 'geraet' }, billing, isKept: true };
}

/** Opens the checkout of a guest whose order (a course and a book) waits for its payment; records the API calls. */
export async function openCheckout(change: Partial<ShopApi> = {}) {
  const browser = openTestBrowser();
  const calls: { readonly name: string; readonly request: unknown }[] = [];
  const tab = browser.openTab({
    between: (api) =>
      new Proxy(
        { ...api, ...change },
        {
          get(target, name) {
            const call = Reflect.get(target, name) as ((...request: unknown[]) => unknown) | undefined;
            if (call === undefined) return call;
            return (request: unknown) => {
              calls.push({ name: String(name), request });
              return call(request);
            };
          },
        },
      ),
  });
  await tab.start();
  const { actions } = tab.shop;
  const add = (slug: string) => actions.addToCart({ product: cardOf(slug), quantity: 1 });
  await add('clara-schumann');
  await add('raupen-lesen');
  await actions.saveBuyer(vienna, email);
  const order = succeeded(await actions.placeOrder({ email, giftPdfProductIds: [] }));
  const shown: { step: CheckoutStep } = { step: 'review' };
  const checkout = createCheckout(tab.shop, { order, message: null }, () => shown.step);
  /** Returns the requests that were sent to charge the order. */
  const payments = () =>
    calls.filter(({ name }) => name === 'checkOutOrder').map(({ request }) => request as Payment);
  return { browser, tab, add, order, shown, checkout, payments };
}

export const contact = { firstname: 'Johanna', lastname: 'Brandt', country: 'AT' };

/** Opens the checkout of a guest whose order is a course, with name and country in place of an address. */
export async function openDigitalCheckout(change: Partial<ShopApi> = {}) {
  const opened = await openCheckout(change);
  const { actions } = opened.tab.shop;
  const book = opened.tab.cart().products.find((line) => line.product_data.is_shipped);
  await actions.removeFromCart(book?.line_id ?? '');
  await actions.saveBuyer(contact, email);
  const order = succeeded(await actions.placeOrder({ email, giftPdfProductIds: [] }));
  const checkout = createCheckout(opened.tab.shop, { order, message: null }, () => 'review');
  return { ...opened, order, checkout };
}

export const agreed = { isWaived: true, isEarlyStart: true };
