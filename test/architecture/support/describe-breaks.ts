import { describe, expect, test } from 'vitest';
import type { KitCases } from '#test/kits/run-kit.ts';

/** One promise broken, and the tests of the kit that notice it: these and no others. */
export interface Break<Harness> {
  readonly name: string;
  readonly wrap: (harness: Harness) => Harness;
  readonly noticedBy: readonly string[];
}

interface BrokenKit<Harness> {
  /** What keeps every promise of the kit. */
  readonly name: string;
  readonly cases: KitCases<Harness>;
  readonly create: () => Promise<Harness>;
  readonly breaks: readonly Break<Harness>[];
}

/**
 * Breaks an adapter that keeps every promise in one place after the other, and holds the tests of the kit that fail
 * against those that are named. A test of a kit that notices no break proves nothing, and fails here.
 */
export function describeBreaks<Harness>({ name, cases, create, breaks }: BrokenKit<Harness>): void {
  async function failing(wrap: (harness: Harness) => Harness): Promise<readonly string[]> {
    const titles: string[] = [];
    for (const [title, run] of Object.entries(cases)) {
      try {
        await run(wrap(await create()));
      } catch {
        titles.push(title);
      }
    }
    return titles.toSorted();
  }

  describe(name, () => {
    test('passes whole', async () => {
      expect(await failing((harness) => harness)).toEqual([]);
    });

    test.each(breaks)('is caught when it $name', async ({ wrap, noticedBy }) => {
      expect(await failing(wrap)).toEqual(noticedBy.toSorted());
    });

    test('is asked nothing that no break makes fail', () => {
      const noticing = new Set(breaks.flatMap(({ noticedBy }) => noticedBy));
      expect(Object.keys(cases).filter((title) => !noticing.has(title))).toEqual([]);
    });
  });
}
