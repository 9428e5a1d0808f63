import { expect } from 'vitest';
import type { ServerClock } from '#ports/clock.ts';
import type { ServerIds } from '#ports/ids.ts';
import { type KitCases, runKit } from './run-kit.ts';

interface Harness {
  readonly ids: ServerIds;
  setTime(milliseconds: number): void;
}

const many = Array.from({ length: 2000 }, (_, index) => index);

const cases: KitCases<Harness> = {
  async 'makes UUIDs of version 7, all different'({ ids }) {
    const uuids = many.map(() => ids.uuid());
    expect(new Set(uuids).size).toBe(many.length);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  },
  async 'orders UUIDs by their time'({ ids, setTime }) {
    const uuids = many.map((millisecond) => {
      setTime(Date.UTC(2026, 10, 21) + millisecond * 977);
      return ids.uuid();
    });
    expect(uuids.toSorted()).toEqual(uuids);
  },
  async 'orders UUIDs by creation, also within one millisecond and after the clock was set back'({
    ids,
    setTime,
  }) {
    const uuids = [...many, ...many, ...many].map(() => ids.uuid());
    setTime(Date.UTC(2026, 10, 20));
    uuids.push(...many.map(() => ids.uuid()));
    expect(uuids.toSorted()).toEqual(uuids);
  },
  async 'makes tokens of the requested number of random bytes'({ ids }) {
    for (const bytes of [8, 16, 32]) {
      const tokens = many.map(() => ids.token(bytes));
      expect(new Set(tokens).size).toBe(many.length);
      for (const token of tokens) expect(Buffer.from(token, 'base64url').toString('base64url')).toBe(token);
      expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(bytes);
    }
  },
  async 'makes codes of characters that are easy to read aloud, all about equally frequent'({ ids }) {
    const codes = many.map(() => ids.code(12));
    expect(new Set(codes).size).toBe(many.length);
    const counts = new Map<string, number>();
    for (const sign of codes.join('')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect([...counts.keys()].toSorted().join('')).toMatch(/^[2-9A-HJ-NP-Z]{20,}$/);
    const usual = (many.length * 12) / counts.size;
    for (const count of counts.values()) expect(Math.abs(count - usual)).toBeLessThan(usual / 3);
  },
};

/** Registers the conformance tests of the server's `Ids` for one adapter. */
export function describeServerIds(name: string, open: (clock: ServerClock) => ServerIds): void {
  runKit<Harness>('server ids', cases, {
    name,
    async create() {
      let now = Date.UTC(2026, 10, 21);
      return {
        ids: open({ now: () => now }),
        setTime(milliseconds) {
          now = milliseconds;
        },
      };
    },
  });
}
