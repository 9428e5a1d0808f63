import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** In milliseconds. A page that works answers and draws many times within it. */
const patience = 20_000;

/**
 * Says what a page still does after its journey failed. Playwright waits for a drawn frame before it presses anything,
 * so that a browser that draws none looks like a journey that waits for ever.
 */
export async function stateOf(page: Page): Promise<string> {
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
  const soon = (answer: Promise<string>, otherwise: string) =>
    Promise.race([answer.catch(String), wait(patience, otherwise, { ref: false })]);
  return `${await soon(facts(), 'its script does not answer')}; ${await soon(frame(), 'draws no frame')}`;
}
