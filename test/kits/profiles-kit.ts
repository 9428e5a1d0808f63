import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'answers the learner’s own data'(world) {
    const { learner } = await arriveAsLearner(world);
    expect(succeeded(await world.profiles.get(learner.sub))).toEqual(learner);
  },
  async 'keeps the language'(world) {
    const { learner } = await arriveAsLearner(world);
    const changed = succeeded(await world.profiles.setPreferredLanguage(learner.sub, 'en'));
    expect(changed).toEqual({ ...learner, preferred_language: 'en' });
    expect(succeeded(await world.profiles.get(learner.sub))).toEqual(changed);
  },
  async 'changes what is given, and nothing else'(world) {
    const { learner } = await arriveAsLearner(world);
    const named = succeeded(await world.profiles.update(learner.sub, { firstname: 'Émilie' }));
    expect(named).toEqual({ ...learner, firstname: 'Émilie' });
    const addressed = succeeded(await world.profiles.update(learner.sub, { salutation: 'ms' }));
    expect(addressed).toEqual({ ...named, salutation: 'ms' });
    expect(succeeded(await world.profiles.get(learner.sub))).toEqual(addressed);
  },
  async 'shows e-mail and newsletter as they are until a mailed link was followed'(world) {
    const { learner } = await arriveAsLearner(world);
    const email = `neu-${learner.email}`;
    const changed = await world.profiles.update(learner.sub, { email, newsletter: true });
    expect(succeeded(changed)).toEqual(learner);
    expect(await world.lastMailed(email)).not.toBe('');
  },
  async 'is nobody else’s and no guest’s'(world) {
    const { learner } = await arriveAsLearner(world);
    await arriveAsLearner(world);
    expect([403, 404]).toContain(refusedStatus(await world.profiles.get(learner.sub)));
    expect([403, 404]).toContain(refusedStatus(await world.profiles.setPreferredLanguage(learner.sub, 'en')));
    world.setBearer(null);
    expect(refusedStatus(await world.profiles.get(learner.sub))).toBe(401);
  },
};

function refusedStatus(answer: Awaited<ReturnType<HostWorld['profiles']['get']>>): number {
  return answer.ok ? 200 : answer.error.status;
}

/** The promises of `ports/profiles.ts`. */
export function describeProfilesPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Profiles: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
