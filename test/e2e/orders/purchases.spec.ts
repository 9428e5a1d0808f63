import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { addButton, testCards, vienna } from '#test/e2e/support/shopper.ts';

test('a learner without purchases sees an empty list with an explanation', async ({
  page,
  learner: _,
  language,
  say,
}) => {
  await page.goto(`/${language}/profil/subscription`);
  await expect(page.getByText(say('myProfile', 'purchases.no_contract.title'))).toBeVisible();
  await expect(page.getByText(say('myProfile', 'purchases.nothing_paid.title'))).toBeVisible();
  await expectNoViolations(page);
});

test('the monthly pass is bought, cancelled, resumed, and paid with another card', { tag: '@phone' }, async ({
  page,
  learner,
  language,
  say,
  shopper,
}) => {
  const pass = language === 'de' ? 'Monatskarte' : 'Monthly Pass';
  const purchases = (key: string, values = {}) => say('myProfile', `purchases.${key}`, values);

  await test.step('buys it', async () => {
    await learner.fillCart('subscription-monatskarte');
    await shopper.goToCheckout();
    await shopper.fillAddress({ ...vienna, postal_code: '04107', city: 'Leipzig', country: 'DE' });
    await shopper.continueToPayment();
    await shopper.fillCard(testCards.accepted);
    await shopper.continueToReview();
    // Consent to an immediate start is optional; term, price and next charge are shown above the order button.
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await expect(page.getByRole('region', { name: say('checkout', 'review.facts') })).toContainText('19');
    await shopper.order();
    await shopper.expectPaidOrder();
  });

  const contract = page.getByRole('article', { name: pass });
  await test.step('sees the subscription with its invoice', async () => {
    await page.goto(`/${language}/profil/subscription`);
    await expect(contract).toContainText(purchases('status.active'));
    await expect(contract).toContainText('Visa •••• 1111');
    await expect(contract).toContainText(shopper.price(1900));
    const invoice = page.getByRole('link', { name: purchases('invoice'), exact: false }).first();
    const file = await page.request.get((await invoice.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
  });

  await test.step('is not offered it again among the prices; the membership is', async () => {
    await page.goto(`/${language}/preise`);
    const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: pass }) });
    await expect(offer).toContainText(say('base', 'plan.subscriber'));
    await expect(offer.getByRole('button')).toHaveCount(0);
    await expect(addButton(page, say)).toHaveCount(1);
    await expectNoViolations(page);
    await offer.getByRole('link', { name: say('base', 'plan.manage') }).click();
    await expect(page).toHaveURL(/\/profil\/subscription$/);
  });

  await test.step('dismisses the confirmation once, then cancels', async () => {
    const cancel = contract.getByRole('button', { name: purchases('cancel_of', { title: pass }) });
    await cancel.click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: purchases('cancel_keep') }).click();
    await expect(question).toBeHidden();
    await cancel.click();
    await question.getByRole('button', { name: purchases('cancel_confirm') }).dblclick();
    await expect(contract).toContainText(purchases('status.cancelled'));
    await expect(contract.getByRole('status')).toContainText(purchases('cancelled'));
    // The focus stays in the subscription although the pressed button was removed.
    await expect(contract.locator(':focus')).toHaveCount(1);
    await expectNoViolations(page);
  });

  await test.step('resumes the subscription', async () => {
    await contract.getByRole('button', { name: purchases('resume') }).click();
    await expect(contract).toContainText(purchases('status.active'));
    await expect(contract).toContainText(purchases('next_charge'));
  });

  await test.step('changes the card', async () => {
    await contract.getByRole('link', { name: purchases('change_method_of', { title: pass }) }).click();
    await expect(page.getByText('Visa •••• 1111')).toBeVisible();
    await expectNoViolations(page, { except: 'iframe' });
    const save = page.getByRole('button', { name: say('myProfile', 'card.submit') });
    await shopper.fillCard(testCards.challenged);
    await shopper.pressBesideFields(save);
    await shopper.approveAtBank('1234');
    await expect(page.getByText(say('myProfile', 'card.changed_title'))).toBeVisible();
    await expect(page.getByText('Visa •••• 1091')).toBeVisible();
    await mailWith(learner.email, '1091');
    await page.getByRole('link', { name: say('myProfile', 'card.back') }).click();
    await expect(contract).toContainText('Visa •••• 1091');
  });
});

test('a declined card is reported on the card page, whose card fields load again after the Back button', async ({
  page,
  learner: { buy },
  language,
  say,
  shopper,
}) => {
  await buy({ 'subscription-monatskarte': 1 });
  await page.goto(`/${language}/profil/subscription`);
  await page.getByRole('link', { name: say('myProfile', 'purchases.change_method'), exact: false }).click();
  const number = page.frameLocator(`iframe[title="${say('checkout', 'payment.field.number')}"]`);
  await expect(number.getByRole('textbox')).toBeVisible();
  await shopper.fillCard(testCards.declined);
  await shopper.pressBesideFields(page.getByRole('button', { name: say('myProfile', 'card.submit') }));
  await expect(page.getByRole('alert')).toBeVisible();
  await shopper.pressBesideFields(
    page.getByRole('contentinfo').getByRole('link', { name: say('menu', 'link.contact') }),
  );
  await expect(page.getByRole('heading', { level: 1, name: say('base', 'contact.title') })).toBeVisible();
  await page.goBack();
  await expect(number.getByRole('textbox')).toBeVisible();
  // An unknown subscription id, or one of another learner, redirects to the purchases.
  await page.goto(`/${language}/profil/payment?vertrag=018f0000-0000-7000-8000-000000000000`);
  await expect(page).toHaveURL(new RegExp(`/${language}/profil/subscription$`));
});

test('payments are listed five per page, and a lost connection can be retried', async ({
  page,
  learner: { buy },
  language,
  say,
}) => {
  for (const course of [
    'albrecht-duerer',
    'clara-schumann',
    'emmy-noether',
    'ignaz-semmelweis',
    'bertha-benz',
  ]) {
    await buy({ [`course-${course}`]: 1 });
  }
  const newest = await buy({ 'course-auguste-escoffier': 1, 'book-fuenf-saucen': 2 });
  await page.goto(`/${language}/profil/subscription`);
  const payments = page.getByRole('region', { name: say('myProfile', 'purchases.payments') });
  await expect(payments.getByRole('listitem')).toHaveCount(5);
  await expect(payments.getByRole('listitem').first()).toContainText(newest);
  await page.route('**/profil/subscription*.data*', (route) => route.abort());
  await page.route('**/api/payments*', (route) => route.abort());
  await payments.getByRole('link', { name: say('component', 'pages.next') }).click();
  await expect(payments.getByText(say('myProfile', 'purchases.failed.title'))).toBeVisible();
  await page.unroute('**/api/payments*');
  await page.unroute('**/profil/subscription*.data*');
  await payments.getByRole('button', { name: say('myProfile', 'purchases.failed.action') }).click();
  await expect(payments.getByRole('listitem')).toHaveCount(1);
  // The focus moves on, because the pressed button was removed.
  await expect(page.getByRole('main')).toBeFocused();
  await payments
    .getByRole('link', { name: /^./ })
    .filter({ hasText: say('myProfile', 'purchases.withdraw') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say('base', 'withdrawal.title') })).toBeVisible();
});
