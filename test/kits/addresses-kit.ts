import { expect } from 'vitest';
import { vienna } from '#test/support/memory-shop-facts.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const plain = { is_default_shipping: false, is_default_billing: false };

const cases: KitCases<HostWorld> = {
  async 'is empty for a new learner'(world) {
    await arriveAsLearner(world);
    expect(succeeded(await world.addresses.list())).toMatchObject({ items: [], number: 1, total: 0 });
  },
  async 'takes, changes and gives up addresses'(world) {
    await arriveAsLearner(world);
    const home = succeeded(await world.addresses.add({ ...vienna, ...plain }));
    expect(home).toMatchObject({ ...vienna, ...plain });
    const moved = { ...home, city: 'Graz', postal_code: '8010' };
    expect(succeeded(await world.addresses.change(moved))).toEqual(moved);
    expect(succeeded(await world.addresses.list()).items).toEqual([moved]);
    expect(await world.addresses.remove(home.id)).toEqual({ ok: true, value: null });
    expect(succeeded(await world.addresses.list()).total).toBe(0);
    expect(await world.addresses.remove(home.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await world.addresses.change(moved)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
  async 'has one default of each kind, the last one named, and lists it first'(world) {
    await arriveAsLearner(world);
    const first = succeeded(await world.addresses.add({ ...vienna, ...plain, is_default_shipping: true }));
    const second = succeeded(await world.addresses.add({ ...vienna, ...plain, street: 'Ring' }));
    await world.addresses.change({ ...second, is_default_shipping: true });
    const { items } = succeeded(await world.addresses.list());
    expect(items.map(({ id, is_default_shipping }) => [id, is_default_shipping])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
  },
  async 'refuses a postal code of another country, at its field'(world) {
    await arriveAsLearner(world);
    const refused = await world.addresses.add({ ...vienna, ...plain, country: 'DE' });
    expect(refused).toMatchObject({ error: { code: 'INVALID_INPUT', status: 422 } });
    expect(refused.ok ? [] : Object.keys(refused.error.fields)).toEqual(['/data/attributes/postal_code']);
  },
  async 'is nobody else’s'(world) {
    await arriveAsLearner(world);
    const home = succeeded(await world.addresses.add({ ...vienna, ...plain }));
    await arriveAsLearner(world);
    expect(await world.addresses.change(home)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await world.addresses.remove(home.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
  async 'is refused to a guest'(world) {
    expect(await world.addresses.list()).toMatchObject({ error: { code: 'UNAUTHENTICATED', status: 401 } });
  },
};

/** The promises of `ports/addresses.ts`. */
export function describeAddressesPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Addresses: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
