import { expect } from 'vitest';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** What the learner of the demo data owns. */
const owned = 'albrecht-duerer';

const draft = { stars: 4, text: 'Die Schnur hängt jetzt an meiner Wand.', author: 'Johanna B.' };

async function arriveAsOwner({ sessions, setBearer }: HostWorld): Promise<void> {
  const { identifier, password } = learnerCredentials;
  setBearer(succeeded(await sessions.logIn(identifier, password)).access);
}

const whole = { number: 1, size: 10 };

const cases: KitCases<HostWorld> = {
  async 'lists nothing while nobody has written'({ reviews }) {
    expect(succeeded(await reviews.list('emmy-noether', whole))).toEqual({
      items: [],
      ...whole,
      total: 0,
      rating: null,
      distribution: [0, 0, 0, 0, 0],
      own: null,
    });
    expect(await reviews.list('gibt-es-nicht', whole)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
  async 'lets only owners write, and shows theirs to everybody'(world) {
    const { reviews, setBearer } = world;
    await arriveAsLearner(world);
    expect(await reviews.write(owned, draft)).toMatchObject({ error: { code: 'FORBIDDEN', status: 403 } });
    await arriveAsOwner(world);
    expect(succeeded(await reviews.write(owned, draft))).toMatchObject({ ...draft, is_own: true });
    expect(succeeded(await reviews.list(owned, whole)).own).toMatchObject(draft);
    setBearer(null);
    expect(await reviews.write(owned, draft)).toMatchObject({ error: { status: 401 } });
    const page = succeeded(await reviews.list(owned, whole));
    expect(page.items).toMatchObject([{ ...draft, is_own: false }]);
    expect(page.own).toBeNull();
    expect(page).toMatchObject({
      total: 1,
      rating: { average: 4, reviewers: 1, min: 4, max: 4 },
      distribution: [0, 0, 0, 1, 0],
    });
  },
  async 'replaces an owner’s first review by the second'(world) {
    await arriveAsOwner(world);
    succeeded(await world.reviews.write(owned, draft));
    succeeded(
      await world.reviews.write(owned, { ...draft, stars: 5, text: 'Noch einmal gesehen, noch besser.' }),
    );
    const page = succeeded(await world.reviews.list(owned, whole));
    expect(page).toMatchObject({ total: 1, distribution: [0, 0, 0, 0, 1] });
    expect(page.items[0]?.text).toBe('Noch einmal gesehen, noch besser.');
  },
  async 'takes the own review back, and nobody else’s'(world) {
    const { reviews, setBearer } = world;
    await arriveAsOwner(world);
    succeeded(await reviews.write(owned, draft));
    await arriveAsLearner(world);
    succeeded(await reviews.remove(owned));
    expect(succeeded(await reviews.list(owned, whole)).total).toBe(1);
    setBearer(null);
    expect(await reviews.remove(owned)).toMatchObject({ error: { status: 401 } });
    await arriveAsOwner(world);
    expect(await reviews.remove('gibt-es-nicht')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    succeeded(await reviews.remove(owned));
    expect(succeeded(await reviews.list(owned, whole))).toMatchObject({
      items: [],
      total: 0,
      rating: null,
      distribution: [0, 0, 0, 0, 0],
      own: null,
    });
    succeeded(await reviews.remove(owned));
  },
  async 'names the field that is wrong'(world) {
    await arriveAsOwner(world);
    const answer = await world.reviews.write(owned, { ...draft, text: 'Gut.' });
    expect(answer).toMatchObject({ error: { code: 'INVALID_INPUT', status: 422 } });
    expect(answer.ok ? [] : Object.keys(answer.error.fields)).toEqual(['/text']);
  },
};

/** The promises of `ports/reviews.ts`. */
export function describeReviewsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Reviews: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
