import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isVendorAddress } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { chargesOf } from './support/gateway-ledger.ts';
import { ownShop } from './support/shop-places.ts';
import { expect, test } from './support/shop-test.ts';
import type { Shopper } from './support/shopper.ts';
import { createShopper, testCards, vienna } from './support/shopper.ts';
import { simulatedGateway } from './support/simulated-gateway.ts';

/** A course and its price in cents. */
const course = { path: '/kurse/emmy-noether', price: 7900 };

/** An address nobody has used in this run. */
const freshEmail = () => `karte-${process.hrtime.bigint()}@meisterhand.example`;

test.afterEach(() => simulatedGateway.mend());

async function goToPayment(shopper: Shopper, email = freshEmail()): Promise<void> {
  await shopper.addToCart(course.path);
  await shopper.goToCheckout();
  await shopper.fillEmail(email);
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
}

interface KeptText {
  readonly file: string;
  readonly text: string;
}

/** Every file that the shop keeps, the database's and its log's included, as text. */
function keptTexts(): readonly KeptText[] {
  const { dataDir } = ownShop();
  const location = join(dataDir, 'postgres-location.json');
  const elsewhere = existsSync(location) ? [JSON.parse(readFileSync(location, 'utf8')).folder as string] : [];
  return [dataDir, ...elsewhere].flatMap(textsBelow);
}

function textsBelow(folder: string): KeptText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ file, text: readFileSync(file, 'latin1') }));
}

test('a card is paid with after a cancelled and a failed approval; its number stays with the provider', async ({
  page,
  language,
  say,
}) => {
  const asked: { readonly url: string; readonly from: string; readonly body: string }[] = [];
  page.context().on('request', (request) => {
    const body = request.postData() ?? '';
    asked.push({ url: request.url(), from: request.frame().page().url(), body });
  });
  const shopper = createShopper(page, language, say);
  const failure = (code: string) =>
    page.getByRole('alert').filter({ hasText: say('checkout', `payment.error.${code}`) });

  await test.step('clicks through the shop to the checkout, which alone asks payment hosts', async () => {
    await shopper.addToCart(course.path);
    const cart = await shopper.openCart();
    await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
    await shopper.fillEmail(freshEmail());
    await shopper.fillAddress(vienna);
    await shopper.continueToPayment();
  });

  await test.step('cancels the approval, then fails it', async () => {
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('checkout', 'payment.verification.cancel') }).click();
    await expect(failure('VERIFICATION_CANCELLED')).toBeVisible();
    await shopper.continueToReview();
    for (const code of ['0000', '1111', '2222']) await shopper.approveAtBank(code);
    await expect(failure('VERIFICATION_FAILED')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  let code = '';
  await test.step('approves, and is charged once', async () => {
    await shopper.continueToReview();
    await shopper.approveAtBank('1234');
    await shopper.agreeToStartAtOnce();
    await expect(page.getByText('Visa •••• 1091')).toBeVisible();
    await shopper.order();
    const thanks = say('checkout', 'complete.paid_title');
    await expect(page.getByRole('heading', { level: 1, name: thanks })).toBeVisible();
    code = await shopper.orderCode();
    expect(await chargesOf(code)).toEqual([course.price]);
    const [sale] = (await simulatedGateway.transactions()).filter(({ order_id }) =>
      order_id?.startsWith(code),
    );
    expect(sale?.three_d_secure).toMatchObject({ liability_shifted: true });
    expect(sale?.has_device_data).toBe(true);
  });

  await test.step('asks payment hosts from the checkout only', async () => {
    await page.goto(`/${language}/kurse`);
    const outside = asked.filter(({ url, from }) => isVendorAddress(url) && !from.includes('/checkout/shop'));
    expect(outside).toEqual([]);
  });

  await test.step('leaves no card number in what the shop hears, says and keeps', async () => {
    const digits = testCards.challenged.replaceAll(' ', '');
    const heard = asked.filter(({ url }) => !isVendorAddress(url));
    expect(heard.filter(({ url, body }) => `${url}${body}`.replaceAll(' ', '').includes(digits))).toEqual([]);
    const forms = [digits, testCards.challenged];
    const kept = keptTexts();
    const holding = kept.filter(({ text }) => forms.some((form) => text.includes(form)));
    expect(holding.map(({ file }) => file)).toEqual([]);
    // The search finds what is there.
    expect(kept.some(({ text }) => text.includes(code))).toBe(true);
  });
});

test('a card that the provider refuses is said so; an expired token costs only the card fields', async ({
  page,
  language,
  say,
}) => {
  const shopper = createShopper(page, language, say);
  await goToPayment(shopper);
  const said = (code: string) => page.getByText(say('checkout', `payment.error.${code}`));

  await shopper.fillCard('4000 0000 0000 0002');
  await shopper.continueToReview();
  await expect(said('CARD_REFUSED')).toBeVisible();

  await simulatedGateway.order({ operation: 'client.tokenize', fault: { kind: 'answer', status: 429 } });
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await expect(said('RATE_LIMITED')).toBeVisible();

  await simulatedGateway.order({ operation: 'client.tokenize', fault: { kind: 'expired_token' } });
  await shopper.continueToReview();
  await expect(said('CLIENT_TOKEN_EXPIRED')).toBeVisible();
  await expect(page).toHaveURL(/dialog=payment/);
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByText(vienna.street)).toBeVisible();
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([course.price]);
});

test('a cut connection ends every step clearly, and never in two charges', async ({
  page,
  language,
  say,
}) => {
  test.setTimeout(420_000);
  const shopper = createShopper(page, language, say);
  await goToPayment(shopper);
  const problem = page.getByText(
    new RegExp(
      ['NETWORK', 'TIMED_OUT', 'VERIFICATION_FAILED', 'PROVIDER_ERROR']
        .map((code) => say('checkout', `payment.error.${code}`))
        .join('|'),
    ),
  );
  const cut = (operation: string) =>
    simulatedGateway.order({ operation, fault: { kind: 'cut' }, times: 100 });

  for (const operation of ['server.client_token', 'client.configuration', 'client.frame']) {
    await test.step(`${operation}: the fields do not come, until one tries again`, async () => {
      await cut(operation);
      await page.reload();
      await expect(problem).toBeVisible({ timeout: 40_000 });
      await expect(page.locator('iframe')).toHaveCount(0);
      await simulatedGateway.mend();
      await page.getByRole('button', { name: say('checkout', 'payment.retry') }).click();
      await shopper.fillCard(testCards.challenged);
    });
  }

  for (const operation of ['client.tokenize', 'client.lookup', 'client.authenticate']) {
    await test.step(`${operation}: no nonce, until one tries again`, async () => {
      await cut(operation);
      await shopper.continueToReview();
      if (operation === 'client.authenticate') await shopper.approveAtBank('1234');
      await expect(problem).toBeVisible({ timeout: 40_000 });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await simulatedGateway.mend();
    });
  }

  await test.step('client.songbird: the bank cannot ask, and nobody waits for ever', async () => {
    await cut('client.songbird');
    await page.reload();
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    await expect(problem).toBeVisible({ timeout: 40_000 });
    await simulatedGateway.mend();
  });

  await test.step('client.fraudnet: the card works without device data', async () => {
    await cut('client.fraudnet');
    await page.reload();
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    await shopper.approveAtBank('1234');
    await shopper.agreeToStartAtOnce();
    await simulatedGateway.mend();
  });

  await test.step('the sale, whose answer is lost: looked into, and charged once', async () => {
    await simulatedGateway.order({ operation: 'server.transactions.create', fault: { kind: 'lost' } });
    await page.route('**/api/cart/checkout', (route) => route.abort('connectionfailed'), { times: 1 });
    await shopper.order();
    await expect(
      page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
    ).toBeVisible({ timeout: 200_000 });
    expect(await chargesOf(await shopper.orderCode())).toEqual([course.price]);
  });
});
