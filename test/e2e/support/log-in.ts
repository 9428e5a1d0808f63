import type { Page } from '@playwright/test';
import { ownerPassword } from './course-owner.ts';
import type { shopWords } from './shop-words.ts';

/** Fills and sends the login form of the open page, by default with the password of `newOwner`. */
export async function logIn(
  page: Page,
  say: (area: string, key: string) => string,
  email: string,
  typed = ownerPassword,
): Promise<void> {
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(typed);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
}

/** Logs out by the header's menu, which phones have elsewhere: the window gets as wide as a desktop. */
export async function logOut(page: Page, say: ReturnType<typeof shopWords>): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.getByRole('button', { name: say('menu', 'account_label') }).click();
  await page.getByRole('button', { name: say('menu', 'log_out') }).click();
}
