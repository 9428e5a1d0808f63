import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

interface Inspection {
  /** Selector of what is somebody else's, such as the frames of a payment provider. */
  readonly except?: string;
}

/** axe finds nothing on the page as it stands: WCAG 2.2 AA and best practice. */
export async function expectNoViolations(page: Page, { except }: Inspection = {}): Promise<void> {
  await page.evaluate(settle);
  const axe = new AxeBuilder({ page }).withTags([
    'wcag2a',
    'wcag2aa',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
  ]);
  const { violations } = await (except === undefined ? axe : axe.exclude(except)).analyze();
  expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}

/** Brings what fades in or out, now or later, to its end: half faded, a word has no contrast. Runs in the page. */
function settle(): void {
  for (const animation of document.getAnimations()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    // A spinner goes on for ever.
    if (Number.isFinite(end)) animation.finish();
  }
}
