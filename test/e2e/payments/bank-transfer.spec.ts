import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith, passwordLink } from '#test/e2e/support/mail-box.ts';
import { runShopCommand } from '#test/e2e/support/operator-journeys.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { createShopper, vienna } from '#test/e2e/support/shopper.ts';

/** The order total in cents: a course, its companion book and shipping to Austria. */
const total = 8_900 + 2_800 + 499;

test(
  'a guest orders by bank transfer and receives everything after the payment has arrived',
  { tag: '@phone' },
  async ({ page, language, say }, info) => {
    const email = `vorkasse-${info.project.name}-${process.hrtime.bigint()}@meisterhand.example`;
    const shopper = createShopper(page, language, say);
    // Each HTML document has its own Content-Security-Policy: records the `frame-src` of each document.
    const framed: { readonly path: string; readonly frames: string }[] = [];
    page.on('response', (answer) => {
      const policy = answer.headers()['content-security-policy'];
      if (policy === undefined || answer.request().resourceType() !== 'document') return;
      const { pathname } = new URL(answer.url());
      framed.push({ path: pathname, frames: /frame-src ([^;]*)/.exec(policy)?.[1] ?? '' });
    });

    await test.step('opens course, cart and checkout by links, without a policy violation', async () => {
      await page.goto(`/${language}/kurse`);
      const title = language === 'de' ? 'Sehen, messen, zeichnen' : 'See, measure, draw';
      await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const main = page.getByRole('main');
      await main
        .getByRole('button', { name: say('base', 'buy.add'), exact: true })
        .and(page.locator(':not(article *)'))
        .click();
      await expect(main.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeVisible();
      await main
        .getByRole('article')
        .getByRole('button', { name: say('base', 'buy.add'), exact: true })
        .click();
      const cart = await shopper.openCart();
      await cart.getByRole('link', { name: say('component', 'cart.checkout') }).click();
      await expect(page).toHaveURL(/\/checkout\/shop/);
      const shown = framed.filter(({ path }) => !path.includes('/checkout/'));
      expect(shown.every(({ frames }) => frames === "'none'")).toBe(true);
      expect(framed.some(({ path, frames }) => path.includes('/checkout/') && frames !== "'none'")).toBe(
        true,
      );
    });

    await test.step('chooses bank transfer, and no card fields are shown', async () => {
      await shopper.fillEmail(email);
      await shopper.fillAddress(vienna);
      await shopper.continueToPayment();
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

    await test.step('sees the same page after a reload', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        say('checkout', 'complete.awaiting_title'),
      );
    });

    await test.step('the operator books the transfer, and booking it twice is harmless', async () => {
      expect(await runShopCommand('transfers', 'list')).toContain(code);
      const euros = (total / 100).toFixed(2);
      expect(await runShopCommand('transfers', 'received', code, euros)).toContain('is paid');
      expect(await runShopCommand('transfers', 'received', code, euros)).toContain('already');
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
