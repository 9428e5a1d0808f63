import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** axe finds nothing on the page as it stands: WCAG 2.2 AA and best practice. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(settle);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}

/** Waits for what is just fading in or out: half faded, a word has no contrast. Runs in the page. */
async function settle(): Promise<void> {
  const soon = 1000;
  const moving = document.getAnimations().filter(({ currentTime, effect }) => {
    const { delay = 0, endTime = 0 } = effect?.getComputedTiming() ?? {};
    return Number(currentTime) >= delay && Number(endTime) - Number(currentTime) < soon;
  });
  await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
}
