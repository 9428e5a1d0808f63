import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { orderBooks } from '#test/e2e/support/buy-books.ts';
import { mailedLink, mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';

/** Returns the newest mailed link that opens an order. */
async function orderLink(email: string, words: string): Promise<string> {
  const { text } = await mailWith(email, words);
  const link = /http:\/\/localhost:\d+(\/(?:de|en)\/bestellung\?id=[\w-]+#token=[\w.-]+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`The mail to ${email} has no link to the order:\n${text}`);
  return link;
}

test(
  'the checkout says that no account is needed, and the result offers one',
  { tag: '@checkout' },
  async ({ page, language, say, shopper }, info) => {
    // Books are not sold in English.
    await shopper.fillCart(language === 'de' ? 'book-das-buch-vom-messen' : 'voucher-gutschein-50');
    await shopper.goToCheckout();
    await expect(page.getByText(say('checkout', 'address.contact_no_account'))).toBeVisible();
    await shopper.fillEmail(freshEmail(info.project.name));
    await shopper.fillAddress(vienna);
    await shopper.continueToPayment();
    await shopper.fillCard(testCards.accepted);
    await shopper.continueToReview();
    await shopper.order();
    await shopper.expectPaidOrder();
    await expect(
      page.getByRole('heading', { name: say('checkout', 'complete.account_title') }),
    ).toBeVisible();
    if (language === 'de') return;
    const sheet = page.getByRole('link', { name: /sheet to print/ });
    expect((await page.request.get((await sheet.getAttribute('href')) ?? '')).ok()).toBe(true);
  },
);

test('a guest without an account opens the order by mailed links, and makes an account afterwards', {
  tag: ['@checkout', '@phone'],
}, async ({ page, request, language, say }) => {
  const { code, email } = await orderBooks(request, { language });
  const complete = (key: string, values = {}) => say('checkout', `complete.${key}`, values);
  const lookup = (key: string, values = {}) => say('checkout', `lookup.${key}`, values);

  const opened = await test.step('opens the order by the link of the confirmation', async () => {
    await page.goto(await orderLink(email, code));
    await expect(page.getByRole('heading', { level: 1, name: lookup('open.title') })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: lookup('open.submit') }).click();
    await expect(page).toHaveURL(/\/checkout\/complete\/[\w-]+$/);
    await expect(page.getByText(complete('code', { code }))).toBeVisible();
    const shown = await page.reload();
    expect(shown?.headers()['cache-control']).toContain('no-store');
    const invoice = page.getByRole('link', { name: /(?:Rechnung|Invoice) RE-/ });
    const file = await page.request.get((await invoice.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
    return page.url();
  });

  await test.step('asks for a fresh link by number and e-mail, and is told nothing more', async () => {
    await page.goto(`/${language}/bestellung`);
    await page.getByLabel(say('base', 'contact.order_code')).fill(code.toLowerCase());
    await page.getByLabel(say('auth', 'login.email')).fill(email);
    await expectNoViolations(page);
    await page.getByRole('button', { name: lookup('submit') }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText(lookup('sent', { email }));
    const link = await orderLink(email, say('mail', 'order_link.intro', { code }));
    await page.goto(link.replace(/token=./, 'token=_'));
    await page.getByRole('button', { name: lookup('open.submit') }).click();
    await expect(page.getByRole('alert')).toContainText(lookup('broken_title'));
    await expectNoViolations(page);
    // In a tab that shows its page already, a link loads no document.
    await page.goto(link);
    await expect(page).toHaveURL(/bestellung\?id=[\w-]+$/);
    await page.getByRole('button', { name: lookup('open.submit') }).click();
    await expect(page).toHaveURL(opened);
  });

  await test.step('makes an account, to which the order belongs once the address is confirmed', async () => {
    const password = 'vier Birnen im Korb';
    await page.goto(opened);
    const main = page.getByRole('main');
    await main.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
    await main.getByLabel(say('auth', 'register.password_again')).fill(password);
    await main.getByRole('button', { name: say('auth', 'register.submit') }).click();
    await expect(main.getByRole('status').filter({ hasText: /\S/ })).toContainText(
      complete('account_made', { email }),
    );
    await page.goto(await mailedLink(email, '/auth/bestaetigen'));
    await page
      .getByRole('main')
      .getByRole('button', { name: say('auth', 'link.confirmation.submit') })
      .click();
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      say('auth', 'link.confirmation.done_title'),
    );
    await page.goto(`/${language}/profil/subscription`);
    await page.getByRole('link', { name: say('myProfile', 'purchases.order_of', { code }) }).click();
    await expect(page.getByText(complete('code', { code }))).toBeVisible();
    await expect(page.getByRole('heading', { name: complete('account_title') })).toBeHidden();
  });
});
