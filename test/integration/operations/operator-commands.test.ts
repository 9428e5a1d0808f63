import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { factorSecret, makeRecoveryCodes } from '#server/operations/team/second-factor.ts';
import { totpCode } from '#server/operations/team/totp.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { cookieOf, logInAs, operatorPassword } from '#test/integration/support/operators.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const minute = 60_000;
const { logInOperator, getOperatorSession } = operatorEndpoints;

async function isLoggedIn(operator: string): Promise<boolean> {
  return (await shop.call(getOperatorSession, { operator })).status === 200;
}

const credentials = (one: { email: string; code(): string }) => ({
  email: one.email,
  password: operatorPassword,
  code: one.code(),
});

/** Returns a code that the authenticator does not show at present. */
const wrongCode = (right: string) => String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');

async function invite(email: string, role: string): Promise<string> {
  const { exit, lines } = await runCommand(shop.context, 'operator', 'add', email, role);
  expect(exit, lines.join()).toBe(0);
  return /#token=([\w-]+)$/.exec(lines.join())?.[1] ?? '';
}

describe('an invitation', () => {
  test('sets password and second factor once, and shows recovery codes that work once', async () => {
    const email = 'nora@meisterhand.example';
    const first = await invite(email, 'editor');
    const token = await invite(email, 'support');
    const { openInvitation, acceptInvitation } = operatorEndpoints;
    expect((await shop.call(openInvitation, { body: { token: first } })).codes).toEqual(['LINK_EXPIRED']);
    const opened = await shop.call(openInvitation, { body: { token } });
    expect(opened.value?.data).toMatchObject({ email, role: 'support' });
    const password = 'fünf Pflaumen am Ast';
    const accept = (over: Record<string, string>) =>
      shop.call(acceptInvitation, {
        body: { token, name: 'Nora', password, password_confirmation: password, code: '', ...over },
      });
    const row = await rowOf(shop.db, 'operators', { email });
    const code = () => totpCode(factorSecret(shop.context, row), shop.context.clock.now());
    expect((await accept({ code: wrongCode(code()) })).codes).toEqual(['WRONG_CODE']);
    expect((await accept({ code: code(), password_confirmation: 'anders als oben' })).codes).toEqual([
      'PASSWORDS_DIFFER',
    ]);
    const common = { password: 'passwort', password_confirmation: 'passwort' };
    expect((await accept({ code: code(), ...common })).codes).toEqual(['PASSWORD_TOO_COMMON']);
    const accepted = await accept({ code: code() });
    expect(accepted.value?.data.attributes).toMatchObject({ name: 'Nora', role: 'support' });
    expect(await isLoggedIn(cookieOf(accepted.headers.get('Set-Cookie')))).toBe(true);
    expect((await accept({ code: code() })).codes).toEqual(['LINK_EXPIRED']);
    const again = await runCommand(shop.context, 'operator', 'add', email, 'owner');
    expect(again).toEqual({ exit: 1, lines: [`${email} is an operator already.`] });

    const [recovery = ''] = accepted.value?.meta.recovery_codes ?? [];
    const typed = recovery.toLowerCase().replaceAll('-', ' ');
    const logIn = () => shop.call(logInOperator, { body: { email, password, code: typed } });
    expect((await logIn()).status).toBe(200);
    expect((await logIn()).codes).toEqual(['WRONG_CREDENTIALS']);
  });

  test('ends after a day', async () => {
    const token = await invite('late@meisterhand.example', 'owner');
    const open = () => shop.call(operatorEndpoints.openInvitation, { body: { token } });
    shop.advance(24 * 60 * minute - 1);
    expect((await open()).status).toBe(200);
    shop.advance(1);
    expect((await open()).codes).toEqual(['LINK_EXPIRED']);
  });
});

describe('a session', () => {
  test('is an HttpOnly cookie for calls of operators only', async () => {
    const owner = await logInAs(shop, 'owner');
    const { headers, value } = await shop.call(logInOperator, { body: credentials(owner) });
    const cookie = headers.get('Set-Cookie') ?? '';
    for (const part of ['Path=/api/operator', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200'])
      expect(cookie).toContain(part);
    expect(value?.data.attributes).toMatchObject({ email: owner.email, role: 'owner' });
  });

  test('ends after 30 minutes without a call, and after 12 hours with calls', async () => {
    const idle = await logInAs(shop, 'support');
    shop.advance(29 * minute);
    expect(await isLoggedIn(idle.cookie)).toBe(true);
    shop.advance(29 * minute);
    expect(await isLoggedIn(idle.cookie)).toBe(true);
    shop.advance(30 * minute);
    expect(await isLoggedIn(idle.cookie)).toBe(false);
    const busy = await logInAs(shop, 'support');
    for (let used = 0; used < 12 * 60 - 20; used += 20) {
      shop.advance(20 * minute);
      expect(await isLoggedIn(busy.cookie), `${used}`).toBe(true);
    }
    shop.advance(20 * minute);
    expect(await isLoggedIn(busy.cookie)).toBe(false);
  });

  test('is listed, ended by its owner alone, and gone after a logout', async () => {
    const { endOperatorSession, listOperatorSessions, logOutOperator } = operatorEndpoints;
    const owner = await logInAs(shop, 'owner');
    const other = await logInAs(shop, 'owner');
    const second = await shop.call(logInOperator, { body: credentials(owner) });
    const cookie = cookieOf(second.headers.get('Set-Cookie'));
    const sessions = await shop.call(listOperatorSessions, { operator: cookie });
    expect(sessions.value?.data.map(({ attributes }) => attributes.is_current)).toEqual([true, false]);
    const params = { id: sessions.value?.data[1]?.id ?? '' };
    expect((await shop.call(endOperatorSession, { operator: other.cookie, params })).codes).toEqual([
      'NOT_FOUND',
    ]);
    expect((await shop.call(endOperatorSession, { operator: cookie, params })).status).toBe(200);
    expect([await isLoggedIn(owner.cookie), await isLoggedIn(cookie)]).toEqual([false, true]);
    const out = await shop.call(logOutOperator, { operator: cookie });
    expect(out.headers.get('Set-Cookie')).toContain('Max-Age=0');
    expect(await isLoggedIn(cookie)).toBe(false);
  });

  test('proves the second factor again with a code that was not used before', async () => {
    const owner = await logInAs(shop, 'owner');
    const prove = (code: string) =>
      shop.call(operatorEndpoints.proveOperator, { operator: owner.cookie, body: { code } });
    shop.advance(5 * minute);
    const code = owner.code();
    const proved = await prove(code);
    expect(proved.value?.data.attributes.proved_at).toBe(new Date(shop.context.clock.now()).toISOString());
    expect((await prove(code)).codes).toEqual(['WRONG_CODE']);
    shop.advance(16 * minute);
    // More requests than the pool has connections: none may need a second one.
    const tried = await Promise.all(Array.from({ length: 30 }, () => prove(code)));
    const answers = Map.groupBy(
      tried.flatMap(({ codes }) => codes),
      (answer) => answer,
    );
    expect([...answers].map(([answer, { length }]) => [answer, length]).toSorted()).toEqual([
      ['TOO_MANY_ATTEMPTS', 20],
      ['WRONG_CODE', 10],
    ]);
    expect((await prove(code)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
  });
});

test('a back office with a host of its own is reached only there, and its links have that host', async () => {
  const context = {
    ...shop.context,
    settings: { ...shop.context.settings, backOffice: { host: 'intern.example:8443', path: '/leitstand' } },
  };
  const api = createShopApi(context, apiTexts);
  const { cookie } = await logInAs(shop, 'owner');
  const ask = (host: string, path: string, init: RequestInit = {}) =>
    api.fetch(new Request(`https://${host}/api${path}`, init), { clientAddress: '203.0.113.9' });
  const session = { headers: { Cookie: cookie } };
  expect((await ask('intern.example:8443', getOperatorSession.path, session)).status).toBe(200);
  for (const host of ['localhost', 'intern.example']) {
    expect((await ask(host, getOperatorSession.path, session)).status).toBe(404);
    const tried = await ask(host, logInOperator.path, { method: 'POST', body: '{}' });
    expect(tried.status, 'a password cannot be guessed there').toBe(404);
    expect((await ask(host, '/products')).status, 'calls of the shop').toBe(200);
  }
  const end = (headers: Record<string, string>) =>
    ask('intern.example:8443', '/operator/session', {
      method: 'DELETE',
      headers: { Cookie: cookie, ...headers },
    });
  expect((await end({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
  expect((await end({ Origin: new URL(context.settings.siteUrl).origin })).status).toBe(403);
  expect((await end({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  const { lines } = await runCommand(context, 'operator', 'add', 'host@meisterhand.example', 'editor');
  const { protocol } = new URL(context.settings.siteUrl);
  expect(lines.join()).toContain(`${protocol}//intern.example:8443/leitstand/einladung#token=`);
});

test('an operator renews the own recovery codes: the new ones are shown once, the old ones end', async () => {
  const { listOperatorSessions, renewRecoveryCodes } = operatorEndpoints;
  const owner = await logInAs(shop, 'owner');
  const other = await logInAs(shop, 'owner');
  const renew = async ({ cookie: operator } = owner) =>
    (await shop.call(renewRecoveryCodes, { operator })).value?.data.recovery_codes ?? [];
  const left = async () => {
    const { value } = await shop.call(listOperatorSessions, { operator: owner.cookie });
    return value?.meta?.recovery_codes_left;
  };
  const logIn = async (code = '') =>
    (await shop.call(logInOperator, { body: { ...credentials(owner), code } })).codes;
  const [first = '', second = ''] = await renew();
  expect(await logIn(first)).toEqual([]);
  expect(await left()).toBe(9);
  const renewed = await renew();
  expect([new Set(renewed).size, await left()]).toEqual([10, 10]);
  expect(await logIn(second)).toEqual(['WRONG_CREDENTIALS']);
  const [foreign] = await renew(other);
  expect(await logIn(foreign)).toEqual(['WRONG_CREDENTIALS']);
  expect(await logIn(renewed.at(-1))).toEqual([]);
  expect(await left()).toBe(9);
  const noted = await rowsOf(shop.db, 'audit_log', { action: 'operator.codes_renewed' }, '*', 'id');
  const change = { before: null, after: null };
  expect(noted).toMatchObject(
    [owner, owner, other].map(({ id, email }) => ({ ...change, actor_name: email, record_id: id })),
  );
  const mail = { template: 'operator_access', locale: 'de', facts: { change: 'codes' } };
  expect(await mailsTo(shop, owner.email)).toEqual([mail, mail]);
});

describe('guessing', () => {
  test('a code works once, also when it is sent twice at the same time', async () => {
    const owner = await logInAs(shop, 'owner');
    const body = credentials(owner);
    const answers = await Promise.all([1, 2, 3].map(() => shop.call(logInOperator, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test('ten failures from one network block that network for a while, and no other', async () => {
    const owner = await logInAs(shop, 'owner');
    const from = (address: string, over = {}) =>
      shop.call(logInOperator, { address, body: { ...credentials(owner), ...over } });
    for (const address of ['192.0.2.1', '192.0.2.3']) {
      for (let count = 0; count < 10; count += 1)
        expect((await from(address, { password: 'geraten' })).codes).toEqual(['WRONG_CREDENTIALS']);
      expect((await from(address)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    }
    expect((await from('192.0.2.2')).status).toBe(200);
    shop.advance(16 * minute);
    expect((await from('192.0.2.1')).status).toBe(200);
  });

  test('ten wrong codes block the authenticator for a while, but no recovery code', async () => {
    const owner = await logInAs(shop, 'owner');
    const { codes, hashes } = makeRecoveryCodes(shop.context);
    await changeRows(shop.db, 'operators', { id: owner.id }, { recovery_hashes: hashes });
    const logIn = (code: string) => shop.call(logInOperator, { body: { ...credentials(owner), code } });
    for (let count = 0; count < 10; count += 1)
      expect((await logIn(wrongCode(owner.code()))).codes).toEqual(['WRONG_CREDENTIALS']);
    const blocked = await logIn(owner.code());
    const guessed = await shop.call(logInOperator, { body: { ...credentials(owner), password: 'geraten' } });
    // Another response would reveal that the password is right.
    expect([blocked.status, blocked.text]).toEqual([guessed.status, guessed.text]);
    expect(blocked.codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await logIn(codes[0] ?? '')).status).toBe(200);
    shop.advance(16 * minute);
    expect((await logIn(owner.code())).status).toBe(200);
  });

  test('after a hundred failures from many networks one more blocks its network for a minute, and no other', async () => {
    const owner = await logInAs(shop, 'owner');
    const from = (address: string, over = {}) =>
      shop.call(logInOperator, { address, body: { ...credentials(owner), ...over } });
    for (let count = 0; count < 100; count += 1) await from(`198.51.100.${count}`, { password: 'geraten' });
    const slow = '203.0.113.200';
    expect((await from(slow, { password: 'geraten' })).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await from(slow)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await from('203.0.113.201')).status).toBe(200);
    shop.advance(minute);
    expect((await from(slow)).status).toBe(200);
  });
});

test('logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
