import { expect, type Page } from '@playwright/test';
import type { shopWords } from './shop-words.ts';

/**
 * Waits until all of the page works, also the parts below the first view, its fonts are there, and the cart button
 * shows the item count where the header has one (docs/behaviour/navigation-and-layout.md#hidden-parts).
 */
export async function alive(page: Page, say: ReturnType<typeof shopWords>, hasHeader = true): Promise<void> {
  await expect(page.locator('html[data-works]')).toBeAttached();
  await expect(page.locator('template[data-waits]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (!hasHeader) return;
  const cart = page.getByRole('banner').getByRole('button', { name: say('component', 'cart.button') });
  await expect(cart).toHaveAccessibleName(/\d/);
}

/**
 * Returns what sticks out of the window at the side, as "tag.class "text": pixels"; empty when the page is no wider
 * than the window.
 */
export const overhang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')]
      .map((element) => ({ element, right: element.getBoundingClientRect().right + window.scrollX }))
      .filter(({ right }) => right > clientWidth)
      .map(
        ({ element, right }) =>
          `${element.tagName}.${element.getAttribute('class')} "${element.textContent.slice(0, 20)}": ${right - clientWidth}`,
      );
    return [`page: ${scrollWidth - clientWidth}`, ...wide.slice(-8)];
  });
