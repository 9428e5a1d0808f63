import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith, passwordLink } from '#test/e2e/support/mail-box.ts';
import { runShopCommand } from '#test/e2e/support/run-shop-command.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

/** The order total in cents: a course, its companion book and shipping to Austria. */
const total = 8_900 + 2_800 + 499;

test(
  'a guest orders by bank transfer and receives everything after the payment has arrived',
  { tag: '@phone' },
  async ({ page, isMobile, say, shopper }, info) => {
    const email = freshEmail(info.project.name);
    await test.step('chooses bank transfer, and no card fields are shown', async () => {
      await shopper.goToPayment(email, 'course-albrecht-duerer', 'book-das-buch-vom-messen');
      const short = shopper.summary().locator('[aria-controls="summary-whole"]');
      // In a wide window the whole summary is always there.
      for (const isOpen of isMobile ? [true, false] : []) {
        await short.click();
        await expect(page.locator('#summary-whole')).toBeVisible({ visible: isOpen });
      }
      await shopper.chooseMethod(say('checkout', 'payment.transfer.method'));
      await shopper.continueToReview();
      await expect(page.getByText(say('checkout', 'payment.transfer.method'))).toBeVisible();
      await shopper.agreeToStartAtOnce();
      await shopper.order();
    });

    const code =
      await test.step('sees account, amount, reference and due date, on the page and by mail', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          say('checkout', 'complete.awaiting_title'),
        );
        const main = page.getByRole('main');
        await expect(main).toContainText('DE02 1203 0000 0000 2020 51');
        await expect(main).toContainText('BYLADEM1001');
        await expect(main).toContainText(shopper.price(total));
        const ordered = await shopper.orderCode();
        const mail = await mailWith(email, 'DE02 1203 0000 0000 2020 51');
        expect(mail.text).toContain(ordered);
        expect(mail.attachments).toEqual([]);
        await expectNoViolations(page);
        return ordered;
      });

    await test.step('the operator books the transfer', async () => {
      const euros = (total / 100).toFixed(2);
      expect(await runShopCommand('transfers', 'received', code, euros)).toContain('is paid');
    });

    await test.step('receives the invoice by mail; the order is paid and the course is accessible', async () => {
      const link = await passwordLink(email);
      expect(link).toContain('token=');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        say('checkout', 'complete.paid_title'),
      );
      const details = page.getByRole('complementary', { name: say('checkout', 'complete.items') });
      await expect(details).toContainText(say('checkout', 'payment.transfer.method'));
    });
  },
);
