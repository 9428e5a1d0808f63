import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

interface Inspection {
  /** Selector of parts to leave out, such as the frames of a payment provider. */
  readonly except?: string;
}

/** axe finds nothing on the page in its present state: WCAG 2.2 AA and best practice. */
export async function expectNoViolations(page: Page, inspection: Inspection = {}): Promise<void> {
  const violations = await findViolations(page, inspection);
  expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}

/** What axe finds on the page in its present state. */
export async function findViolations(page: Page, { except }: Inspection = {}) {
  await page.evaluate(settle);
  const axe = new AxeBuilder({ page }).withTags([
    'wcag2a',
    'wcag2aa',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
  ]);
  const { violations } = await (except === undefined ? axe : axe.exclude(except)).analyze();
  return violations;
}

/**
 * Finishes all animations, because half-faded text fails the contrast rule, and scrolls to the top, where no fixed bar
 * covers half a control. Runs in the page.
 */
function settle(): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  for (const animation of document.getAnimations()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    // A spinner's animation has no end.
    if (Number.isFinite(end)) animation.finish();
  }
}
