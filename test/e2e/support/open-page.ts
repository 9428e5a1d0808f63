import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { shopWords } from './shop-words.ts';

/**
 * Waits until the page is interactive: the cart button shows the item count or, where the header has no cart
 * (docs/behaviour/navigation-and-layout.md#hidden-parts), the page says that it works.
 */
export async function alive(page: Page, say: ReturnType<typeof shopWords>, hasHeader = true): Promise<void> {
  if (!hasHeader) {
    await expect(page.locator('html[data-works]')).toBeAttached();
    return;
  }
  const cart = page.getByRole('banner').getByRole('button', { name: say('component', 'cart.button') });
  await expect(cart).toHaveAccessibleName(/\d/);
}

/** Returns by how many pixels the page is wider than the window. */
export const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
