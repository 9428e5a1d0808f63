import type { Page } from '@playwright/test';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { holdScripts } from '#test/e2e/support/hold-scripts.ts';
import { isInSight } from '#test/e2e/support/in-sight.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { waitUntilInteractive } from '#test/e2e/support/wait-for-page-scripts.ts';

// The consent banner is open.
test.use({ storageState: { cookies: [], origins: [] } });

/**
 * Returns what covers the focused element: the fixed or sticky parts of the page that are painted over any of nine
 * points of its box (small parts: over its middle), and `outside` when its middle is above or below the window. Null
 * once the focus has left the page.
 */
function coverOfFocus(page: Page): Promise<{ readonly name: string; readonly under: string[] } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const nameOf = (one: Element) =>
      `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`;
    const isBar = (one: Element) => /fixed|sticky/.test(getComputedStyle(one).position);
    const barOver = (x: number, y: number, isMiddle: boolean): string[] => {
      const top = document.elementFromPoint(x, y);
      if (top === null) return isMiddle && (y < 0 || y > window.innerHeight) ? ['outside'] : [];
      let bar: Element | null = top;
      while (bar !== null && !isBar(bar)) bar = bar.parentElement;
      if (bar === null || bar.contains(element)) return [];
      // A small part, such as the help button, may cover a corner of the focused element.
      return isMiddle || bar.clientWidth > window.innerWidth / 2 ? [nameOf(bar)] : [];
    };
    const { left, top, width, height } = element.getBoundingClientRect();
    const shares = [0.02, 0.5, 0.98];
    const under = shares.flatMap((x) =>
      shares.flatMap((y) => barOver(left + x * width, top + y * height, x === 0.5 && y === 0.5)),
    );
    return { name: nameOf(element), under: [...new Set(under)] };
  });
}

/** Tabs through the page to its end and expects that no bar covers a focused element. */
async function expectClearOfBars(page: Page, fewest: number): Promise<string[]> {
  const stops: string[] = [];
  for (let step = 0; step < 160; step += 1) {
    await page.keyboard.press('Tab');
    const place = await coverOfFocus(page);
    if (place === null) break;
    stops.push(place.name);
    // A list that scrolls by itself brings the element into view after a short delay.
    await expect
      .poll(async () => (await coverOfFocus(page))?.under, { message: stops.slice(-3).join(' → ') })
      .toEqual([]);
  }
  expect(stops.length).toBeGreaterThan(fewest);
  return stops;
}

test('with the consent banner open, no focused element of home and course is under a fixed bar', async ({
  page,
  language,
  say,
}) => {
  for (const [path, fewest] of [
    ['', 40],
    ['/kurse/clara-schumann', 30],
  ] as const) {
    await page.goto(`/${language}${path}`);
    const banner = page.getByRole('region', { name: say('component', 'consent.title') });
    await expect(banner).toBeVisible();
    const stops = await expectClearOfBars(page, fewest);
    // The banner is first in the document, after the link that skips to the content.
    expect(stops[0]).toContain(say('menu', 'skip'));
    expect(stops[1]).toContain(say('component', 'consent.privacy'));
    await expect(banner).toBeVisible();
  }
});

test('with the consent banner open, no focused element of the checkout is under a fixed bar', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await shopper.fillCart('course-clara-schumann');
  await page.goto(`/${language}/checkout/shop?dialog=address`);
  await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeVisible();
  await expect(page.getByLabel(say('checkout', 'address.contact'))).toBeVisible();
  await expectClearOfBars(page, 15);
});

test('on a small desktop the consent banner covers no button of a form, and the help button not its end', async ({
  page,
  language,
  say,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const [path, name] of [
    ['auth/login', say('auth', 'login.submit')],
    ['auth/passwort', say('auth', 'password.request.submit')],
    ['bestellung', say('checkout', 'lookup.submit')],
    ['redeem', say('base', 'redeem.look_up')],
    ['geschenke/gutschein-50', say('base', 'gift.to_form')],
  ] as const) {
    await page.goto(`/${language}/${path}`, { waitUntil: 'domcontentloaded' });
    const named = page
      .getByRole('main')
      .locator('button, a')
      .filter({ hasText: new RegExp(`^${name}$`) });
    const button = named.last();
    expect(await isInSight(button), path).toBe(true);
    const box = await button.boundingBox();
    const help = await page.locator('[data-floats]').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(help?.x ?? 0);
  }
});

test('on phones the consent banner does not hide the button to buy, not even before the page is interactive', async ({
  page,
  language,
  say,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto(`/${language}/kurse/clara-schumann`, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeVisible();
  const bar = page.getByRole('region', { name: say('base', 'course.buy_bar') });
  expect(await isInSight(bar)).toBe(true);
  release();
  await waitUntilInteractive(page);
  expect(await isInSight(bar)).toBe(true);
  await bar.getByRole('button', { name: say('base', 'buy.add'), exact: true }).click();
  await expectMessage(page, say('base', 'buy.added'));
});
