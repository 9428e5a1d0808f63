import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Inspection {
  /** CSS selector of elements that axe skips, such as the iframes of a payment provider. */
  readonly except?: string;
  /** Tags of further rules. */
  readonly more?: readonly string[];
}

/** Expects no axe violation of WCAG 2.2 AA and of the best-practice rules in the page's current state. */
export async function expectNoViolations(page: Page, inspection: Inspection = {}): Promise<void> {
  const violations = await findViolations(page, inspection);
  expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}

/**
 * Returns the axe violations in the page's current state. Transitions are off meanwhile: a notification that appears
 * while axe reads the page would be half transparent.
 */
export async function findViolations(page: Page, { except, more = [] }: Inspection = {}) {
  const isReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (!isReduced) await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    // A dialog is transparent until its transition begins, and `settle` can finish only what has begun.
    await expect(page.locator('[data-starting-style], [data-ending-style]')).toHaveCount(0);
    await page.evaluate(settle);
    const options: axe.RunOptions = {
      // Describing the rules that pass takes most of the time.
      resultTypes: ['violations'],
      runOnly: [...tags, ...more],
    };
    return page.frames().length === 1 || except === 'iframe'
      ? await inspectPage(page, { ...options, iframes: false }, except)
      : await inspectWithFrames(page, options, except);
  } finally {
    if (!isReduced) await page.emulateMedia({ reducedMotion: null });
  }
}

/** Checks a page without its frames. axe is injected once per document, in half the time that `AxeBuilder` takes. */
async function inspectPage(page: Page, options: axe.RunOptions, except?: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    async ([rules, skipped]) => {
      const { axe: inPage } = window as unknown as { readonly axe: typeof axe };
      return await inPage.run(skipped === undefined ? document : { exclude: [skipped] }, rules);
    },
    [options, except] as const,
  );
  return violations;
}

/** Checks a page with its frames. */
async function inspectWithFrames(page: Page, options: axe.RunOptions, except?: string) {
  const builder = new AxeBuilder({ page }).options(options);
  const { violations } = await (except === undefined ? builder : builder.exclude(except)).analyze();
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
