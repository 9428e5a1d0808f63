import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'begins a session with both tokens and the learner'(world) {
    const { email, password } = await arriveAsLearner(world);
    const session = succeeded(await world.sessions.logIn(email.toUpperCase(), password));
    expect(session.learner).toMatchObject({ email, firstname: 'Karl', preferred_language: 'de' });
    world.setBearer(session.access);
    expect(succeeded(await world.profiles.get(session.learner.sub))).toEqual(session.learner);
  },
  async 'refuses a wrong password and an unknown address alike'(world) {
    const { email } = await arriveAsLearner(world);
    const answers = [
      await world.sessions.logIn(email, 'falsches Passwort'),
      await world.sessions.logIn('niemand@example.org', 'falsches Passwort'),
    ];
    expect(answers[0]).toMatchObject({ error: { code: 'WRONG_CREDENTIALS', status: 401 } });
    expect(answers[1]).toEqual(answers[0]);
  },
  async 'gives a fresh access token that counts'(world) {
    const { refresh, learner } = await arriveAsLearner(world);
    world.setBearer(succeeded(await world.sessions.refresh(refresh)));
    expect((await world.profiles.get(learner.sub)).ok).toBe(true);
  },
  async 'after logout the refresh token is refused, and an unknown one is answered alike'(world) {
    const { refresh } = await arriveAsLearner(world);
    expect(await world.sessions.logOut(refresh)).toEqual({ ok: true, value: null });
    expect(await world.sessions.refresh(refresh)).toMatchObject({ ok: false, error: { status: 401 } });
    expect(await world.sessions.logOut(refresh)).toEqual({ ok: true, value: null });
  },
  async 'mails a login code that works once, and answers alike for unknown addresses'(world) {
    const { email, learner } = await arriveAsLearner(world);
    world.setBearer(null);
    const { id } = await storedCart(world, { 'raupen-lesen': 1 });
    const asked = await world.sessions.requestLoginCode(email, id, 'de');
    expect(asked).toEqual(await world.sessions.requestLoginCode('niemand@example.org', id, 'de'));
    const code = await world.lastMailed(email);
    expect(succeeded(await world.sessions.logInWithCode(email, code)).learner.sub).toBe(learner.sub);
    expect(await world.sessions.logInWithCode(email, code)).toMatchObject({
      error: { code: 'WRONG_LOGIN_CODE' },
    });
  },
};

/** The promises of `ports/sessions.ts`. */
export function describeSessionsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Sessions: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
