import type { Page } from '@playwright/test';
import { ownerPassword } from './course-owner.ts';
import type { Say } from './shop-words.ts';

/** Fills in and submits the login form of the open page, by default with the password of `newOwner`. */
export async function logIn(page: Page, say: Say, email: string, password = ownerPassword): Promise<void> {
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'login.submit'), exact: true })
    .click();
}

/** Logs out by the header's menu, which only wide windows have, so the window is made as wide as a desktop. */
export async function logOut(page: Page, say: Say): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.getByRole('button', { name: say('menu', 'account_label') }).click();
  await page.getByRole('button', { name: say('menu', 'log_out') }).click();
}
