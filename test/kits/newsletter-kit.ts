import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const done = { ok: true, value: null };

const cases: KitCases<HostWorld> = {
  async 'comes once the link of the mail was followed, and again is no fault'(world) {
    const { learner } = await arriveAsLearner(world);
    await world.profiles.update(learner.sub, { newsletter: true });
    const token = await world.lastMailed(learner.email);
    expect(await world.newsletter.confirm(token)).toEqual(done);
    expect(succeeded(await world.profiles.get(learner.sub)).newsletter).toBe(true);
    expect(await world.newsletter.confirm(token)).toEqual(done);
  },
  async 'ends by the link of its mails, however often'(world) {
    const { learner } = await arriveAsLearner(world);
    await world.profiles.update(learner.sub, { newsletter: true });
    const confirmation = await world.lastMailed(learner.email);
    await world.newsletter.confirm(confirmation);
    const token = await world.lastMailed(learner.email);
    expect(await world.newsletter.leave(token)).toEqual(done);
    expect(succeeded(await world.profiles.get(learner.sub)).newsletter).toBe(false);
    expect(await world.newsletter.leave(token)).toEqual(done);
    expect(await world.newsletter.confirm(confirmation)).toMatchObject({ error: { code: 'LINK_EXPIRED' } });
  },
  async 'a wish that was taken back cannot be confirmed'(world) {
    const { learner } = await arriveAsLearner(world);
    await world.profiles.update(learner.sub, { newsletter: true });
    const token = await world.lastMailed(learner.email);
    await world.profiles.update(learner.sub, { newsletter: false });
    expect(await world.newsletter.confirm(token)).toMatchObject({ error: { code: 'LINK_EXPIRED' } });
  },
  async 'is asked for by address, with one answer for all'(world) {
    const { email } = await arriveAsLearner(world);
    const wish = { locale: 'de', source: 'widget' } as const;
    expect(await world.newsletter.subscribe({ ...wish, email })).toEqual(done);
    expect(await world.newsletter.subscribe({ ...wish, email: 'niemand@example.org' })).toEqual(done);
    expect(await world.newsletter.confirm(await world.lastMailed(email))).toEqual(done);
  },
  async 'refuses links of nobody'(world) {
    const nobody = 'nobodysnobodysnobodysn';
    expect(await world.newsletter.confirm(nobody)).toMatchObject({
      error: { code: 'LINK_EXPIRED', status: 410 },
    });
    const strange = await world.newsletter.leave(`${nobody}.${'x'.repeat(43)}`);
    expect(strange).toMatchObject({ error: { code: 'NOT_FOUND', status: 404 } });
  },
};

/** The promises of `ports/newsletter.ts`. */
export function describeNewsletterPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Newsletter: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
