import type { Page } from '@playwright/test';
import { isVendorAddress } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { chargesOf } from '#test/e2e/support/gateway-ledger.ts';
import { keptTexts } from '#test/e2e/support/kept-texts.ts';
import { ownShop } from '#test/e2e/support/shop-places.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { testCards, vienna } from '#test/e2e/support/shopper.ts';
import { simulatedGateway } from '#test/e2e/support/simulated-gateway.ts';

/** A course from the content files, with its price in cents. */
const course = { id: 'course-emmy-noether', path: '/kurse/emmy-noether', price: 7900 };

/** Returns an e-mail address that no other test of this run uses. */
const freshEmail = () => `karte-${process.hrtime.bigint()}@meisterhand.example`;

test.afterEach(() => simulatedGateway.mend());

/** Returns a heap snapshot of the shop's page as text. The provider's iframes run in other processes. */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return parts.join('');
}

test('a card is charged after a cancelled and a failed approval; the shop never receives its number', {
  tag: '@braintree',
}, async ({ page, language, say, shopper }) => {
  const asked: { readonly url: string; readonly from: string; readonly body: string }[] = [];
  page.context().on('request', (request) => {
    const body = request.postData() ?? '';
    asked.push({ url: request.url(), from: request.frame().page().url(), body });
  });
  const failure = (code: string) =>
    page.getByRole('alert').filter({ hasText: say('checkout', `payment.error.${code}`) });

  await test.step('opens the checkout by links', async () => {
    await shopper.addToCart(course.path);
    const cart = await shopper.openCart();
    await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
    await shopper.fillEmail(freshEmail());
    await shopper.fillAddress(vienna);
    await shopper.continueToPayment();
  });

  await test.step('cancels the approval, then enters wrong codes', async () => {
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();
    await shopper.order();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('checkout', 'payment.verification.cancel') }).click();
    await expect(failure('VERIFICATION_CANCELLED')).toBeVisible();
    await shopper.order();
    for (const code of ['0000', '1111', '2222']) await shopper.approveAtBank(code);
    await expect(failure('VERIFICATION_FAILED')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  let code = '';
  await test.step('approves the payment, and the card is charged once', async () => {
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();
    await shopper.order();
    await shopper.approveAtBank('1234');
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

  await test.step('requests the payment provider’s hosts from the checkout only', async () => {
    await page.goto(`/${language}/kurse`);
    const outside = asked.filter(({ url, from }) => isVendorAddress(url) && !from.includes('/checkout/shop'));
    expect(outside).toEqual([]);
  });

  await test.step('has no card number in the shop’s requests, logs and stored data', async () => {
    const digits = testCards.challenged.replaceAll(' ', '');
    const heard = asked.filter(({ url }) => !isVendorAddress(url));
    expect(heard.filter(({ url, body }) => `${url}${body}`.replaceAll(' ', '').includes(digits))).toEqual([]);
    const forms = [digits, testCards.challenged];
    const kept = keptTexts(ownShop().dataDir);
    const holding = kept.filter(({ text }) => forms.some((form) => text.includes(form)));
    expect(holding.map(({ file }) => file)).toEqual([]);
    // Proves that the search can find text in these files.
    expect(kept.some(({ text }) => text.includes(code))).toBe(true);
  });
});

test('a typed card number is never in the memory of the shop’s own scripts', async ({ page, shopper }) => {
  const email = freshEmail();
  await shopper.goToPayment(email, course.id);
  await shopper.fillCard(testCards.unprinted);
  const whileTyping = await memoryOf(page);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  const afterwards = await memoryOf(page);
  const forms = [testCards.unprinted, testCards.unprinted.replaceAll(' ', '')];
  for (const memory of [whileTyping, afterwards]) {
    expect(forms.filter((form) => memory.includes(form))).toEqual([]);
    // Proves that the search can find text in the heap snapshot.
    expect(memory).toContain(email);
  }
});

test('a card that the provider refuses is reported; after an expired token the card can be entered again', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.goToPayment(freshEmail(), course.id);
  const said = (code: string) => page.getByText(say('checkout', `payment.error.${code}`));

  await shopper.fillCard(testCards.refused);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(said('CARD_REFUSED')).toBeVisible();
  await expect(page).toHaveURL(/dialog=payment/);

  await simulatedGateway.order({ operation: 'client.tokenize', fault: { kind: 'answer', status: 429 } });
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(said('RATE_LIMITED')).toBeVisible();

  await simulatedGateway.order({ operation: 'client.tokenize', fault: { kind: 'expired_token' } });
  await shopper.order();
  await expect(said('CLIENT_TOKEN_EXPIRED')).toBeVisible();
  await expect(page).toHaveURL(/dialog=payment/);
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByText(`${vienna.firstname} ${vienna.lastname}`).first()).toBeVisible();
  await shopper.order();
  await shopper.seesPaidOrder();
  expect(await chargesOf(await shopper.orderCode())).toEqual([course.price]);
});
