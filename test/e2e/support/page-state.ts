import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** In milliseconds; a working page responds and draws many times within it. */
const limit = 20_000;

/**
 * Describes the page of a failed journey. Playwright waits for a drawn frame before it presses anything, so a browser
 * that draws none looks like a journey that waits for ever.
 */
export async function describePage(page: Page): Promise<string> {
  const frame = () =>
    page.evaluate(
      () => new Promise<string>((resolve) => requestAnimationFrame(() => resolve('draws frames'))),
    );
  const facts = () =>
    page.evaluate(() => {
      const films = [...document.querySelectorAll('video')].map(
        ({ ended, paused, seeking, error, currentTime, duration, readyState, networkState }) =>
          JSON.stringify({
            ...{ ended, paused, seeking, error: error?.message },
            ...{ currentTime, duration, readyState, networkState },
          }),
      );
      return [
        document.visibilityState,
        document.hasFocus() ? 'focused' : 'not focused',
        document.readyState,
        `at ${location.href}`,
        `focus on ${document.activeElement?.tagName}`,
        ...films.map((film) => `film ${film}`),
      ].join(', ');
    });
  const within = (result: Promise<string>, otherwise: string) =>
    Promise.race([result.catch(String), wait(limit, otherwise, { ref: false })]);
  return `${await within(facts(), 'runs no script')}; ${await within(frame(), 'draws no frame')}`;
}
