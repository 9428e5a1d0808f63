import { describe, expect, test } from 'vitest';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { learner, loggedIn, newcomer } from '#test/unit/core/storefront/people.ts';

const fresh = 'vier Birnen im Korb';
const passwords = {
  current_password: learnerCredentials.password,
  password: fresh,
  password_confirmation: fresh,
};

const moved = { email: 'neu@example.org', password: learnerCredentials.password };

async function openTab() {
  const opened = await openShopper();
  return { ...opened, session: () => opened.tab.shop.stores.session.snapshot };
}

async function logIn() {
  const opened = await openTab();
  await opened.actions.logIn(learnerCredentials);
  return opened;
}

describe('the profile', () => {
  test('shows the changes, and the old address until the link is followed', async () => {
    const { actions, session } = await logIn();
    await actions.updateProfile({ firstname: 'Émilie', salutation: 'ms', ...moved });
    expect(session()).toEqual({
      status: 'logged_in',
      learner: { ...learner, firstname: 'Émilie', salutation: 'ms' },
    });
  });

  test('has the new address after the link of the mail', async () => {
    const { browser, actions, session } = await logIn();
    expect(await actions.updateProfile({ ...moved, password: 'geraten' })).toMatchObject({
      error: { code: 'WRONG_PASSWORD' },
    });
    await actions.updateProfile(moved);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    expect((await actions.confirmEmail(token)).ok).toBe(true);
    expect(session()).toMatchObject({ learner: { email: 'neu@example.org' } });
  });

  test('shows that the address of a registration is confirmed', async () => {
    const { browser, actions, session } = await openTab();
    await actions.register(newcomer);
    expect(session()).toMatchObject({ learner: { is_email_confirmed: false } });
    const first = browser.server.mailed.at(-1)?.secret;
    expect((await actions.requestEmailConfirmation()).ok).toBe(true);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    expect(token).not.toBe(first);
    expect((await actions.confirmEmail(token)).ok).toBe(true);
    expect(session()).toMatchObject({ learner: { is_email_confirmed: true } });
  });

  test('is exported as one document, without the id of the call', async () => {
    const asked: unknown[] = [];
    const exportAccount = (async (request: unknown) => {
      asked.push(request);
      return ok({ id: learner.sub, orders: ['one'] });
    }) as unknown as ShopApi['exportAccount'];
    const tab = openTestBrowser().openTab({ state: loggedIn, between: (api) => ({ ...api, exportAccount }) });
    expect(await tab.shop.actions.exportAccount()).toEqual(ok({ orders: ['one'] }));
    expect(asked).toEqual([{ params: { id: learner.sub } }]);
  });

  test('is not read again in a session that has it, nor sent when its language is that of the page', async () => {
    const { browser } = await logIn();
    const calls: string[] = [];
    const tab = browser.openTab({ state: loggedIn, between: recording(calls) });
    await tab.start();
    expect(calls).not.toContain('getUser');
    expect(calls).not.toContain('updateUser');
  });

  test('cannot be changed by guests, who can follow links of mails', async () => {
    const { actions, session } = await openTab();
    for (const answer of [
      await actions.updateProfile({ firstname: 'Émilie' }),
      await actions.exportAccount(),
      await actions.deleteAccount('geraten'),
    ]) {
      expect(answer).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    }
    expect(await actions.confirmEmail('a'.repeat(32))).toMatchObject({ error: { code: 'LINK_EXPIRED' } });
    expect(session()).toEqual({ status: 'guest' });
  });

  test('is not restored by a response after a logout', async () => {
    const { actions, session } = await logIn();
    const changing = actions.updateProfile({ firstname: 'Émilie' });
    const leaving = actions.logOut();
    await Promise.all([changing, leaving]);
    expect(session()).toEqual({ status: 'guest' });
  });
});

describe('a new password', () => {
  test('begins a new session with new cookies', async () => {
    const { browser, actions, session } = await logIn();
    const before = browser.jar.get(refreshCookie)?.value;
    expect(await actions.changePassword(passwords)).toEqual({ ok: true, value: learner });
    expect(session()).toEqual({ status: 'logged_in', learner });
    const after = browser.jar.get(refreshCookie)?.value ?? '';
    expect(after).not.toBe(before);
    expect([...browser.server.refreshTokens.keys()]).toEqual([after]);
    expect((await actions.updateProfile({ lastname: 'Lindner' })).ok).toBe(true);
  });

  test('leaves cookies and session unchanged when it is refused', async () => {
    const { browser, actions, session } = await logIn();
    const before = browser.jar.get(refreshCookie)?.value;
    const refused = await actions.changePassword({ ...passwords, current_password: 'geraten wie sonst' });
    expect(refused).toMatchObject({ error: { code: 'WRONG_PASSWORD' } });
    expect(browser.jar.get(refreshCookie)?.value).toBe(before);
    expect(session()).toEqual({ status: 'logged_in', learner });
  });

  test('does not log a learner in again who logged out meanwhile: the new session is ended', async () => {
    const { browser, actions, session } = await logIn();
    const changing = actions.changePassword(passwords);
    const leaving = actions.logOut();
    expect(await changing).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    await leaving;
    expect(session()).toEqual({ status: 'guest' });
    expect(browser.jar.has(accessCookie)).toBe(false);
    expect(browser.server.refreshTokens.size).toBe(0);
  });
});

describe('a deleted account', () => {
  test('ends the session here, in all tabs', async () => {
    const { browser, actions, session } = await logIn();
    const other = browser.openTab({ state: loggedIn });
    await other.start();
    const answer = await actions.deleteAccount(learnerCredentials.password);
    expect(answer).toEqual({ ok: true, value: 'deleted' });
    expect(session()).toEqual({ status: 'guest' });
    expect(other.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    for (const cookie of [accessCookie, refreshCookie]) expect(browser.jar.has(cookie)).toBe(false);
  });

  test('stays as it was with a wrong password', async () => {
    const { browser, actions, session } = await logIn();
    expect((await actions.deleteAccount('geraten wie sonst')).ok).toBe(false);
    expect(session()).toEqual({ status: 'logged_in', learner });
    expect(browser.jar.has(accessCookie)).toBe(true);
  });

  test('without a password is deleted by the link of a mail, which ends the session in all tabs', async () => {
    const { browser, actions, session } = await logIn();
    const other = browser.openTab({ state: loggedIn });
    await other.start();
    const user = browser.server.users.get(learner.sub);
    if (user !== undefined) browser.server.users.set(learner.sub, { ...user, password: null });
    expect(await actions.deleteAccount(null)).toEqual({ ok: true, value: 'link_sent' });
    expect(session().status).toBe('logged_in');
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    expect(await actions.confirmAccountDeletion(token)).toEqual(ok(null));
    expect(browser.server.users.has(learner.sub)).toBe(false);
    expect([session(), other.shop.stores.session.snapshot]).toEqual([
      { status: 'guest' },
      { status: 'guest' },
    ]);
    expect(browser.jar.has(accessCookie)).toBe(false);
  });

  test('of somebody else does not end the session', async () => {
    const { browser, actions, session } = await logIn();
    const others = { ...learner, sub: 'other', email: 'andere@example.org' };
    browser.server.users.set('other', { password: null, learner: others, addresses: [], merged: new Map() });
    browser.server.mailed.push({
      to: others.email,
      link: 'account_deletion',
      secret: 'x'.repeat(32),
      sub: 'other',
    });
    expect(await actions.confirmAccountDeletion('x'.repeat(32))).toEqual(ok(null));
    expect(session()).toEqual({ status: 'logged_in', learner });
  });
});
