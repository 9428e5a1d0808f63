import type { APIRequestContext, Page } from '@playwright/test';
import { buyGiftCode } from '#test/e2e/support/bought-gift.ts';
import { confirmAddress } from '#test/e2e/support/known-learner.ts';

const password = 'drei Äpfel im Regal';

/**
 * Registers a new learner through the API and redeems a gift code for the piano course in the new account.
 * Returns the learner's e-mail address.
 */
export async function newOwner(request: APIRequestContext): Promise<string> {
  const code = await buyGiftCode(request, 'gift-geschenk-clara-schumann');
  const email = `sieht-${code.toLowerCase()}@meisterhand.example`;
  const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await request.post(`/api/${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const attributes = {
    email,
    password,
    password_confirmation: password,
    firstname: 'Karl',
    lastname: 'Lindner',
    preferred_language: 'de',
  };
  const { access, data } = await post(
    'users',
    { data: { type: 'users', attributes } },
    { 'Content-Type': 'application/vnd.api+json' },
  );
  await confirmAddress(data.sub);
  await post('code/redeem', { code }, { Authorization: `Bearer ${access}` });
  return email;
}

/** Fills the login form of the page that is open. */
export async function logIn(
  page: Page,
  say: (area: string, key: string) => string,
  email: string,
): Promise<void> {
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
}
