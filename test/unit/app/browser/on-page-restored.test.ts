import { expect, test } from 'vitest';
import { onPageRestored } from '#app/browser/on-page-restored.ts';

test('a page is refreshed each time it comes from the back/forward cache, not when it is loaded', () => {
  const page = new EventTarget();
  let refreshes = 0;
  onPageRestored(page as unknown as Window, () => refreshes++);
  const show = (persisted: boolean) => {
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    return refreshes;
  };
  expect([show(false), show(true), show(true)]).toEqual([0, 1, 2]);
});
