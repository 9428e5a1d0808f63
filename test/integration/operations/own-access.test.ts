import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { operatorRoles } from '#core/model/operator.ts';
import { makeRecoveryCodes } from '#server/operations/team/second-factor.ts';
import { totpCode } from '#server/operations/team/totp.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import {
  cookieOf,
  logInAs,
  operatorPassword,
  type TestOperator,
} from '#test/integration/support/operators.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readBase32 } from '#test/support/read-base32.ts';

// operator-calls.test.ts tests roles, keys and the fresh proof of these calls.
const shop = await openTestShop();
const minute = 60_000;
const { changeOwnPassword, getOperatorSession, logInOperator, openAuthenticator, proveOperator } =
  operatorEndpoints;
const fresh = 'fünf Kirschen im Glas';

interface From {
  readonly address?: string;
  readonly language?: 'en';
}

const isLoggedIn = async (operator: string) =>
  (await shop.call(getOperatorSession, { operator })).status === 200;

const logIn = (me: TestOperator, over: object = {}, from: From = {}) =>
  shop.call(logInOperator, {
    ...from,
    body: { email: me.email, password: operatorPassword, code: me.code(), ...over },
  });

/** Opens another session of an operator, which uses up the present code. Returns its cookie. */
async function secondSession(me: TestOperator): Promise<string> {
  return cookieOf((await logIn(me)).headers.get('Set-Cookie'));
}

const prove = (operator: string, code: string) => shop.call(proveOperator, { operator, body: { code } });

const changesOf = (action: string, { id }: TestOperator) =>
  rowsOf(shop.db, 'audit_log', { action, record_id: id }, '*', 'id');

describe('another password', () => {
  const change = (operator: string, over: object = {}, from: From = {}) =>
    shop.call(changeOwnPassword, {
      operator,
      ...from,
      body: { current_password: operatorPassword, password: fresh, password_confirmation: fresh, ...over },
    });

  test.each(operatorRoles)('of the %s ends the other sessions of this operator only', async (role) => {
    const [me, somebody] = [await logInAs(shop, role), await logInAs(shop, role)];
    const other = await secondSession(me);
    expect((await change(me.cookie, {}, { language: 'en' })).status).toBe(200);
    const all = [me.cookie, other, somebody.cookie];
    expect(await Promise.all(all.map(isLoggedIn))).toEqual([true, false, true]);
    shop.advance(minute);
    expect((await logIn(me)).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await logIn(me, { password: fresh })).status).toBe(200);
    expect((await logIn(somebody)).status).toBe(200);
    expect(await changesOf('operator.password_changed', me)).toMatchObject([
      { actor_kind: 'operator', actor_name: me.email, before: null, after: null },
    ]);
    const mail = { template: 'operator_access', locale: 'en', facts: { change: 'password' } };
    expect(await mailsTo(shop, me.email)).toEqual([mail]);
  });

  test('needs the current password, and must be strong enough', async () => {
    const me = await logInAs(shop, 'owner');
    const other = await secondSession(me);
    const twice = (password: string) => ({ password, password_confirmation: password });
    for (const [over, code] of [
      [{ current_password: 'geraten' }, 'WRONG_PASSWORD'],
      [{ password_confirmation: 'anders als oben' }, 'PASSWORDS_DIFFER'],
      [twice('passwort1234'), 'PASSWORD_TOO_COMMON'],
      [twice('kurz'), 'INVALID_INPUT'],
    ] as const)
      expect((await change(me.cookie, over)).codes[0], code).toBe(code);
    shop.advance(minute);
    expect([await isLoggedIn(other), (await logIn(me)).status]).toEqual([true, 200]);
    expect(await changesOf('operator.password_changed', me)).toEqual([]);
    expect(await mailsTo(shop, me.email)).toEqual([]);
  });

  test('is refused for a while after ten wrong passwords, which count as failed logins', async () => {
    const me = await logInAs(shop, 'owner');
    const [guessing, another] = [{ address: '192.0.2.50' }, { address: '192.0.2.51' }];
    const guess = { current_password: 'geraten' };
    const same = { password: operatorPassword, password_confirmation: operatorPassword };
    expect((await change(me.cookie, same, guessing)).status, 'a right one is not counted').toBe(200);
    for (let count = 0; count < 10; count += 1)
      expect((await change(me.cookie, guess, guessing)).codes).toEqual(['WRONG_PASSWORD']);
    for (const from of [guessing, another])
      expect((await change(me.cookie, {}, from)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await logIn(me, {}, guessing)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await logIn(me)).status, 'from another network').toBe(200);
    shop.advance(16 * minute);
    expect((await change(me.cookie)).codes).toEqual(['PROOF_REQUIRED']);
    await prove(me.cookie, me.code());
    expect((await change(me.cookie, {}, guessing)).status).toBe(200);
  });

  test('is set once when two are sent at the same time', async () => {
    const me = await logInAs(shop, 'owner');
    const answers = await Promise.all(
      [fresh, 'sechs Feigen im Sand'].map((password) =>
        change(me.cookie, { password, password_confirmation: password }),
      ),
    );
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['WRONG_PASSWORD']);
    const you = await logInAs(shop, 'owner');
    const both = [you.cookie, await secondSession(you)];
    const changed = await Promise.all(both.map((cookie) => change(cookie)));
    expect(changed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(both.map(isLoggedIn))).filter((runs) => runs)).toHaveLength(1);
  });
});

describe('another authenticator', () => {
  interface Opened {
    readonly token: string;
    readonly secret: string;
  }

  const open = async (operator: string) => {
    const opened = (await shop.call(openAuthenticator, { operator })).value?.data;
    if (opened === undefined) throw new Error('No new authenticator');
    return opened;
  };
  const shownBy = ({ secret }: Opened) => totpCode(readBase32(secret), shop.context.clock.now());
  const replace = (operator: string, next: Opened, code = shownBy(next)) =>
    shop.call(operatorEndpoints.replaceAuthenticator, { operator, body: { token: next.token, code } });

  test.each(operatorRoles)('of the %s replaces the former one once it is proved', async (role) => {
    const me = await logInAs(shop, role);
    const other = await secondSession(me);
    const next = await open(me.cookie);
    const uri = new URL(next.otpauth_uri);
    expect([uri.searchParams.get('secret'), decodeURIComponent(uri.pathname)]).toEqual([
      next.secret,
      expect.stringContaining(me.email),
    ]);
    shop.advance(minute);
    // In the same half minute as the proof below.
    expect((await logIn(me)).status, 'an unfinished one changes nothing').toBe(200);
    expect((await replace(me.cookie, next, me.code())).codes).toEqual(['WRONG_CODE']);
    expect(await isLoggedIn(other)).toBe(true);
    const proof = shownBy(next);
    expect((await replace(me.cookie, next, proof)).status).toBe(200);
    expect([await isLoggedIn(me.cookie), await isLoggedIn(other)]).toEqual([true, false]);
    expect((await logIn(me, { code: proof })).codes, 'each code once').toEqual(['WRONG_CREDENTIALS']);
    shop.advance(minute);
    expect((await logIn(me)).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await prove(me.cookie, me.code())).codes).toEqual(['WRONG_CODE']);
    expect((await replace(me.cookie, next)).codes, 'a token is good once').toEqual(['WRONG_CODE']);
    expect((await logIn(me, { code: shownBy(next) })).status).toBe(200);
    const noted = await changesOf('operator.factor_replaced', me);
    expect(noted).toMatchObject([{ actor_name: me.email, before: null, after: null }]);
    const mail = { template: 'operator_access', locale: 'de', facts: { change: 'factor' } };
    expect(await mailsTo(shop, me.email)).toEqual([mail]);
  });

  test('belongs to one operator, and has a new secret each time', async () => {
    const [me, you] = [await logInAs(shop, 'owner'), await logInAs(shop, 'owner')];
    const [mine, again, yours] = [await open(me.cookie), await open(me.cookie), await open(you.cookie)];
    expect(new Set([mine, again, yours].map(({ secret }) => secret)).size).toBe(3);
    expect((await replace(me.cookie, yours)).codes).toEqual(['WRONG_CODE']);
    expect((await replace(me.cookie, { ...mine, secret: again.secret })).codes).toEqual(['WRONG_CODE']);
    expect((await replace(me.cookie, mine)).status).toBe(200);
  });

  test('is set up by a recovery code when the device is lost; the other codes stay', async () => {
    const me = await logInAs(shop, 'owner');
    const { codes, hashes } = makeRecoveryCodes(shop.context);
    await changeRows(shop.db, 'operators', { id: me.id }, { recovery_hashes: hashes });
    shop.advance(11 * minute);
    expect((await shop.call(openAuthenticator, { operator: me.cookie })).codes).toEqual(['PROOF_REQUIRED']);
    expect((await prove(me.cookie, codes[0] ?? '')).status).toBe(200);
    expect((await replace(me.cookie, await open(me.cookie))).status).toBe(200);
    expect((await logIn(me, { code: codes[0] })).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await logIn(me, { code: codes[1] })).status).toBe(200);
  });

  test('is set once when it is proved twice at the same time', async () => {
    const me = await logInAs(shop, 'owner');
    const next = await open(me.cookie);
    const answers = await Promise.all([1, 2].map(() => replace(me.cookie, next)));
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['WRONG_CODE']);
    const you = await logInAs(shop, 'owner');
    const both = [you.cookie, await secondSession(you)];
    const opened = await Promise.all(both.map(open));
    const replaced = await Promise.all(opened.map((one, index) => replace(both[index] ?? '', one)));
    expect(replaced.flatMap(({ codes }) => codes)).toEqual(['UNAUTHENTICATED']);
    expect((await Promise.all(both.map(isLoggedIn))).filter((runs) => runs)).toHaveLength(1);
  });
});

test('logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
