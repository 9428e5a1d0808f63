import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { inParallel, outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  changePassword,
  isLoggedIn,
  logIn,
  mailsTo,
  passwordLink,
  refreshSession,
  resetPassword,
} from './account-shop.ts';

const shop = await openTestShop();
const fresh = 'neun Birnen im Korb';

function listSessions(bearer: string, query: Record<string, string> = {}) {
  return shop.call(endpoints.listSessions, { bearer, query });
}

function endSession(bearer: string, id: string) {
  return shop.call(endpoints.endOwnSession, { bearer, params: { id } });
}

async function logInFrom(userAgent: string, email: string): Promise<string> {
  const response = await shop.send('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ identifier: email, password }),
  });
  return (await response.json()).access;
}

describe('the list of sessions', () => {
  test('names each device, last used first, and marks the caller’s', async () => {
    const { email } = await register(shop);
    shop.advance(60_000);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const access = await logInFrom(firefox, email);
    const { value } = await listSessions(access);
    expect(value?.meta.page).toEqual({ number: 1, size: 20, total: 2 });
    expect(value?.data.map(({ attributes }) => [attributes.device, attributes.is_current])).toEqual([
      ['Firefox, Windows', true],
      ['', false],
    ]);
    const [first, second] = value?.data ?? [];
    expect(Date.parse(first?.attributes.created_at ?? '')).toBe(shop.context.clock.now());
    expect(Date.parse(second?.attributes.last_used_at ?? '')).toBe(shop.context.clock.now() - 60_000);
  });

  test('is paged and shows active sessions only', async () => {
    const { email, access, refresh } = await register(shop);
    for (let count = 0; count < 4; count += 1) await logIn(shop, email, password);
    const page = await listSessions(access, { 'page[size]': '2', 'page[number]': '2' });
    expect([page.value?.data.length, page.value?.meta.page.total]).toEqual([2, 5]);
    expect(page.value?.links.next).toContain('page%5Bnumber%5D=3');
    const other = (await logIn(shop, email, password)).value?.access ?? '';
    await shop.call(endpoints.logOut, { body: { refresh } });
    expect((await listSessions(other)).value?.meta.page.total).toBe(5);
  });

  test('moves a session up when it is refreshed', async () => {
    const { email, refresh } = await register(shop);
    const { value } = await logIn(shop, email, password);
    shop.advance(120_000);
    await refreshSession(shop, refresh);
    const sessions = (await listSessions(value?.access ?? '')).value?.data ?? [];
    expect(sessions.map(({ attributes }) => attributes.is_current)).toEqual([false, true]);
  });
});

describe('ending a session from the list', () => {
  test('logs that device out at once, and no other', async () => {
    const mine = await register(shop);
    const other = (await logIn(shop, mine.email, password)).value;
    const sessions = (await listSessions(mine.access)).value?.data ?? [];
    const foreign = sessions.find(({ attributes }) => !attributes.is_current);
    expect((await endSession(mine.access, foreign?.id ?? '')).status).toBe(200);
    expect(await isLoggedIn(shop, { id: mine.id, access: other?.access ?? '' })).toBe(false);
    expect((await refreshSession(shop, other?.refresh ?? '')).codes).toEqual(['REFRESH_REFUSED']);
    expect(await isLoggedIn(shop, mine)).toBe(true);
    expect((await endSession(mine.access, foreign?.id ?? '')).codes).toEqual(['NOT_FOUND']);
  });

  test('can end the caller’s session', async () => {
    const mine = await register(shop);
    const own = (await listSessions(mine.access)).value?.data[0];
    expect((await endSession(mine.access, own?.id ?? '')).status).toBe(200);
    expect(await isLoggedIn(shop, mine)).toBe(false);
  });
});

describe('a session that nobody uses', () => {
  const day = 24 * 60 * 60_000;
  const refresh = (token: string) => refreshSession(shop, token);

  test('ends 90 days after its last use', async () => {
    const mine = await register(shop);
    const forgotten = (await logIn(shop, mine.email, password)).value;
    shop.advance(89 * day);
    expect((await refresh(mine.refresh)).status).toBe(200);
    shop.advance(day);
    expect((await refresh(forgotten?.refresh ?? '')).codes).toEqual(['REFRESH_REFUSED']);
    const renewed = (await refresh(mine.refresh)).value;
    const access = renewed?.access ?? '';
    expect(await isLoggedIn(shop, { id: mine.id, access })).toBe(true);
    expect((await listSessions(access)).value?.meta.page.total).toBe(1);
    shop.advance(90 * day);
    expect((await refresh(mine.refresh)).codes).toEqual(['REFRESH_REFUSED']);
  });
});

describe('a new password', () => {
  const change = (bearer: string, current: string, next = fresh, confirmation = next) =>
    changePassword(shop, bearer, next, { current, confirmation });

  test('ends every session and starts the caller’s new one', async () => {
    const mine = await register(shop);
    const other = (await logIn(shop, mine.email, password)).value;
    const changed = await change(mine.access, password);
    expect(changed.value?.data.sub).toBe(mine.id);
    for (const access of [mine.access, other?.access ?? ''])
      expect(await isLoggedIn(shop, { id: mine.id, access })).toBe(false);
    for (const refresh of [mine.refresh, other?.refresh ?? ''])
      expect((await refreshSession(shop, refresh)).status).toBe(401);
    expect(await isLoggedIn(shop, { id: mine.id, access: changed.value?.access ?? '' })).toBe(true);
    expect((await logIn(shop, mine.email, password)).status).toBe(401);
    expect((await logIn(shop, mine.email, fresh)).status).toBe(200);
  });

  test('is reported to the user by mail, and invalidates open links', async () => {
    const mine = await register(shop);
    const token = await passwordLink(shop, mine.email);
    await change(mine.access, password);
    expect(await mailsTo(shop, mine.email, 'password_changed')).toHaveLength(1);
    expect((await resetPassword(shop, token)).codes).toEqual(['LINK_EXPIRED']);
  });

  test.each([
    ['WRONG_PASSWORD', 'nicht mein Passwort', fresh, fresh],
    ['PASSWORDS_DIFFER', password, fresh, 'etwas anderes'],
    ['PASSWORD_TOO_COMMON', password, 'sonnenschein', 'sonnenschein'],
    ['INVALID_INPUT', password, 'kurz', 'kurz'],
  ])('is refused with %s', async (code, current, wanted, confirmation) => {
    const mine = await register(shop);
    const refused = await change(mine.access, current, wanted, confirmation);
    expect([refused.status, refused.codes]).toEqual([422, [code]]);
    expect(await isLoggedIn(shop, mine)).toBe(true);
    expect((await logIn(shop, mine.email, password)).status).toBe(200);
  });

  test('allows ten wrong current passwords in 15 minutes', async () => {
    const { access, email } = await register(shop);
    const tries = await inParallel(15, () => change(access, 'geraten wie sonst'));
    expect(tries.filter(({ codes }) => codes[0] === 'WRONG_PASSWORD')).toHaveLength(10);
    expect((await change(access, password)).status).toBe(429);
    shop.advance(15 * 60_000 + 1);
    const { access: later } = (await logIn(shop, email, password)).value ?? {};
    expect((await change(later ?? '', password)).status).toBe(200);
  });

  test('is set by one of ten parallel changes', async () => {
    const mine = await register(shop);
    const newPassword = (index: number) => `Wunsch Nummer ${index} von zehn`;
    const answers = await inParallel(10, (index) => change(mine.access, password, newPassword(index)));
    const winner = answers.findIndex(({ status }) => status === 200);
    const { 200: changes, ...others } = tally(answers.map(outcomeOfCall));
    expect(changes).toBe(1);
    // Every request after the first change has a wrong current password or a session that was ended.
    const expected = [refusal(401, 'UNAUTHENTICATED'), refusal(422, 'WRONG_PASSWORD')];
    expect(expected).toEqual(expect.arrayContaining(Object.keys(others)));
    expect((await logIn(shop, mine.email, newPassword(winner))).status).toBe(200);
  });

  test('leaves no session of a parallel login with the old password', async () => {
    for (let round = 0; round < 4; round += 1) {
      const mine = await register(shop);
      const logins = Array.from({ length: 6 }, () => logIn(shop, mine.email, password));
      const [changed, ...begun] = await Promise.all([change(mine.access, password), ...logins]);
      expect(changed?.status).toBe(200);
      for (const { value, ...refused } of begun) {
        if (value === null) {
          expect(outcomeOfCall(refused)).toBe(refusal(401, 'WRONG_CREDENTIALS'));
          continue;
        }
        expect(await isLoggedIn(shop, { id: mine.id, access: value.access })).toBe(false);
      }
    }
    expect(shop.faults).toEqual([]);
  });
});
