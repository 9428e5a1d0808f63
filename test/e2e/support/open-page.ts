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
 * Returns words of up to fifteen letters that stand in two lines, because their place is too narrow; hyphenation
 * does not count, because not every browser has it. E-mail addresses may break anywhere.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A style element would violate the policy of the page.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { hyphens: manual !important }');
    document.adoptedStyleSheets.push(sheet);
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const place = text.parentElement;
      if (place?.checkVisibility() !== true) continue;
      // What only screen readers read has no room for its words; legends have a padding.
      const isClipped = getComputedStyle(place).clipPath === 'inset(50%)';
      if (isClipped || place.getBoundingClientRect().width <= 1) continue;
      const written = text.textContent ?? '';
      for (const { 0: word, index } of written.matchAll(/(?<![^\s]*@[^\s]*)\p{L}{2,}(?![^\s]*@)/gu)) {
        if (word.length > 15) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...others] = range.getClientRects();
        const last = others.at(-1);
        // Beside a large first letter the rest of the word begins in its upper half.
        if (first !== undefined && last !== undefined && last.top > (first.top + first.bottom) / 2)
          found.add(word);
      }
    }
    document.adoptedStyleSheets.pop();
    return [...found];
  });

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
