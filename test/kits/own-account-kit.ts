import { expect } from 'vitest';
import { arriveAsBuyer } from './bought-by-learner.ts';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const fresh = 'vier Birnen im Korb';
const nobodys = 'nobodysnobodysnobodysnobodys';

const cases: KitCases<HostWorld> = {
  async 'a new password ends every session and begins one for the caller'(world) {
    const { email, password, refresh } = await arriveAsLearner(world);
    const begun = succeeded(
      await world.own_account.changePassword({
        current_password: password,
        password: fresh,
        password_confirmation: fresh,
      }),
    );
    expect(await world.sessions.refresh(refresh)).toMatchObject({ error: { status: 401 } });
    expect((await world.sessions.refresh(begun.refresh)).ok).toBe(true);
    expect((await world.sessions.logIn(email, password)).ok).toBe(false);
    expect((await world.sessions.logIn(email, fresh)).ok).toBe(true);
  },
  async 'refuses a wrong password and one that was typed differently'(world) {
    const { email, password } = await arriveAsLearner(world);
    const change = { current_password: password, password: fresh, password_confirmation: fresh };
    const wrong = await world.own_account.changePassword({
      ...change,
      current_password: 'geraten wie sonst',
    });
    expect(wrong).toMatchObject({ error: { code: 'WRONG_PASSWORD', status: 422 } });
    expect(wrong.ok ? [] : Object.keys(wrong.error.fields)).toEqual(['/current_password']);
    expect(
      await world.own_account.changePassword({ ...change, password_confirmation: 'etwas anderes' }),
    ).toMatchObject({ error: { code: 'PASSWORDS_DIFFER' } });
    expect((await world.sessions.logIn(email, password)).ok).toBe(true);
  },
  async 'a new address counts from its link on, which works once'(world) {
    const { learner, email, password } = await arriveAsLearner(world);
    const moved = `umgezogen-${email}`;
    await world.profiles.update(learner.sub, { email: moved });
    const token = await world.lastMailed(moved);
    expect(await world.own_account.confirmEmail(token)).toEqual({ ok: true, value: null });
    expect(succeeded(await world.profiles.get(learner.sub)).email).toBe(moved);
    expect((await world.sessions.logIn(moved, password)).ok).toBe(true);
    expect(await world.own_account.confirmEmail(token)).toMatchObject({
      error: { code: 'LINK_EXPIRED', status: 410 },
    });
  },
  async 'an address that somebody else has gets no link'(world) {
    const other = await arriveAsLearner(world);
    const before = await world.lastMailed(other.email);
    const { learner } = await arriveAsLearner(world);
    const answer = await world.profiles.update(learner.sub, { email: other.email });
    expect(succeeded(answer)).toEqual(learner);
    expect(await world.lastMailed(other.email)).toBe(before);
  },
  async 'hands out what is known of the learner alone'(world) {
    const { learner, email } = await arriveAsLearner(world);
    const document = succeeded(await world.own_account.export(learner.sub));
    expect(document).toMatchObject({ account: { email } });
    await arriveAsLearner(world);
    expect(await world.own_account.export(learner.sub)).toMatchObject({ ok: false });
  },
  async 'is deleted with its password, at once and for good'(world) {
    const { learner, email, password, refresh } = await arriveAsLearner(world);
    expect(await world.own_account.delete(learner.sub, 'geraten wie sonst')).toMatchObject({
      error: { code: 'WRONG_PASSWORD', status: 422 },
    });
    expect(await world.own_account.delete(learner.sub, password)).toEqual({ ok: true, value: 'deleted' });
    expect((await world.sessions.refresh(refresh)).ok).toBe(false);
    expect((await world.sessions.logIn(email, password)).ok).toBe(false);
  },
  async 'stays while a contract renews'(world) {
    const { learner, email, password } = await arriveAsBuyer(world, 'monatskarte');
    expect(await world.own_account.delete(learner.sub, password)).toMatchObject({
      error: { code: 'CONTRACT_RENEWS', status: 409 },
    });
    expect((await world.sessions.logIn(email, password)).ok).toBe(true);
  },
  async 'links of nobody change nothing'(world) {
    const refused = { error: { code: 'LINK_EXPIRED', status: 410 } };
    expect(await world.own_account.confirmEmail(nobodys)).toMatchObject(refused);
    expect(await world.own_account.confirmDeletion(nobodys)).toMatchObject(refused);
  },
};

/** The promises of `ports/own-account.ts`. */
export function describeOwnAccountPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `OwnAccount: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
