import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

interface Inspection {
  /** CSS selector of elements that axe skips, such as the iframes of a payment provider. */
  readonly except?: string;
}

/** Expects no axe violation of WCAG 2.2 AA and of the best-practice rules in the page's current state. */
export async function expectNoViolations(page: Page, inspection: Inspection = {}): Promise<void> {
  const violations = await findViolations(page, inspection);
  expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}

/** Returns the axe violations in the page's current state. */
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
 * Finishes all animations, because half-transparent text fails the contrast rule, and scrolls to the top,
 * where no fixed bar covers part of a control. Runs in the page.
 */
function settle(): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  for (const animation of document.getAnimations()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    // An endless animation, such as a spinner, cannot be finished.
    if (Number.isFinite(end)) animation.finish();
  }
}
