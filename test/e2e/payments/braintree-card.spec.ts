import type { Page } from '@playwright/test';
import { chargesOf, expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';
import { simulatedGateway } from '#test/e2e/support/simulated-gateway.ts';

/** A course from the content files, with its price in cents. */
const course = { id: 'course-emmy-noether', price: 7900 };

test.afterEach(() => simulatedGateway.clearFaults());

/** Returns a heap snapshot of the shop's page as text. The provider's iframes run in other processes. */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return parts.join('');
}

test('a card is charged after a cancelled and a failed approval; Back cancels, too', {
  tag: '@braintree',
}, async ({ page, say, shopper }) => {
  const failure = (code: string) =>
    page.getByRole('alert').filter({ hasText: say('checkout', `payment.error.${code}`) });

  await shopper.goToPayment(freshEmail('karte'), course.id);

  await test.step('cancels the approval, then enters wrong codes', async () => {
    await shopper.payWith(testCards.challenged);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('checkout', 'payment.verification.cancel') }).click();
    await expect(failure('VERIFICATION_CANCELLED')).toBeVisible();
    // Back cancels the approval as its button does, and nothing else.
    await shopper.order();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(failure('VERIFICATION_CANCELLED')).toBeVisible();
    await expect(page).toHaveURL(/dialog=review/);
    await shopper.order();
    for (const code of ['0000', '1111', '2222']) await shopper.approveAtBank(code);
    await expect(failure('VERIFICATION_FAILED')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('approves the payment, and the card is charged once', async () => {
    await shopper.reviewAndOrder();
    await shopper.approveAtBank('1234');
    await shopper.expectPaidOrder();
    const code = await shopper.orderCode();
    expect(await chargesOf(code)).toEqual([course.price]);
    const [sale] = (await simulatedGateway.transactions()).filter(({ order_id }) =>
      order_id?.startsWith(code),
    );
    expect(sale?.three_d_secure).toMatchObject({ liability_shifted: true });
    expect(sale?.has_device_data).toBe(true);
  });
});

test('a typed card number is never in the memory of the shop’s own scripts', async ({ page, shopper }) => {
  const email = freshEmail('karte');
  await shopper.goToPayment(email, course.id);
  await shopper.fillCard(testCards.unprinted);
  const whileTyping = await memoryOf(page);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  const afterwards = await memoryOf(page);
  const spellings = [testCards.unprinted, testCards.unprinted.replaceAll(' ', '')];
  for (const memory of [whileTyping, afterwards]) {
    expect(spellings.filter((number) => memory.includes(number))).toEqual([]);
    // Proves that the search can find text in the heap snapshot.
    expect(memory).toContain(email);
  }
});

test('a card that the provider refuses is reported; after an expired token the card can be entered again', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.goToPayment(freshEmail('karte'), course.id);
  const message = (code: string) => page.getByText(say('checkout', `payment.error.${code}`));

  await shopper.payWith(testCards.refused);
  await expect(message('CARD_REFUSED')).toBeVisible();
  await expect(page).toHaveURL(/dialog=payment/);

  await simulatedGateway.addFaults({ operation: 'client.tokenize', fault: { kind: 'answer', status: 429 } });
  await shopper.payWith(testCards.accepted);
  await expect(message('RATE_LIMITED')).toBeVisible();

  await simulatedGateway.addFaults({ operation: 'client.tokenize', fault: { kind: 'expired_token' } });
  await shopper.order();
  await expect(message('CLIENT_TOKEN_EXPIRED')).toBeVisible();
  await expect(page).toHaveURL(/dialog=payment/);
  await shopper.fillCard(testCards.accepted);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByText(`${vienna.firstname} ${vienna.lastname}`).first()).toBeVisible();
  await shopper.order();
  await expectPaidOnce(shopper, course.price);
});
