import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Simulator, startSimulator } from '#examples/direct-pay/simulator/simulator.ts';
import module from '#examples/direct-pay/src/module.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { consentToEverything } from '#test/e2e/support/analytics-services.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';
import { createShopper, type Shopper } from '#test/e2e/support/shopper.ts';
import { removeData, type ShopOptions, type ShopProcess, startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

// The shop with the sandbox for cards and the example of a provider on whose page buyers pay.
test.describe.configure({ mode: 'serial' });

const say = shopWords('en');
const port = await reservePort();
const site = `http://localhost:${port}`;
const label = 'Direct Pay';

let shop: ShopProcess;
let provider: Simulator;
let options: ShopOptions;

test.beforeAll(async () => {
  provider = await startSimulator({ webhookUrl: `http://127.0.0.1:${port}/api/webhooks/${module.name}` });
  options = {
    port,
    sandboxPort: await reservePort(),
    dataDir: mkdtempSync(join(tmpdir(), 'meisterhand-direct-')),
    environment: {
      PAYMENT_MODULES: `sandbox,${join(projectRoot, 'examples/direct-pay/src/module.ts')}`,
      DIRECT_PAY_URL: provider.url,
      DIRECT_PAY_KEY: provider.key,
    },
  };
  shop = await startShop(options);
});

test.afterAll(async () => {
  await shop?.stop('SIGTERM');
  await provider?.close();
  removeData(options.dataDir);
});

test.use({ baseURL: site });

test.beforeEach(async ({ context }) => consentToEverything(context, site));

const title = (page: Page, key: string) =>
  page.getByRole('heading', { level: 1, name: say('checkout', `complete.${key}`) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const statusesOf = (code: string) =>
  provider.ledger
    .payments()
    .filter(({ reference }) => reference.includes(code))
    .map(({ status }) => status);

/** Orders from the payment step, and expects the provider's page. */
async function orderWithDirectPay(page: Page, shopper: Shopper): Promise<void> {
  await shopper.chooseMethod(label);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByRole('region', { name: say('checkout', 'payment.title') })).toContainText(label);
  await shopper.order();
  await expect(page.getByRole('heading', { name: 'Direct Pay' })).toBeVisible();
}

test('a buyer cancels, lets the time pass, is refused by the bank, and pays; each outcome has its own message', async ({
  page,
}) => {
  const shopper = createShopper(page, 'en', say);
  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await expect(page.getByText(label)).toBeVisible();
  await shopper.goToPayment('vier-versuche@meisterhand.example', 'course-emmy-noether');
  for (const [choice, message] of [
    ['Cancel', 'payment.cancelled'],
    ['Let the time pass', 'payment.expired'],
    ['Let the bank refuse', 'payment.declined'],
  ] as const) {
    await orderWithDirectPay(page, shopper);
    await press(page, choice);
    await expect(page.getByText(say('checkout', message))).toBeVisible();
    await expect(page).toHaveURL(/dialog=payment/);
  }
  await expectNoViolations(page, { except: 'iframe' });
  await orderWithDirectPay(page, shopper);
  await press(page, 'Pay now');
  await expect(title(page, 'paid_title')).toBeVisible();
  const code = await shopper.orderCode();
  expect(statusesOf(code).toSorted()).toEqual(['cancelled', 'expired', 'failed', 'paid']);
});

test('a payment that the bank decides later says that the page may be closed, and completes the order by itself', async ({
  page,
}) => {
  const shopper = createShopper(page, 'en', say);
  const email = 'spaeter@meisterhand.example';
  await shopper.goToPayment(email, 'course-emmy-noether');
  await orderWithDirectPay(page, shopper);
  await press(page, 'Pay, my bank decides later');
  await expect(title(page, 'processing_title')).toBeVisible();
  await expect(page.getByText(say('checkout', 'complete.waiting_close', { email }))).toBeVisible();
  await expectNoViolations(page);
  // The cart is still full, but a buyer who comes back cannot order, and pay, a second time.
  await page.goto('/en/checkout/shop?dialog=address');
  await expect(title(page, 'processing_title')).toBeVisible();
  const [pending] = provider.ledger.payments().filter(({ status }) => status === 'pending');
  await provider.act(pending?.id ?? '', 'grant');
  await expect(title(page, 'paid_title')).toBeVisible();
});

test('an order that was paid while the shop was killed, and whose webhook was lost, is completed once', async ({
  page,
}) => {
  const shopper = createShopper(page, 'en', say);
  await shopper.goToPayment('abgestuerzt@meisterhand.example', 'course-emmy-noether');
  await orderWithDirectPay(page, shopper);
  await shop.stop('SIGKILL');
  const open = provider.ledger.payments().filter(({ status }) => status === 'open');
  expect(open).toHaveLength(1);
  await provider.act(open[0]?.id ?? '', 'pay');
  shop = await startShop(options);
  await page.goto(open[0]?.return_url ?? '');
  await expect(title(page, 'paid_title')).toBeVisible();
  const code = await shopper.orderCode();
  await page.goto(open[0]?.return_url ?? '');
  await expect(title(page, 'paid_title')).toBeVisible();
  expect(statusesOf(code)).toEqual(['paid']);
  expect(provider.ledger.refunds()).toEqual([]);
});
