import type { APIRequestContext, Page } from '@playwright/test';
import { buyGiftCode } from '#test/e2e/support/bought-gift.ts';
import { confirmAddress, register } from '#test/e2e/support/known-learner.ts';
import { post } from '#test/e2e/support/new-operator.ts';

const password = 'drei Äpfel im Regal';

/**
 * Registers a new learner through the API and redeems a gift code for the piano course in the new account.
 * Returns the learner's e-mail address.
 */
export async function newOwner(request: APIRequestContext): Promise<string> {
  const code = await buyGiftCode(request, 'gift-geschenk-clara-schumann');
  const email = `sieht-${code.toLowerCase()}@meisterhand.example`;
  const person = { email, password, firstname: 'Karl', lastname: 'Lindner', preferred_language: 'de' };
  const { access, data } = await register(request, person);
  await confirmAddress(data.sub);
  await post(request, 'code/redeem', { code }, { Authorization: `Bearer ${access}` });
  return email;
}

/** Fills and sends the login form of the open page, by default with the password of `newOwner`. */
export async function logIn(
  page: Page,
  say: (area: string, key: string) => string,
  email: string,
  typed = password,
): Promise<void> {
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(typed);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
}
