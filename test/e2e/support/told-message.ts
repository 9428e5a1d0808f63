import { expect, type Page } from '@playwright/test';

/** Expects that this was told. It is read among the last messages, because a notification leaves after five seconds. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const last = page.getByRole('contentinfo').locator('details');
  await last.evaluate((list: HTMLDetailsElement) => {
    list.open = true;
  });
  await expect(last).toContainText(text);
}
