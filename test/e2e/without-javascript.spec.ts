import { expect, test } from '#test/e2e/support/shop-test.ts';

const password = 'drei Äpfel im Regal';

test.describe('before the code of the page is there', () => {
  test.use({ toleratedFault: /Failed to fetch|Importing a module/ });

  test('a form of a mailed link takes the token along', async ({ page, language, say }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`/${language}/auth/passwort?schritt=neu#token=ein-token`, { waitUntil: 'load' });
    await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
    await page.getByLabel(say('auth', 'register.password_again')).fill(password);
    const sent = page.waitForRequest(
      (asked) => asked.method() === 'POST' && asked.url().includes('/auth/passwort'),
    );
    await page.getByRole('button', { name: say('auth', 'password.reset.submit') }).click();
    expect(new URLSearchParams((await sent).postData() ?? '').get('token')).toBe('ein-token');
    // The server has read it and does not know it.
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
