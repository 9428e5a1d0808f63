import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, storedCart, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const registration = {
  email: 'anmeldung@example.org',
  password: 'drei Äpfel im Regal',
  password_confirmation: 'drei Äpfel im Regal',
  firstname: '',
  lastname: '',
  newsletter: false,
  preferred_language: 'en',
} as const;

const newPassword = 'vier Birnen im Korb';

const cases: KitCases<HostWorld> = {
  async 'registers once per address, in the language given'(world) {
    const { learner } = succeeded(await world.accounts.register(registration));
    expect(learner).toMatchObject({ email: registration.email, preferred_language: 'en', courses: [] });
    expect(await world.accounts.register({ ...registration, email: 'Anmeldung@Example.org' })).toMatchObject({
      error: { code: 'EMAIL_TAKEN' },
    });
  },
  async 'lets a wished newsletter wait for its confirmation by mail'(world) {
    const wished = await world.accounts.register({
      ...registration,
      email: 'post@example.org',
      newsletter: true,
    });
    expect(succeeded(wished).learner.newsletter).toBe(false);
  },
  async 'takes where a learner came from: once, and nobody else’s'(world) {
    const { learner: other } = await arriveAsLearner(world);
    const { learner } = await arriveAsLearner(world);
    const done = { ok: true, value: null };
    const origin = { utm_source: 'zeitung', utm_social: 'foto' };
    expect(await world.accounts.trackRegistration(origin, learner.sub)).toEqual(done);
    expect(await world.accounts.trackRegistration({}, learner.sub)).toEqual(done);
    expect(await world.accounts.trackRegistration(origin, other.sub)).toMatchObject({
      error: { status: 403 },
    });
    world.setBearer(null);
    expect(await world.accounts.trackRegistration(origin, learner.sub)).toMatchObject({
      error: { status: 401 },
    });
  },
  async 'refuses passwords that are too short or differ'(world) {
    const short = { ...registration, password: 'kurz', password_confirmation: 'kurz' };
    expect(await world.accounts.register(short)).toMatchObject({ ok: false, error: { status: 422 } });
    expect(
      await world.accounts.register({ ...registration, password_confirmation: newPassword }),
    ).toMatchObject({
      error: { code: 'PASSWORDS_DIFFER' },
    });
  },
  async 'tells whether an address has an account, for a cart that is not empty'(world) {
    const { email } = await arriveAsLearner(world);
    world.setBearer(null);
    const { id } = await storedCart(world, { 'raupen-lesen': 1 });
    expect(succeeded(await world.accounts.check(email, id, false))).toEqual({ exists: true });
    expect(succeeded(await world.accounts.check('niemand@example.org', id, true))).toEqual({ exists: false });
    const empty = await storedCart(world, {});
    expect((await world.accounts.check(email, empty.id, false)).ok).toBe(false);
  },
  async 'sets a password by a mailed link that works once, and ends all sessions'(world) {
    const { email, refresh } = await arriveAsLearner(world);
    const asked = await world.accounts.requestPasswordReset(email);
    expect(asked).toEqual(await world.accounts.requestPasswordReset('niemand@example.org'));
    const token = await world.lastMailed(email);
    expect(await world.accounts.resetPassword(token, newPassword, newPassword)).toEqual({
      ok: true,
      value: null,
    });
    expect((await world.sessions.logIn(email, newPassword)).ok).toBe(true);
    expect((await world.sessions.refresh(refresh)).ok).toBe(false);
    expect(await world.accounts.resetPassword(token, newPassword, newPassword)).toMatchObject({
      error: { code: 'LINK_EXPIRED' },
    });
  },
  async 'a password link of nobody is refused'(world) {
    const token = 'nobodysnobodysnobodysnobodys';
    expect(await world.accounts.resetPassword(token, newPassword, newPassword)).toMatchObject({
      error: { code: 'LINK_EXPIRED' },
    });
  },
};

/** The promises of `ports/accounts.ts`. */
export function describeAccountsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Accounts: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
