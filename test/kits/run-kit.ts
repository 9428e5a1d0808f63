import { describe, expect, test } from 'vitest';
import { type CallRules, watchCalls } from './watch-calls.ts';

/** A kit test that an adapter may skip, with the reason. */
export interface KitSkip {
  readonly test: string;
  readonly reason: string;
}

/** The conformance tests of a port by title. Each test gets a new harness. */
export type KitCases<Harness> = Readonly<Record<string, (harness: Harness) => Promise<void>>>;

/** Returns an optional member of a harness. Throws if it is missing. */
export function required<Harness extends object, Name extends keyof Harness & string>(
  harness: Harness,
  name: Name,
): NonNullable<Harness[Name]> {
  const found = harness[name];
  if (found === undefined || found === null)
    throw new Error(`The harness has no \`${name}\`: define it, or skip this test`);
  return found;
}

/** An adapter that a kit is run with. */
export interface Tested<Harness> {
  readonly name: string;
  /** Returns a harness for one test, which is disposed of by `dispose` if it has one. */
  readonly create: () => Promise<Harness>;
  readonly skip?: readonly KitSkip[];
}

/**
 * Registers the conformance kit of a port: one test for each case. A skip with an unknown title or without a reason
 * fails. `rules` are checked in every test.
 */
export function runKit<Harness extends object>(
  port: string,
  cases: KitCases<Harness>,
  { name, create, skip = [] }: Tested<Harness>,
  rules?: CallRules<Harness>,
): void {
  describe(`${port}: ${name}`, () => {
    test('every skip names a test of the kit and a reason', () => {
      const wrong = skip.filter((entry) => !Object.hasOwn(cases, entry.test) || entry.reason.trim() === '');
      expect(wrong).toEqual([]);
    });

    for (const [title, run] of Object.entries(cases)) {
      // Adapters in a browser need more than the five seconds of a project without settings.
      test(title, { timeout: 240_000 }, async (context) => {
        const skipped = skip.find((entry) => entry.test === title);
        if (skipped !== undefined) context.skip(skipped.reason);
        const harness = await create();
        try {
          await (rules === undefined ? run(harness) : watchCalls(rules, harness, run, context.signal));
        } finally {
          const { dispose }: { dispose?: () => Promise<void> | void } = harness;
          await dispose?.call(harness);
        }
      });
    }
  });
}
