import type { Browser, Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { mailWith } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

const password = 'drei Äpfel im Regal';

test.describe('before the code of the page has loaded', () => {
  test.use({ toleratedFault: /Failed to fetch|Importing a module/ });

  test('the form of a mailed link sends the token', async ({ page, language, say }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`/${language}/auth/passwort?schritt=neu#token=ein-token`, { waitUntil: 'load' });
    await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
    await page.getByLabel(say('auth', 'register.password_again')).fill(password);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/auth/passwort'),
    );
    await page.getByRole('button', { name: say('auth', 'password.reset.submit') }).click();
    expect(new URLSearchParams((await sent).postData() ?? '').get('token')).toBe('ein-token');
    // The server refuses the token, which it does not know.
    await expect(page.getByRole('alert')).toBeVisible();
  });
});

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false });

  /** Expects that the error summary of a refused form links to its fields, and that axe finds no violation. */
  async function expectErrorSummary(page: Page, browser: Browser, count: number): Promise<void> {
    const summary = page.getByRole('alert').getByRole('link');
    await expect(summary).toHaveCount(count);
    for (const link of await summary.all()) {
      const field = (await link.getAttribute('href')) ?? '';
      await expect(page.locator(field)).toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator(`${field}-error`)).toHaveText((await link.textContent()) ?? '');
    }
    await expectNoViolationsIn(page, browser);
  }

  /** Runs axe, which is a script, on the same document without its own scripts, in a page that runs scripts. */
  async function expectNoViolationsIn(page: Page, browser: Browser): Promise<void> {
    const html = (await page.content()).replaceAll(/<script\b.*?<\/script>/gs, '');
    const context = await browser.newContext({
      javaScriptEnabled: true,
      bypassCSP: true,
      viewport: page.viewportSize(),
    });
    const reader = await context.newPage();
    const { pathname } = new URL(page.url());
    await reader.route(
      (url) => url.pathname === pathname,
      (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
    );
    await reader.goto(page.url());
    await expectNoViolations(reader);
    await context.close();
  }

  test('a visitor searches, filters and sorts, and there is no button that needs a script', {
    tag: '@phone',
  }, async ({ page, language, say }) => {
    await page.goto(`/${language}`);
    await page
      .getByRole('banner')
      .getByRole('button', { name: say('menu', 'search') })
      .click();
    const field = page.getByRole('main').locator('input[name=q]');
    const word = { de: 'klavier', en: 'piano' }[language];
    await field.fill(word);
    await field.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/suche\\?q=${word}`));
    await page
      .getByRole('main')
      .getByRole('link', { name: /Clara Schumann/ })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/${language}/.*clara-schumann`));

    await page
      .getByRole('navigation', { name: say('menu', 'main_label') })
      .getByRole('link')
      .nth(1)
      .click();
    await expect(page).toHaveURL(new RegExp(`/${language}/kurse$`));
    // The URL changes before the document has loaded, and `count` does not wait.
    await page.waitForLoadState();
    const cards = page.getByRole('main').getByRole('article');
    const all = await cards.count();
    await page.locator('summary', { hasText: say('base', 'courses.filter') }).click();
    const box = page.getByRole('main').locator('details[open] input[type=checkbox]:enabled').first();
    await box.check();
    await page.locator('details[open] button[type=submit]').click();
    await expect(page).toHaveURL(/\/kurse\?/);
    await page.waitForLoadState();
    await expect(page.locator('details input[type=checkbox]:checked')).toHaveCount(1);
    const some = await cards.count();
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);
    await page.getByRole('combobox', { name: say('base', 'courses.sort') }).selectOption('title');
    await page.getByRole('button', { name: say('base', 'courses.apply') }).click();
    await expect(page).toHaveURL(/sort=title/);
    await page.waitForLoadState();
    const titles = await cards.getByRole('heading').allTextContents();
    expect(titles).toHaveLength(some);
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, language)));

    expect(await page.locator('button[type=button]:visible').count()).toBe(0);
  });

  test('a learner logs in after a wrong password, reaches the profile, and logs out', async ({
    page,
    learner: { email, password: right },
    context,
    browser,
    language,
    say,
  }) => {
    await context.clearCookies();
    await page.goto(`/${language}/profil`);
    await expect(page).toHaveURL(/\/auth\/login\?returnTo=/);
    const typed = page.getByLabel(say('auth', 'login.password'), { exact: true });
    const send = page.getByRole('button', { name: say('auth', 'login.submit'), exact: true });
    await page.getByLabel(say('auth', 'login.email')).fill(email);
    await typed.fill('ein falsches Passwort');
    await send.click();
    await expectErrorSummary(page, browser, 1);
    await expect(page.getByLabel(say('auth', 'login.email'))).toHaveValue(email);
    await expect(typed).toHaveValue('');
    await typed.fill(right);
    await send.click();
    await expect(page).toHaveURL(new RegExp(`/${language}/profil$`));
    await expect(page.getByRole('main')).toContainText(email);

    await page
      .getByRole('main')
      .getByRole('button', { name: say('menu', 'log_out'), exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${language}$`));
    await page.goto(`/${language}/profil`);
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('a visitor writes to the shop, subscribes, and chooses what may be stored', async ({
    page,
    browser,
    language,
    say,
  }) => {
    const email = freshEmail('ohne-skript');
    const contact = (key: string) => say('base', `contact.${key}`);
    await page.goto(`/${language}/kontakt`);
    await page.getByLabel(contact('message')).fill('Kommt der Gutschein noch heute?');
    await page.getByLabel(contact('email')).fill('niemand@');
    await page.getByRole('button', { name: contact('send') }).click();
    await expectErrorSummary(page, browser, 2);
    await expect(page.getByLabel(contact('message'))).toHaveValue('Kommt der Gutschein noch heute?');
    await page.getByLabel(contact('name')).fill('Ada Kern');
    await page.getByLabel(contact('email')).fill(email);
    await page.getByRole('button', { name: contact('send') }).click();
    await expect(page.getByText(contact('sent_title'))).toBeVisible();
    await mailWith(email, '');

    const reader = freshEmail('ohne-skript');
    await page.goto(`/${language}/newsletter`);
    const subscribe = page.getByRole('main').getByRole('button', { name: /^(?:Anmelden|Subscribe)$/ });
    await page.getByLabel(say('component', 'newsletter.email')).fill(reader);
    await subscribe.click();
    await expectErrorSummary(page, browser, 1);
    await expect(page.getByLabel(say('component', 'newsletter.email'))).toHaveValue(reader);
    await page.getByRole('main').getByRole('checkbox').check();
    await subscribe.click();
    await expect(page.getByText(say('component', 'newsletter.sent_title'))).toBeVisible();
    await mailWith(reader, 'newsletter/bestaetigen#token=');

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: say('menu', 'footer.cookies') })
      .click();
    const choice = page.getByRole('region', { name: say('menu', 'footer.cookies') });
    await choice.getByRole('checkbox').nth(1).check();
    await choice.getByRole('button', { name: say('component', 'consent.save') }).click();
    await expect(choice).toContainText(say('component', 'consent.decided'));
    await expect(choice.getByRole('checkbox').nth(1)).toBeChecked();
    await expectNoViolationsIn(page, browser);
    await choice.getByRole('button', { name: say('component', 'consent.none') }).click();
    await expect(choice.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  test('a visitor withdraws, cancels, and redeems', async ({ page, browser, language, say }) => {
    const email = freshEmail('ohne-skript');
    const confirm = (kind: string) =>
      page.getByRole('button', { name: say('base', `${kind}.confirm`), exact: true });
    await page.goto(`/${language}/widerrufsbelehrung?schritt=formular`);
    await page.getByLabel(say('base', 'declaration.code')).fill('7K4P 2QXX');
    await confirm('withdrawal').click();
    await expectErrorSummary(page, browser, 2);
    await expect(page.getByLabel(say('base', 'declaration.code'))).toHaveValue('7K4P 2QXX');
    await page.getByLabel(say('base', 'declaration.name')).fill('Ada Kern');
    await page.getByLabel(say('base', 'declaration.email')).fill(email);
    await confirm('withdrawal').click();
    const receipt = page.getByText(/^W-[0-9A-Z]{10}$/);
    await mailWith(email, (await receipt.textContent()) ?? '');
    await page.reload();
    await expect(receipt).toBeVisible();

    await page.goto(`/${language}/kuendigung`);
    await page.getByLabel(say('base', 'declaration.code')).fill('7K4P2QXX');
    await page.getByLabel(say('base', 'declaration.name')).fill('Ada Kern');
    await page.getByLabel(say('base', 'declaration.email')).fill(email);
    await confirm('cancellation').click();
    await expect(page.getByText(/^K-[0-9A-Z]{10}$/)).toBeVisible();

    await page.goto(`/${language}/redeem`);
    await page.getByLabel(say('base', 'redeem.code')).fill('GIBT-ES-NICHT');
    await page.getByRole('button', { name: say('base', 'redeem.look_up') }).click();
    await expectErrorSummary(page, browser, 1);
    await page.getByLabel(say('base', 'redeem.code')).fill('gutschein-50');
    await page.getByRole('button', { name: say('base', 'redeem.look_up') }).click();
    await expect(page.getByText('GUTSCHEIN-50')).toBeVisible();
  });
});
