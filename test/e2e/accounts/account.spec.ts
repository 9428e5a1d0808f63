import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { passwordLink } from '#test/e2e/support/mail-box.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

const demoLearner = ['lernende@meisterhand.example', 'meisterhand-demo'] as const;

/** Deletes all cookies. Leaves the page first, because its scripts would write the session cookies again. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test('a wrong password is reported, the right password opens the learner’s courses', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/auth/login`);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
  const email = page.getByLabel(say('auth', 'login.email'));
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await logIn(page, say, demoLearner[0], 'falsch-geraten');
  await expect(page.getByText(say('auth', 'login.wrong'))).toBeVisible();
  await expect(page.getByLabel(say('auth', 'login.password'), { exact: true })).toBeFocused();

  await logIn(page, say, ...demoLearner);
  await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
  await expect(
    page.getByRole('heading', { level: 1, name: say('myProfile', 'courses.title') }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('Johanna Brandt');

  // Logged-in visitors are redirected from the login page.
  await page.goto(`/${language}/auth/login`);
  await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
});

test('the account menu shows the learner’s name and logs out', async ({ page, language, say }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(`/${language}/auth/login`);
  await logIn(page, say, ...demoLearner);
  await expect(page).toHaveURL(/profil\/master$/);
  await expect(
    page.getByRole('heading', { level: 1, name: say('myProfile', 'courses.title') }),
  ).toBeVisible();
  const menu = page.getByRole('button', { name: say('menu', 'account_label', { name: 'Johanna Brandt' }) });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page.getByRole('banner').getByRole('link', { name: say('menu', 'link.video_history') }),
  ).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('link', { name: say('menu', 'link.my_data') }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('button', { name: say('menu', 'log_out') }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: say('menu', 'register') })).toBeVisible();
  // The cookie of the device stays, so that strangers who guess passwords cannot lock the owner out.
  const left = (await page.context().cookies()).map(({ name }) => name).filter((name) => /^_auth/.test(name));
  expect(left).toEqual(['_auth_device']);
});

test('a guest who opens a page of the profile is sent to the login and returns after it', async ({
  page,
  language,
  say,
}) => {
  for (const route of ['profil', 'profil/subscription?seite=2', 'profil/master']) {
    const back = encodeURIComponent(`/${language}/${route}`);
    await page.goto(`/${language}/${route}`);
    await expect(page).toHaveURL(new RegExp(`/${language}/auth/login\\?returnTo=${back}`));
  }
  await logIn(page, say, ...demoLearner);
  await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
});

test(
  'a visitor registers an account, and only one per e-mail address',
  { tag: '@phone' },
  async ({ page, language, say }, info) => {
    const email = freshEmail(info.project.name);
    async function register(): Promise<void> {
      await page.goto(`/${language}/auth/login`);
      await page
        .getByRole('navigation', { name: say('auth', 'tabs.label') })
        .getByRole('link', { name: say('auth', 'tabs.register') })
        .click();
      // The login form and the registration form both have these fields: wait for the registration form.
      await expect(page.getByLabel(say('auth', 'register.password_again'))).toBeVisible();
      await expectNoViolations(page);
      await page.getByLabel(say('auth', 'login.email')).fill(email);
      const password = page.getByLabel(say('auth', 'login.password'), { exact: true });
      await password.fill('ein langer Satz für mich');
      await expect(password).toHaveAttribute('type', 'password');
      await page
        .getByRole('main')
        .getByRole('button', { name: say('component', 'password.show') })
        .first()
        .click();
      await expect(password).toHaveAttribute('type', 'text');
      await page.getByLabel(say('auth', 'register.password_again')).fill('ein anderer Satz für mich');
      await page.getByRole('button', { name: say('auth', 'register.submit') }).click();
      await expect(page.getByLabel(say('auth', 'register.password_again'))).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await page.getByLabel(say('auth', 'register.password_again')).fill('ein langer Satz für mich');
      await page.getByRole('button', { name: say('auth', 'register.submit') }).click();
    }

    await register();
    await expect(page).toHaveURL(new RegExp(`/${language}/profil/master$`));
    await expect(page.getByRole('main')).toContainText(say('myProfile', 'courses.empty.title'));
    await forgetSession(page);
    await register();
    await expect(page.getByText(say('auth', 'register.taken'))).toBeVisible();
    await page.getByRole('link', { name: say('auth', 'register.taken_login') }).click();
    await expect(page.getByRole('heading', { level: 1, name: say('auth', 'login.title') })).toBeVisible();
  },
);

test('a forgotten password is reset with a mailed link', { tag: '@phone' }, async ({
  page,
  learner: { email },
  language,
  say,
}) => {
  await forgetSession(page);

  await page.goto(`/${language}/auth/login`);
  await page.getByRole('link', { name: say('auth', 'login.forgot') }).click();
  // The login form also has an e-mail field, and the URL changes before the new page is rendered.
  await expect(
    page.getByRole('heading', { level: 1, name: say('auth', 'password.request.title') }),
  ).toBeVisible();
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByRole('button', { name: say('auth', 'password.request.submit') }).click();
  await expect(page.getByText(say('auth', 'password.request.sent_title'))).toBeVisible();

  await page.goto(await passwordLink(email, 'schritt'));
  await expectNoViolations(page);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill('das zweite Passwort');
  await page.getByLabel(say('auth', 'register.password_again')).fill('das zweite Passwort');
  await page.getByRole('button', { name: say('auth', 'password.reset.submit') }).click();
  await expect(page.getByText(say('auth', 'password.reset.done_title'))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('auth', 'password.reset.to_login') })
    .click();
  await logIn(page, say, email, 'das zweite Passwort');
  await expect(page).toHaveURL(/profil\/master$/);
});
