import type { Page } from '@playwright/test';
import type { shopWords } from './shop-words.ts';

/** Logs out by the header's menu, which phones have elsewhere: the window gets as wide as a desktop. */
export async function logOut(page: Page, say: ReturnType<typeof shopWords>): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.getByRole('button', { name: say('menu', 'account_label') }).click();
  await page.getByRole('button', { name: say('menu', 'log_out') }).click();
}
