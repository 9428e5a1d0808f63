import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { testCards } from '#examples/acme-pay/simulator/ledger.ts';
import { type Simulator, startSimulator } from '#examples/acme-pay/simulator/simulator.ts';
import { type MailService, startMailService } from '#examples/http-mail/test/mail-service.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { consentToEverything } from '#test/e2e/support/analytics-services.ts';
import { exampleModules } from '#test/e2e/support/example-modules.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';
import { createShopper, testCards as sandboxCards } from '#test/e2e/support/shopper.ts';
import { removeData, type ShopProcess, startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

// The shop with the packages of `examples/`, by configuration alone, and the sandbox as the second provider for cards.
test.describe.configure({ mode: 'serial' });

const say = shopWords('en');
const matomo = 'https://matomo.example';
const port = await reservePort();
const site = `http://localhost:${port}`;

let shop: ShopProcess;
let acme: Simulator;
let mails: MailService;
let environment: Record<string, string>;
let dataDir = '';

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-modules-'));
  mails = await startMailService();
  const sandboxPort = await reservePort();
  acme = await startSimulator({ webhookUrl: `http://127.0.0.1:${port}/api/webhooks/acme_pay` });
  environment = {
    ...exampleModules,
    PAYMENT_MODULES: `${exampleModules.PAYMENT_MODULES},sandbox`,
    SANDBOX_PORT: String(sandboxPort),
    HTTP_MAIL_URL: mails.url,
    HTTP_MAIL_KEY: mails.key,
    MATOMO_URL: matomo,
    MATOMO_SITE_ID: '3',
    ACME_PAY_URL: acme.url,
    ACME_PAY_KEY: acme.key,
    ACME_PAY_WEBHOOK_SECRET: acme.webhookSecret,
    PORT: String(port),
    DATA_DIR: dataDir,
  };
  shop = await startShop({ port, sandboxPort, dataDir, environment });
});

test.afterAll(async () => {
  await shop?.stop('SIGTERM');
  await acme?.close();
  await mails?.close();
  removeData(dataDir);
});

test.use({ baseURL: site });

/** Runs a command of `npm run shop` for the running shop. */
function runCommand(...options: readonly string[]): string {
  const command = join(projectRoot, 'src/app/shop-command.ts');
  return execFileSync(process.execPath, [command, ...options], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', ...environment },
  });
}

const frame = (page: Page) => page.frameLocator('iframe[src*="/card"]');

/** Types a card into the frame of Acme Pay. */
async function typeCard(page: Page, number: string): Promise<void> {
  const card = { number, expirationDate: '1230', cvv: '123', cardholderName: 'Johanna Brandt' };
  for (const [field, text] of Object.entries(card)) await frame(page).locator(`#${field}`).fill(text);
}

/** Consents to everything, and responds to the requests for Matomo. */
async function consentWithMatomo(page: Page): Promise<void> {
  await consentToEverything(page.context(), site);
  await page.route(`${matomo}/**`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
}

test('Matomo is loaded on pages with consent only, from the host that their policy names', async ({
  page,
}) => {
  const requests = recordRequests(page, /^https:\/\/matomo\.example\//);
  await page.goto('/en/kurse');
  await expect(page.getByRole('region', { name: 'Your choice' })).toBeVisible();
  expect(requests).toEqual([]);
  await consentWithMatomo(page);
  const response = await page.goto('/en/kurse');
  expect(response?.headers()['content-security-policy']).toContain(matomo);
  await expect.poll(() => requests).toEqual([`${matomo}/matomo.js`]);
  const queue = await page.evaluate(() => (window as unknown as { _paq: unknown[][] })._paq);
  expect(queue).toContainEqual(['setSiteId', '3']);
  expect(queue.at(-1)).toEqual(['trackPageView']);
});

test('a guest buys with Acme Pay after a decline and an action at the bank; the payment can be refunded', async ({
  page,
}) => {
  await consentWithMatomo(page);
  const shopper = createShopper(page, 'en', say);
  const email = 'johanna@meisterhand.example';
  let code = '';

  await test.step('a declined card leaves the order open', async () => {
    await shopper.goToPayment(email, 'course-albrecht-duerer');
    await typeCard(page, testCards.declined);
    await shopper.reviewAndOrder();
    await expect(frame(page).locator('#number')).toBeVisible();
    expect(acme.ledger.payments().map(({ status }) => status)).toEqual(['declined']);
  });

  await test.step('the bank asks on its own page and sends the browser back to the paid order', async () => {
    await typeCard(page, testCards.redirect);
    await shopper.reviewAndOrder();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await shopper.expectPaidOrder();
    code = await shopper.orderCode();
  });

  await test.step('the mail service has the confirmation', async () => {
    await expect.poll(() => mails.accepted.filter(({ to }) => to === email).length).toBeGreaterThan(0);
    expect(mails.accepted.find(({ text }) => text.includes(code))?.to).toBe(email);
  });

  await test.step('the webhook of the capture was recorded, and a refund reaches Acme Pay', async () => {
    await expect.poll(() => runCommand('payments', 'notices')).toContain('settled');
    runCommand('refund', code, '--all');
    await expect.poll(() => acme.ledger.refunds().map(({ amount }) => amount)).toEqual([8_900]);
  });
});

test('a guest chooses the second provider, whose fields and test cards alone are shown, and pays there', async ({
  page,
}) => {
  await consentWithMatomo(page);
  const shopper = createShopper(page, 'en', say);
  const card = (provider: string) => `${say('checkout', 'payment.card')} (${provider})`;
  const radio = (provider: string) => page.getByRole('radio', { name: card(provider), exact: true });
  /** Locates the numbers of the printed test cards, whose list is closed. */
  const printed = () => page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/);
  const before = acme.ledger.payments().length;

  await test.step('the providers are in the order of the configuration, and the first one is selected', async () => {
    await shopper.goToPayment('karl@meisterhand.example', 'course-albrecht-duerer');
    await expect(frame(page).locator('#number')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio').first()).toHaveAccessibleName(card('Acme Pay'));
    await expect(radio('Acme Pay')).toBeChecked();
    await expect(printed().filter({ hasText: '4000 0025 0000 3155' })).toHaveCount(1);
    await expect(page.locator('fieldset iframe')).toHaveCount(1);
  });

  await test.step('the second provider replaces fields and test cards of the first', async () => {
    await shopper.chooseMethod(card('test payment'));
    await expect(shopper.cardField('number')).toBeVisible();
    await expect(page.locator('iframe[src*="/card"]')).toHaveCount(0);
    await expect(printed().filter({ hasText: sandboxCards.challenged })).toHaveCount(1);
    await expect(printed().filter({ hasText: '4000 0025 0000 3155' })).toHaveCount(0);
  });

  await test.step('its card pays, and a refund reaches it', async () => {
    await shopper.payWith(sandboxCards.accepted);
    await shopper.expectPaidOrder();
    const code = await shopper.orderCode();
    expect(acme.ledger.payments()).toHaveLength(before);
    const refunds = acme.ledger.refunds().length;
    runCommand('refund', code, '--all');
    await expect.poll(() => runCommand('order', code)).toMatch(/operator refunded: card/);
    expect(acme.ledger.refunds()).toHaveLength(refunds);
  });
});
