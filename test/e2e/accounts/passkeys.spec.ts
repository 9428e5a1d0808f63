import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import type { NewLearner } from '#test/e2e/support/new-learner.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';

/** Adds a virtual authenticator that stores passkeys and verifies its user, as a phone does by a fingerprint. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Sets whether the user confirms what the authenticator asks. */
    setConfirming: (enabled: boolean) =>
      browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

function loginsOf(page: Page, learner: NewLearner, language: 'de' | 'en', say: Say) {
  return {
    /** Opens the login page without a session. */
    async openLogin(): Promise<void> {
      await page.goto('about:blank');
      await page.context().clearCookies({ name: /^_auth_(?:access|refresh)$/ });
      await page.goto(`/${language}/auth/login`);
    },
    async logIn(password = learner.password): Promise<void> {
      await logIn(page, say, learner.email, password);
    },
  };
}

test('a passkey is offered after a login, logs in the next time, and is named and removed in the profile', {
  tag: '@desktop',
}, async ({ page, learner, language, say }) => {
  const device = await addDevice(page);
  const passkey = (key: string, values = {}) => say('myProfile', `data.passkeys.${key}`, values);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const mine = new RegExp(`/${language}/profil/master$`);
  const { openLogin, logIn } = loginsOf(page, learner, language, say);

  await test.step('is offered after a login with the password, not after a wrong one', async () => {
    await openLogin();
    await logIn('falsch-geraten');
    await expect(page.getByText(say('auth', 'login.wrong'))).toBeVisible();
    await logIn();
    await expect(page.getByRole('heading', { name: say('auth', 'passkey.offer_title') })).toBeFocused();
    await expectNoViolations(page);
    await button(say('auth', 'passkey.make')).click();
    await expect(page).toHaveURL(mine);
    await expect.poll(device.count).toBe(1);
  });

  await test.step('logs in by the button', async () => {
    // The user confirms no suggestion of the browser; the button asks again.
    await device.setConfirming(false);
    await openLogin();
    await expectNoViolations(page);
    const enter = button(say('auth', 'passkey.login'));
    await expect(enter).toBeEnabled();
    await device.setConfirming(true);
    await enter.click();
    await expect(page).toHaveURL(mine);
  });

  await test.step('is named and removed in the profile', async () => {
    const section = page.getByRole('region', { name: passkey('title'), exact: true });
    await page.goto(`/${language}/profil`);
    const rename = section.getByRole('button', { name: passkey('rename'), exact: false });
    await rename.click();
    await section.getByRole('button', { name: passkey('cancel') }).click();
    await expect(rename).toBeFocused();
    await rename.click();
    await section.getByLabel(passkey('name'), { exact: true }).fill('Telefon');
    await section.getByRole('button', { name: passkey('save') }).click();
    await expect(section.getByText('Telefon', { exact: true })).toBeVisible();
    await expect(rename).toBeFocused();
    await section.getByRole('button', { name: passkey('remove_named', { name: 'Telefon' }) }).click();
    await expect(section.getByText(passkey('none'))).toBeVisible();
    await expect(section.getByText(passkey('none')).locator('..')).toBeFocused();
  });
});

test('a passkey is offered once in a browser, and does not log in after it was removed', async ({
  page,
  learner,
  language,
  say,
}) => {
  const device = await addDevice(page);
  const { openLogin, logIn } = loginsOf(page, learner, language, say);
  const mine = new RegExp(`/${language}/profil/master$`);
  await openLogin();
  await logIn();
  await page.getByRole('button', { name: say('auth', 'passkey.make'), exact: true }).click();
  await expect(page).toHaveURL(mine);
  await device.setConfirming(false);
  await openLogin();
  await logIn();
  await expect(page).toHaveURL(mine);

  const passkey = (key: string, values = {}) => say('myProfile', `data.passkeys.${key}`, values);
  const section = page.getByRole('region', { name: passkey('title'), exact: true });
  await page.goto(`/${language}/profil`);
  await section.getByRole('button', { name: new RegExp(passkey('remove_named', { name: '.+' })) }).click();
  await expect(section.getByText(passkey('none'))).toBeVisible();
  await openLogin();
  await device.setConfirming(true);
  await page.getByRole('button', { name: say('auth', 'passkey.login'), exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
});
