import { expect } from 'vitest';
import type { HostKit, HostWorld } from '#test/kits/host-world.ts';
import { arriveAsLearner, succeeded } from '#test/kits/host-world.ts';
import type { KitCases } from '#test/kits/run-kit.ts';
import { runKit } from '#test/kits/run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'is empty for a new learner'(world) {
    await arriveAsLearner(world);
    expect(succeeded(await world.addresses.list())).toMatchObject({ items: [], number: 1, total: 0 });
  },
  async 'is refused to a guest'(world) {
    expect(await world.addresses.list()).toMatchObject({ error: { code: 'UNAUTHENTICATED', status: 401 } });
  },
};

/** The promises of `ports/addresses.ts`. */
export function describeAddressesPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Addresses: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
