import type { Page } from '@playwright/test';
import { chargesOf, expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { expiredToken, setSessionCookies } from '#test/e2e/support/new-learner.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';

const course = { id: 'course-emmy-noether', path: '/kurse/emmy-noether', price: 7900 };

/** Ways in which browser storage can be broken. Each function adds a script that runs before the page's own. */
const brokenStorages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  disabled: (page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    }),
  full: (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    }),
};

for (const [state, breakStorage] of Object.entries(brokenStorages)) {
  test.describe(`with a storage that is ${state}`, () => {
    // React Router's script that restores the scroll position logs this error.
    test.use({ toleratedFault: state === 'disabled' ? /operation is insecure/ : null });

    test('a cart is filled and paid for', { tag: '@checkout' }, async ({ page, say, shopper }) => {
      await breakStorage(page);
      await shopper.addToCart(course.path);
      const cart = await shopper.openCart();
      await expect(cart).toContainText(shopper.price(course.price));
      await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
      await shopper.fillEmail(freshEmail('trotzdem'));
      await shopper.fillAddress(vienna);
      await shopper.continueToPayment();
      await shopper.payWith(testCards.accepted);
      await expectPaidOnce(shopper, course.price);
    });
  });
}

test('without cookies a guest can go as far as the payment step', { tag: '@checkout' }, async ({
  page,
  context,
  say,
  shopper,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  });
  await context.clearCookies();
  await shopper.addToCart(course.path);
  await shopper.goToCheckout();
  // Without cookies the shop cannot store the choice, so it shows the consent banner on every page.
  await page.getByRole('button', { name: say('component', 'consent.none') }).click();
  await shopper.fillEmail(freshEmail('trotzdem'));
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await expect(shopper.summary()).toContainText(shopper.price(course.price));
});

test('an error response or a missing response is reported, and the request can be repeated', {
  tag: '@checkout',
}, async ({ page, context, say, shopper }) => {
  await shopper.fillCart(course.id);
  await shopper.goToCheckout();
  await shopper.fillEmail(freshEmail('trotzdem'));
  await shopper.fillAddress(vienna);
  const next = page.getByRole('button', { name: say('checkout', 'address.continue') });
  const message = page.getByRole('alert');

  await page.route('**/api/cart/order', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
  );
  await next.click();
  await expect(message).toContainText(say('component', 'failure.other'));
  await page.unroute('**/api/cart/order');

  await context.setOffline(true);
  await next.click();
  await expect(message).toContainText(say('component', 'failure.network'));
  await context.setOffline(false);

  await expect(shopper.summary()).toContainText(shopper.price(course.price));
  await shopper.continueToPayment();
});

test('a slow response shows a progress message, and pressing twice places one order', {
  tag: '@checkout',
}, async ({ page, say, shopper }) => {
  await shopper.fillCart(course.id);
  await shopper.goToCheckout();
  await shopper.fillEmail(freshEmail('trotzdem'));
  await shopper.fillAddress(vienna);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let orders = 0;
  await page.route('**/api/cart/order', async (route) => {
    orders += 1;
    await released;
    await route.continue();
  });
  const next = page.getByRole('button', { name: say('checkout', 'address.continue') });
  await next.dblclick();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page).toHaveURL(/dialog=payment/);
  expect(orders).toBe(1);
});

test('a response that is lost after the charge is recovered, and the Back button places no order', {
  tag: '@checkout',
}, async ({ page, language, say, shopper }) => {
  await shopper.goToPayment(freshEmail('trotzdem'), course.id);
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  let lost = 0;
  await page.route('**/api/cart/checkout', async (route) => {
    // The server processes the request; the connection is cut before the response reaches the page.
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await shopper.order();
  await shopper.expectPaidOrder();
  expect(lost).toBeGreaterThan(0);
  const code = await shopper.orderCode();

  await page.goBack();
  await expect(page.getByRole('button', { name: say('checkout', 'review.order') })).toHaveCount(0);
  await page.goto(`/${language}/checkout/shop?dialog=address`);
  await expect(page.getByText(shopper.price(course.price))).toHaveCount(0);
  expect(await chargesOf(code)).toEqual([course.price]);
});

test('an expired session leads to the login and back to the page', async ({
  page,
  learner,
  context,
  language,
  say,
  baseURL,
}) => {
  const token = expiredToken(learner.id);
  await setSessionCookies(context, { access: token, refresh: token }, baseURL);
  await page.goto(`/${language}/profil/master`);
  await expect(page).toHaveURL(/auth\/login\?returnTo=/);
  await logIn(page, say, learner.email, learner.password);
  await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
});
