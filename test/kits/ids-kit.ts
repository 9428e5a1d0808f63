import { expect } from 'vitest';
import type { Ids } from '#ports/ids.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

const cases: KitCases<Ids> = {
  async 'makes random UUIDs in lower case'(ids) {
    for (let count = 0; count < 50; count += 1) {
      expect(ids.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  },
  async 'never returns the same id twice'(ids) {
    const made = Array.from({ length: 500 }, () => ids.uuid());
    expect(new Set(made).size).toBe(made.length);
  },
  async 'random ids do not follow a sequence'(ids) {
    const tails = Array.from({ length: 20 }, () => Number.parseInt(ids.uuid().slice(-6), 16));
    const steps = tails.slice(1).map((tail, index) => tail - (tails[index] ?? 0));
    expect(new Set(steps).size).toBeGreaterThan(1);
  },
};

/** Registers the conformance tests of `ports/ids.ts` for one adapter. */
export const describeIdsPort = (adapter: Tested<Ids>) => runKit('Ids', cases, adapter);
