import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { shopWords } from './shop-words.ts';

/**
 * The page has come to life once the cart's count is known; where the header has no cart (specification §2), once its
 * own buttons work.
 */
export async function alive(page: Page, say: ReturnType<typeof shopWords>, hasHeader = true): Promise<void> {
  if (!hasHeader) {
    const own = page.locator('main button, footer button').first();
    await expect(own).not.toHaveAttribute('aria-disabled', 'true');
    return;
  }
  const cart = page.getByRole('banner').getByRole('button', { name: say('component', 'cart.button') });
  await expect(cart).toHaveAccessibleName(/\d/);
}

/** Pixels by which the page is wider than the screen. */
export const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
