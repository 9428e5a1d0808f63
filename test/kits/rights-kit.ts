import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const declared = { code: '7K4P-2QXX', email: 'geht@example.org', name: 'Ada Kern', reason: null };
const withdrawal = { ...declared, lines: null };
const cancellation = { ...declared, kind: 'ordinary', ends_on: null } as const;

const cases: KitCases<HostWorld> = {
  async 'receipts what anybody declares, with a reference of its own and the time'({ rights, setBearer }) {
    setBearer(null);
    const first = succeeded(await rights.withdraw(withdrawal));
    const second = succeeded(await rights.withdraw({ ...withdrawal, reason: 'Doppelt bestellt' }));
    const third = succeeded(await rights.cancel(cancellation));
    expect(new Set([first.reference, second.reference, third.reference]).size).toBe(3);
    for (const { received_at } of [first, second, third]) expect(Date.parse(received_at)).not.toBeNaN();
  },
  async 'takes parts of an order by id and by title, and a cancellation for good cause'({ rights }) {
    const lines = [
      { id: 'raupen-lesen', quantity: 1 },
      { id: 'Raupen lesen: „ein Buch“', quantity: null },
    ];
    expect((await rights.withdraw({ ...withdrawal, lines })).ok).toBe(true);
    const wish = { ...cancellation, kind: 'extraordinary', reason: 'Umzug', ends_on: '2027-03-31' } as const;
    expect((await rights.cancel(wish)).ok).toBe(true);
  },
  async 'names the field that is missing or misspelt'({ rights }) {
    for (const fields of [{ code: '' }, { name: '' }, { email: 'kein-at' }]) {
      const [field] = Object.keys(fields);
      for (const answer of [
        await rights.withdraw({ ...withdrawal, ...fields }),
        await rights.cancel({ ...cancellation, ...fields }),
      ]) {
        expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', status: 422 } });
        expect(answer.ok ? [] : Object.keys(answer.error.fields)).toEqual([`/${field}`]);
      }
    }
  },
};

/** The promises of `ports/rights.ts`. */
export function describeRightsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Rights: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
