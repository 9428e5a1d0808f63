import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';
import { simulatedGateway } from '#test/e2e/support/simulated-gateway.ts';

test.afterEach(async () => {
  await simulatedGateway.clearFaults();
  await simulatedGateway.change({ three_d_secure: true });
});

test('while the card provider is unavailable, an order can be placed by bank transfer', async ({
  page,
  say,
  shopper,
}, info) => {
  const fault = { kind: 'answer', status: 503 } as const;
  await simulatedGateway.addFaults({ operation: 'server.client_token', fault, times: 10 });
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  await expect(page.getByText(say('checkout', 'payment.error.PROVIDER_ERROR'))).toBeVisible();

  await shopper.chooseMethod(say('checkout', 'payment.transfer.method'));
  await shopper.reviewAndOrder();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('checkout', 'complete.awaiting_title'),
  );
});

test('a shop whose merchant account has no 3-D Secure offers no cards and says so; wallets and bank transfer stay', async ({
  page,
  say,
  shopper,
}, info) => {
  /** Changes the merchant account and opens the payment step, for which the shop reads it. */
  async function openPaymentWith(three_d_secure: boolean): Promise<void> {
    await simulatedGateway.change({ three_d_secure });
    await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  }
  await openPaymentWith(false);
  await expect(page.getByText(say('checkout', 'payment.no_cards'))).toBeVisible();
  await expect(page.getByText(say('checkout', 'payment.secure'))).toBeHidden();
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: say('checkout', 'payment.transfer.method') })).toBeChecked();

  await shopper.reviewAndOrder();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('checkout', 'complete.awaiting_title'),
  );

  await openPaymentWith(true);
  await expect(shopper.cardField('number')).toBeVisible();
});
