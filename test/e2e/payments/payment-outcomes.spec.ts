import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { chargesOf, expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards } from '#test/e2e/support/shopper.ts';

test('the approval by the bank begins when the order is placed; a refusal leads back to the payment and orders nothing', async ({
  page,
  say,
  shopper,
}, info) => {
  await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
  await shopper.fillCard(testCards.challengeFails);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shopper.order();
  await shopper.approveAtBank('1234');
  await expect(page.getByRole('alert')).toContainText(say('checkout', 'payment.error.VERIFICATION_FAILED'));
  await expect(page).toHaveURL(/dialog=payment/);

  // The card is still filled in. Another one is charged once, after a cancelled approval.
  await shopper.payWith(testCards.challenged);
  const cancel = say('checkout', 'payment.verification.cancel');
  await page.getByRole('dialog').getByRole('button', { name: cancel }).click();
  await expect(page.getByRole('alert')).toContainText(
    say('checkout', 'payment.error.VERIFICATION_CANCELLED'),
  );
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(page).toHaveURL(/dialog=review/);
  await expectNoViolations(page, { except: 'iframe' });

  // Back shows the typed card, and the order can continue.
  await page.goBack();
  await expect(shopper.cardField('cardholderName')).toHaveValue(/\S/);
  await shopper.reviewAndOrder();
  await shopper.approveAtBank('1234');
  await expectPaidOnce(shopper, 7900);
});

test('an unknown payment outcome is polled and resolved automatically', async ({
  page,
  language,
  say,
  shopper,
}, info) => {
  // Each language tests one case: the response was lost after the charge (German) or before it (English).
  const [nonce, ending] =
    language === 'de'
      ? (['fake-timeout-after-charge-nonce', 'complete.paid_title'] as const)
      : (['fake-timeout-before-charge-nonce', 'complete.open_title'] as const);
  // No card number causes a timeout, so the test replaces the nonce in the request to the server.
  await page.route('**/api/cart/checkout', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), payment_method_nonce: nonce }),
    }),
  );
  await shopper.goToPayment(freshEmail(info.project.name), 'course-ignaz-semmelweis');
  await shopper.payWith(testCards.accepted);
  const title = (key: string) => page.getByRole('heading', { level: 1, name: say('checkout', key) });
  await expect(title('complete.waiting_title')).toBeVisible();
  const code = await shopper.orderCode();
  await expect(title(ending)).toBeVisible();
  expect(await chargesOf(code)).toEqual(ending === 'complete.paid_title' ? [5900] : []);
});
