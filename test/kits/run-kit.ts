import { describe, expect, test } from 'vitest';

/** A test of a kit that an adapter cannot pass, and why that is right. */
export interface KitSkip {
  readonly test: string;
  readonly reason: string;
}

/** The promises of a port, each as a test that gets a fresh harness. */
export type KitCases<Harness> = Readonly<Record<string, (harness: Harness) => Promise<void>>>;

interface Kit<Harness> {
  readonly name: string;
  readonly cases: KitCases<Harness>;
  readonly create: () => Promise<Harness>;
  readonly dispose: (harness: Harness) => Promise<void>;
  readonly skip: readonly KitSkip[];
}

/** Registers a conformance kit: one test per promise. A skip that names no test of the kit, or no reason, fails. */
export function runKit<Harness>({ name, cases, create, dispose, skip }: Kit<Harness>): void {
  describe(name, () => {
    test('every skip names a test of the kit and a reason', () => {
      const wrong = skip.filter((entry) => !Object.hasOwn(cases, entry.test) || entry.reason.trim() === '');
      expect(wrong).toEqual([]);
    });

    for (const [title, run] of Object.entries(cases)) {
      test(title, async (context) => {
        const skipped = skip.find((entry) => entry.test === title);
        if (skipped !== undefined) context.skip(skipped.reason);
        const harness = await create();
        try {
          await run(harness);
        } finally {
          await dispose(harness);
        }
      });
    }
  });
}
