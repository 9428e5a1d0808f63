import { expect, type Page } from '@playwright/test';
import type { Say } from './shop-words.ts';

/**
 * Waits until the whole page is interactive, also below the first view, its fonts have loaded, and the cart button
 * shows the item count where there is a header (docs/behaviour/navigation-and-layout.md#hidden-parts).
 */
export async function waitUntilReady(page: Page, say: Say, hasHeader = true): Promise<void> {
  await expect(page.locator('html[data-works]')).toBeAttached();
  await expect(page.locator('template[data-waits]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (!hasHeader) return;
  const cart = page.getByRole('banner').getByRole('button', { name: say('component', 'cart.button') });
  await expect(cart).toHaveAccessibleName(/\d/);
}

/** Makes text twice as large, as the settings of a browser do. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Returns the font size of the page's body in pixels. */
export const textSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

/**
 * Returns the words of up to fifteen letters that break across two lines because their box is too narrow. Hyphenation
 * is off, because not every browser has it. E-mail addresses may break anywhere.
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
      // Texts for screen readers only are clipped to a pixel; legends among them have a padding.
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
 * Returns the elements that are wider than the window, as "tag.class "text": pixels"; empty when the page is no wider
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
