import { describe, expect, test } from 'vitest';
import { patience } from '#test/kits/eventually.ts';
import type { KitCases } from '#test/kits/run-kit.ts';

// Tests wait for the whole time limit when a broken adapter never does something.
patience.milliseconds = 1_000;

/**
 * A defect that is added to a correct adapter. `noticedBy` lists exactly the kit tests that must fail because
 * of it.
 */
export interface Break<Harness> {
  readonly name: string;
  readonly wrap: (harness: Harness) => Harness;
  readonly noticedBy: readonly string[];
}

/** Makes defects that replace methods of a part of a harness. `change` is called once for each harness. */
export const breaking =
  <Harness, Part extends keyof Harness>(part: Part) =>
  (
    name: string,
    change: (adapter: Harness[Part]) => Partial<Harness[Part]>,
    noticedBy: readonly string[],
  ): Break<Harness> => ({
    name,
    noticedBy,
    wrap: (harness) => ({ ...harness, [part]: { ...harness[part], ...change(harness[part]) } }),
  });

interface BrokenKit<Harness> {
  /** Name of the correct adapter, which passes every test of the kit. */
  readonly name: string;
  readonly cases: KitCases<Harness>;
  readonly create: () => Promise<Harness>;
  /** Ends what a harness has started. */
  readonly dispose?: (harness: Harness) => Promise<void>;
  readonly breaks: readonly Break<Harness>[];
  /** Other correct adapters, which keep the same promises in another way. */
  readonly sound?: readonly Omit<Break<Harness>, 'noticedBy'>[];
}

/**
 * Tests a kit: runs it with a correct adapter, then with each defect. With a defect, exactly the tests in
 * `noticedBy` must fail. A kit test that fails for no defect proves nothing and is reported as a failure.
 */
export function describeBreaks<Harness>({
  name,
  cases,
  create,
  dispose = async () => {},
  breaks,
  sound = [],
}: BrokenKit<Harness>): void {
  async function failing(wrap: (harness: Harness) => Harness): Promise<readonly string[]> {
    const titles: string[] = [];
    for (const [title, run] of Object.entries(cases)) {
      const harness = await create();
      try {
        await run(wrap(harness));
      } catch {
        titles.push(title);
      } finally {
        await dispose(harness);
      }
    }
    return titles.toSorted();
  }

  describe(name, () => {
    test('passes without a defect', async () => {
      expect(await failing((harness) => harness)).toEqual([]);
    });

    test.each(sound)('passes with an adapter that $name', async ({ wrap }) => {
      expect(await failing(wrap)).toEqual([]);
    });

    test.each(breaks)('fails for an adapter that $name', async ({ wrap, noticedBy }) => {
      expect(await failing(wrap)).toEqual(noticedBy.toSorted());
    });

    test('has only tests that fail for at least one defect', () => {
      const noticing = new Set(breaks.flatMap(({ noticedBy }) => noticedBy));
      expect(Object.keys(cases).filter((title) => !noticing.has(title))).toEqual([]);
    });
  });
}
