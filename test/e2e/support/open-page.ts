import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { shopWords } from './shop-words.ts';

/**
 * Waits until the page works: the cart's count is known or, where the header has no cart
 * (docs/behaviour/navigation-and-layout.md#hidden-parts), its own buttons are enabled.
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
