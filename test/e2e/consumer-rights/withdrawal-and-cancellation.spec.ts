import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { refundsOf, settleCharges } from '#test/e2e/support/gateway-ledger.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

async function fillNameAndEmail(page: Page, say: Say, email: string): Promise<void> {
  await page.getByLabel(say('base', 'declaration.name')).fill('Ada Kern');
  await page.getByLabel(say('base', 'declaration.email')).fill(email);
}

/** Locates the submit button, with the exact label that the law requires. */
const confirm = (page: Page, say: Say, kind: 'cancellation' | 'withdrawal') =>
  page.getByRole('button', { name: say('base', `${kind}.confirm`), exact: true });

/** Returns the reference number on the receipt page (`K-…` for a cancellation, `W-…` for a withdrawal). */
async function readReference(page: Page, letter: 'K' | 'W'): Promise<string> {
  const shown = page.getByText(new RegExp(`^${letter}-[0-9A-Z]{10}$`));
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? '';
}

test('a visitor cancels without login and gets a receipt on the page and by mail', {
  tag: '@desktop',
}, async ({ page, language, say }) => {
  const email = freshEmail('geht');
  await page.goto(`/${language}/kuendigung`);
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: say('base', key) });
  await expect(heading('cancellation.title')).toBeVisible();

  const cancel = confirm(page, say, 'cancellation');
  await cancel.click();
  await expect(page.getByLabel(say('base', 'declaration.code'))).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(say('base', 'declaration.code'))).toBeFocused();
  await page.getByLabel(say('base', 'declaration.code')).fill('7k4p-2qxx');
  await page.getByRole('radio', { name: say('base', 'cancellation.kinds.extraordinary') }).check();
  await page.getByRole('radio', { name: say('base', 'cancellation.ends.day') }).check();
  await fillNameAndEmail(page, say, email);
  await cancel.click();
  const reason = page.getByRole('textbox', { name: say('base', 'cancellation.reason') });
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(say('base', 'cancellation.day'))).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('Umzug ins Ausland');
  await page.getByLabel(say('base', 'cancellation.day')).fill('2099-03-31');
  await expectNoViolations(page);

  await cancel.dblclick();
  await expect(heading('cancellation.received')).toBeFocused();
  const code = await readReference(page, 'K');
  await expect(page.getByText(say('base', 'declaration.mailed.at_once', { email }))).toBeVisible();
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText('Umzug ins Ausland')).toBeVisible();
  // Anybody can enter any address: if no order belongs to it, the mail repeats only input without links.
  const mail = await mailWith(email, code);
  expect(mail.text).toContain('2099');
  expect(mail.text).toContain('Umzug ins Ausland');
  // The receipt replaces the form in the history, so that Back does not send it again.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goForward();
  await expect(page.getByText(code)).toBeVisible();
});

test('a lost connection is reported, and pressing the button again works', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/kuendigung`);
  await page.getByLabel(say('base', 'declaration.code')).fill('7K4P2QXX');
  await fillNameAndEmail(page, say, freshEmail('geht'));
  await page.route('**/api/cancellations', (route) => route.abort());
  await confirm(page, say, 'cancellation').click();
  await expect(page.getByRole('alert')).toContainText(say('base', 'declaration.failed'));
  await page.unroute('**/api/cancellations');
  await confirm(page, say, 'cancellation').click();
  await readReference(page, 'K');
});

test('a URL of a later step, opened in a new tab, shows the form', async ({ page, language, say }) => {
  await page.goto(`/${language}/kuendigung?schritt=beleg`);
  await expect(
    page.getByRole('heading', { level: 1, name: say('base', 'cancellation.title') }),
  ).toBeVisible();
  await page.goto(`/${language}/widerrufsbelehrung?schritt=beleg`);
  await expect(page.getByRole('heading', { level: 1, name: say('base', 'withdrawal.title') })).toBeVisible();
});

test('a guest names the parts of an order to withdraw from', async ({ page, language, say }) => {
  const email = freshEmail('geht');
  await page.goto(`/${language}/faqs`);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: say('menu', 'link.withdrawal') })
    .click();
  await page.getByLabel(say('base', 'declaration.code')).fill('7K4P 2QXX');
  await page.getByRole('radio', { name: say('base', 'withdrawal.scopes.parts') }).check();
  await confirm(page, say, 'withdrawal').click();
  await expect(page.getByLabel(say('base', 'withdrawal.parts'))).toHaveAttribute('aria-invalid', 'true');
  await page
    .getByLabel(say('base', 'withdrawal.parts'))
    .fill('2 × Das Buch vom Messen\nKräuterkiste von kraeuter.example');
  await fillNameAndEmail(page, say, email);
  await expectNoViolations(page);
  await confirm(page, say, 'withdrawal').click();
  await expect(page.getByText('2 × Das Buch vom Messen')).toBeVisible();
  // A receipt without a matching order repeats no input that contains a host.
  const mail = await mailWith(email, await readReference(page, 'W'));
  expect(mail.text).not.toContain('Kräuterkiste');
});

test('a learner withdraws from one course of an order and gets its price back', {
  tag: ['@checkout', '@phone'],
}, async ({ page, learner, language, say }) => {
  const code = await learner.buy({ 'course-emmy-noether': 1, 'course-ignaz-semmelweis': 1 });
  await settleCharges();
  await page.goto(`/${language}/widerrufsbelehrung?schritt=formular&bestellung=${code}`);
  await expect(page.getByRole('radio', { name: code })).toBeChecked();
  await page.getByRole('radio', { name: say('base', 'withdrawal.scopes.parts') }).check();
  await expectNoViolations(page);
  const items = page.getByRole('group', { name: say('base', 'withdrawal.parts') });
  await expect(items.getByRole('checkbox')).toHaveCount(2);
  await confirm(page, say, 'withdrawal').click();
  await expect(items).toContainText(
    language === 'de'
      ? 'Bitte wählen Sie mindestens einen Artikel.'
      : say('form', 'Bitte wählen Sie mindestens einen Artikel.'),
  );
  await items.getByRole('checkbox').first().check();
  await expect(page.getByLabel(say('base', 'declaration.name'))).toHaveValue(learner.name);
  await confirm(page, say, 'withdrawal').click();
  // The receipt is mailed first; the refund follows.
  await mailWith(learner.email, await readReference(page, 'W'));
  await expect.poll(() => refundsOf(code)).toEqual([7_900]);
  await expect
    .poll(async () => {
      await page.goto(`/${language}/profil/subscription`);
      return page.getByText(/79,00|79\.00/).count();
    })
    .toBeGreaterThan(0);
  await expect(
    page.getByRole('link', { name: say('myProfile', 'purchases.correction_of', { code }) }),
  ).toBeVisible();
});
