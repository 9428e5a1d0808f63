import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const firstPage = { number: 1, size: 10 };

/** Somebody new who is logged in on two devices; the browser is the first of them. */
async function arriveTwice(world: HostWorld) {
  const here = await arriveAsLearner(world);
  const there = succeeded(await world.sessions.logIn(here.email, here.password));
  return { here, there };
}

const cases: KitCases<HostWorld> = {
  async 'lists running sessions in pages and says which one asks'(world) {
    await arriveTwice(world);
    const { items, total } = succeeded(await world.running_sessions.list(firstPage));
    expect([items.length, total]).toEqual([2, 2]);
    expect(items.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(succeeded(await world.running_sessions.list({ number: 2, size: 1 })).items).toHaveLength(1);
  },
  async 'ends one of them at once, and no other'(world) {
    const { here, there } = await arriveTwice(world);
    const { items } = succeeded(await world.running_sessions.list(firstPage));
    const id = items.find(({ is_current }) => !is_current)?.id ?? '';
    expect(await world.running_sessions.end(id)).toEqual({ ok: true, value: null });
    expect(await world.sessions.refresh(there.refresh)).toMatchObject({ error: { status: 401 } });
    expect((await world.sessions.refresh(here.refresh)).ok).toBe(true);
    expect(await world.running_sessions.end(id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    world.setBearer(there.access);
    expect(await world.running_sessions.list(firstPage)).toMatchObject({ error: { status: 401 } });
  },
  async 'ends all others'(world) {
    const { here, there } = await arriveTwice(world);
    expect(await world.running_sessions.endOthers()).toEqual({ ok: true, value: null });
    expect(await world.sessions.refresh(there.refresh)).toMatchObject({ error: { status: 401 } });
    expect((await world.sessions.refresh(here.refresh)).ok).toBe(true);
    expect(succeeded(await world.running_sessions.list(firstPage)).total).toBe(1);
  },
  async 'knows those of others neither in the list nor to end'(world) {
    const owner = await arriveAsLearner(world);
    const id = succeeded(await world.running_sessions.list(firstPage)).items[0]?.id ?? '';
    await arriveAsLearner(world);
    expect(succeeded(await world.running_sessions.list(firstPage)).total).toBe(1);
    expect(await world.running_sessions.end(id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    await world.running_sessions.endOthers();
    expect((await world.sessions.refresh(owner.refresh)).ok).toBe(true);
  },
  async 'is refused to a guest'(world) {
    const refused = { error: { code: 'UNAUTHENTICATED', status: 401 } };
    expect(await world.running_sessions.list(firstPage)).toMatchObject(refused);
    expect(await world.running_sessions.endOthers()).toMatchObject(refused);
  },
};

/** The promises of `ports/running-sessions.ts`. */
export function describeRunningSessionsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `RunningSessions: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
