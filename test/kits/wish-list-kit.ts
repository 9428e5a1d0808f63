import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

async function idOf({ catalogue }: HostWorld, slug: string): Promise<string> {
  return succeeded(await catalogue.getProduct(slug)).id;
}

async function wishes({ wish_list }: HostWorld): Promise<readonly string[]> {
  return succeeded(await wish_list.list({ number: 1, size: 100 })).items.map(({ slug }) => slug);
}

const cases: KitCases<HostWorld> = {
  async 'holds what was wished for once, and lets it go'(world) {
    await arriveAsLearner(world);
    expect(await wishes(world)).toEqual([]);
    const piano = await idOf(world, 'clara-schumann');
    succeeded(await world.wish_list.add(piano));
    succeeded(await world.wish_list.add(piano));
    succeeded(await world.wish_list.add(await idOf(world, 'raupen-lesen')));
    expect((await wishes(world)).toSorted()).toEqual(['clara-schumann', 'raupen-lesen']);
    succeeded(await world.wish_list.remove(piano));
    succeeded(await world.wish_list.remove(piano));
    expect(await wishes(world)).toEqual(['raupen-lesen']);
  },
  async 'comes page by page'(world) {
    await arriveAsLearner(world);
    for (const slug of ['clara-schumann', 'raupen-lesen']) {
      succeeded(await world.wish_list.add(await idOf(world, slug)));
    }
    const second = succeeded(await world.wish_list.list({ number: 2, size: 1 }));
    expect(second).toMatchObject({ number: 2, size: 1, total: 2 });
    expect(second.items).toHaveLength(1);
  },
  async 'belongs to one learner, and never to a guest'(world) {
    await arriveAsLearner(world);
    const piano = await idOf(world, 'clara-schumann');
    succeeded(await world.wish_list.add(piano));
    await arriveAsLearner(world);
    expect(await wishes(world)).toEqual([]);
    world.setBearer(null);
    const refused = { error: { code: 'UNAUTHENTICATED', status: 401 } };
    expect(await world.wish_list.add(piano)).toMatchObject(refused);
    expect(await world.wish_list.list({ number: 1, size: 1 })).toMatchObject(refused);
  },
  async 'refuses what the shop does not sell'(world) {
    await arriveAsLearner(world);
    expect(await world.wish_list.add('gibt-es-nicht')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
};

/** The promises of `ports/wish-list.ts`. */
export function describeWishListPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Wish list: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
