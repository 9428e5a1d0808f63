import type { Page } from '@playwright/test';
import { actionTexts } from '#sandbox/src/gateway/action-page.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards } from '#test/e2e/support/shopper.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test(
  'a payment is approved on the bank’s page; Back leads to the shop, and a second tab changes nothing',
  {
    tag: ['@sandbox', '@phone'],
  },
  async ({ page, context, language, say, shopper }, info) => {
    const bank = actionTexts[language];
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
    await shopper.payWith(testCards.actionOnPage);
    await expect(heading(page, bank.title)).toBeVisible();
    await page.goBack();
    await expect(heading(page, say('checkout', 'action.title'))).toBeVisible();
    await expect(page.getByText(say('checkout', 'action.asking'))).toBeHidden();
    await expectNoViolations(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(heading(second, say('checkout', 'action.title'))).toBeVisible();
    await button(say('checkout', 'action.continue.redirect')).click();
    await button(bank.approve).click();
    await expectPaidOnce(shopper, 7900);
    await expect(heading(second, say('checkout', 'complete.paid_title'))).toBeVisible();
  },
);

test(
  'a payment that is declined on the bank’s page is reported at the payment step',
  { tag: '@sandbox' },
  async ({ page, language, say, shopper }, info) => {
    await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
    await shopper.payWith(testCards.actionOnPage);
    await page.getByRole('button', { name: actionTexts[language].decline, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(say('checkout', 'payment.declined'));
  },
);

test(
  'the dialog of the bank is shown again after a reload and can be closed, and another payment succeeds',
  {
    tag: '@sandbox',
  },
  async ({ page, language, say, shopper }, info) => {
    const texts = actionTexts[language];
    const dialog = page.getByRole('dialog', { name: say('checkout', 'payment.verification.title') });
    const bank = dialog.frameLocator('iframe');
    const approve = bank.getByRole('button', { name: texts.approve, exact: true });
    await shopper.goToPayment(freshEmail(info.project.name), 'course-emmy-noether');
    await shopper.payWith(testCards.actionInPage);
    await expect(approve).toBeVisible();
    await page.reload();
    await expect(approve).toBeVisible();
    await dialog
      .getByRole('button', { name: say('checkout', 'payment.verification.cancel'), exact: true })
      .click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: say('checkout', 'action.other'), exact: true }).click();
    await expect(page).toHaveURL(/dialog=payment/);

    await shopper.payWith(testCards.actionInPage);
    await approve.click();
    await expectPaidOnce(shopper, 7900);
  },
);
