import { expect, type Page } from '@playwright/test';

/** Expects a notification. It is read in the list of the last messages, because it closes after five seconds. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const last = page.getByRole('contentinfo').locator('details');
  await last.evaluate((list: HTMLDetailsElement) => {
    list.open = true;
  });
  await expect(last).toContainText(text);
}
