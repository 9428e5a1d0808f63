import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { logIn, mailedCode, mailedToken, mailsTo, resetPassword } from './account-shop.ts';

const shop = await openTestShop();

/** Attacks from a hundred networks, each with a wrong password, requests for a code and a link, and a wrong code. */
async function attack(email: string): Promise<void> {
  for (let count = 0; count < 101; count += 1) {
    await logIn(shop, email, 'geraten und falsch');
    await requestCode(email);
    await enterCode(email, wrong(await newestCode(email)));
    await requestLink(email);
  }
}

/** The network address of a call; by default each call has a new one. */
interface Origin {
  readonly address?: string;
}

const logInWith = (email: string, typed: string, more: { device_token?: string } = {}, from: Origin = {}) =>
  shop.call(endpoints.logIn, { ...from, body: { identifier: email, password: typed, ...more } });

const requestCode = (
  email: string,
  more: { device_token?: string; cart_id?: string } = {},
  from: Origin = {},
) => shop.call(endpoints.requestLoginCode, { ...from, body: { email, locale: 'de', ...more } });

const requestLink = (email: string, from: Origin = {}) =>
  shop.call(endpoints.requestPasswordReset, { ...from, body: { email } });

/** Logs in with a code, and returns the status. */
async function enterCode(
  email: string,
  code: string,
  more: { request_id?: string } = {},
  from: Origin = {},
): Promise<number> {
  return (await shop.call(endpoints.logInWithCode, { ...from, body: { email, code, ...more } })).status;
}

const codesOf = async (email: string) =>
  (await mailsTo(shop, email, 'login_code')).map(({ facts }) => facts.code ?? '');

const newestCode = (email: string) => mailedCode(shop, email);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an owner on a new device, whose account a hundred strangers attack', () => {
  test('logs in with any mailed code, whoever requested it, although no further one is mailed', async () => {
    const { email } = await register(shop);
    await attack(email);
    const before = await codesOf(email);
    const mine = await requestCode(email);
    expect(mine.status).toBe(202);
    expect(await codesOf(email)).toEqual(before);
    expect(before, 'five for ten minutes and one for an hour').toHaveLength(6);
    expect(new Set(before.slice(0, 5)).size).toBe(1);
    const code = before[0] ?? '';
    expect(await enterCode(email, code, { request_id: mine.value?.request_id ?? '' })).toBe(200);
    expect(await enterCode(email, code)).toBe(401);
  });

  test('sets a password with any mailed link, although no further one is mailed', async () => {
    const { email } = await register(shop);
    for (let count = 0; count < 101; count += 1) expect((await requestLink(email)).status).toBe(202);
    const links = await mailsTo(shop, email, 'reset_password');
    expect(links).toHaveLength(5);
    const token = links[0]?.facts.token ?? '';
    expect((await resetPassword(shop, token, 'ein ganz neues Wort')).status).toBe(200);
    expect((await logIn(shop, email, 'ein ganz neues Wort')).status).toBe(200);
  });

  test('can still enter the code of their own request, whatever strangers guess', async () => {
    const { email } = await register(shop);
    const mine = await requestCode(email);
    const code = await newestCode(email);
    for (let count = 0; count < 105; count += 1) await enterCode(email, wrong(code));
    const statuses = [];
    for (const typed of [wrong(code), wrong(code), code])
      statuses.push(await enterCode(email, typed, {}, { address: '192.0.2.210' }));
    expect(statuses, 'a site that has guessed twice').toEqual([401, 401, 429]);
    expect(await enterCode(email, code, { request_id: mine.value?.request_id ?? '' })).toBe(200);
  });

  test('gets codes on a known device even when the daily mail limit is reached', async () => {
    const { email } = await register(shop);
    const known = (await logIn(shop, email, password)).value?.device_token ?? '';
    for (let mails = 0; mails < 20; mails += 5) {
      for (let count = 0; count < 5; count += 1) expect((await requestCode(email)).status).toBe(202);
      shop.advance(10 * 60_000);
    }
    expect(await codesOf(email)).toHaveLength(20);
    for (let count = 0; count < 3; count += 1) expect((await requestCode(email)).status).toBe(202);
    expect(await codesOf(email), 'one for an hour').toHaveLength(21);
    const device = { device_token: known };
    for (let count = 0; count < 5; count += 1)
      expect((await requestCode(email, device)).status, `code ${count + 1} of the device`).toBe(202);
    expect((await requestCode(email, device)).status, 'one more').toBe(429);
    expect((await logInWith(email, password, device)).status).toBe(200);
  });
});

test('an owner logs in by code on a new device every day while a stranger requests codes all day', async () => {
  const { email } = await register(shop);
  let networks = 0;
  const statuses = [];
  for (let days = 0; days < 3; days += 1) {
    for (let requests = 0; requests < 20; requests += 1) {
      await requestCode(email, {}, { address: `2001:db8:5:${(++networks).toString(16)}::/64` });
      if (requests % 5 === 4) shop.advance(10 * 60_000);
    }
    const request_id = (await requestCode(email)).value?.request_id ?? '';
    statuses.push(await enterCode(email, await newestCode(email), { request_id }));
    shop.advance(24 * 60 * 60_000);
  }
  expect(statuses).toEqual([200, 200, 200]);
});

const minute = 60_000;
let sites = 0;
const newSite = () => ({ address: `2001:db9:${(++sites).toString(16)}:1::/64` });

test('an owner logs in by code on new devices eight times in eight hours beside strangers of many sites', async () => {
  const { email } = await register(shop);
  const ask = () => requestCode(email, {}, newSite());
  const statuses = [];
  for (let logIns = 0; logIns < 8; logIns += 1) {
    for (let steps = 0; steps < 6; steps += 1) {
      for (let requests = 0; requests < 6; requests += 1) expect((await ask()).status).toBe(202);
      for (let guesses = 0; guesses < 4; guesses += 1)
        await enterCode(email, wrong(await newestCode(email)), {}, newSite());
      shop.advance(9.5 * minute);
    }
    const request_id = (await ask()).value?.request_id ?? '';
    const from = newSite();
    expect(await enterCode(email, wrong(await newestCode(email)), { request_id }, from)).toBe(401);
    statuses.push(await enterCode(email, await newestCode(email), { request_id }, from));
  }
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  // 20 a day, one an hour, and one for each login, because that uses the earlier ones up.
  expect((await codesOf(email)).length).toBeLessThanOrEqual(20 + 8 + 8);
});

test('an owner sets a password by mailed link eight times in an hour while strangers request links', async () => {
  const { email } = await register(shop);
  for (let logIns = 0; logIns < 8; logIns += 1) {
    for (let requests = 0; requests < 7; requests += 1)
      expect((await requestLink(email, newSite())).status).toBe(202);
    const token = await mailedToken(shop, 'reset_password', email);
    expect((await resetPassword(shop, token, `ein neues Wort ${logIns}`)).status).toBe(200);
    expect((await logIn(shop, email, `ein neues Wort ${logIns}`)).status).toBe(200);
  }
});

test('a site gets six codes a day for an account and then one an hour; another site has its own limit', async () => {
  const { email } = await register(shop);
  const ask = async (address: string) => (await requestCode(email, {}, { address })).status;
  const mailed = [];
  for (let count = 1; count <= 14; count += 1) {
    expect(await ask(`2001:db8:6:${count}::/64`)).toBe(202);
    mailed.push((await codesOf(email)).length);
    shop.advance(10 * minute);
  }
  expect(mailed).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 8, 8]);
  expect([await ask('2001:db8:7:1::/64'), await ask('192.0.2.77')]).toEqual([202, 202]);
  expect(await codesOf(email)).toHaveLength(10);
});

test('a code request with an unknown cart is not counted', async () => {
  const { email } = await register(shop);
  for (let count = 0; count < 7; count += 1)
    expect((await requestCode(email, { cart_id: 'A_cart-of-nobody-at-all' })).status).toBe(404);
  expect((await requestCode(email)).status).toBe(202);
  expect(await codesOf(email)).toHaveLength(1);
});

describe('in a day, strangers can guess', () => {
  /** Guesses in each hour of a day as often as each network may; returns how many guesses were compared. */
  async function guessAllDay(guess: (network: string) => Promise<number>, ofNetworks: readonly string[]) {
    let compared = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      for (const network of ofNetworks) {
        while ((await guess(network)) === 401) compared += 1;
      }
      shop.advance(60 * 60_000);
    }
    return compared;
  }

  test('thirty passwords of an account from one network', async () => {
    const { email } = await register(shop);
    const guess = async (address: string) => (await logInWith(email, 'geraten', {}, { address })).status;
    expect(await guessAllDay(guess, ['2001:db8:1:1::/64', '192.0.2.1'])).toBe(60);
  });

  test('480 passwords of an account with all networks of one IPv6 site', async () => {
    const { email } = await register(shop);
    let compared = 0;
    for (let network = 0; network < 50; network += 1) {
      const address = `2001:db8:9:${network.toString(16)}::/64`;
      for (let count = 0; count < 10; count += 1) {
        if ((await logInWith(email, 'geraten', {}, { address })).status === 401) compared += 1;
        if (compared >= 100) shop.advance(60_000);
      }
    }
    expect(compared).toBe(480);
    expect((await logInWith(email, password, {}, { address: '2001:db8:a:1::/64' })).status).toBe(200);
  });

  test('100 six-digit codes, two more from each further site up to 1,000, and five for each mail', async () => {
    const { email } = await register(shop);
    const networks = Array.from({ length: 4 }, (_, index) => `192.0.2.${index}`);
    const guess = (from: Origin) => enterCode(email, wrong(''), {}, from);
    expect(await guessAllDay((address) => guess({ address }), networks)).toBe(100);
    for (let count = 0; count < 100; count += 1) expect(await guess(newSite())).toBe(401);
    for (const late of [newSite(), newSite()])
      expect([await guess(late), await guess(late), await guess(late)]).toEqual([401, 401, 429]);
    const others = { ...limitOf('login_code_guess_all', { email }), hits: 1_000 - 104 - 1 };
    await countHit(shop.db, shop.context, [others]);
    expect([await guess(newSite()), await guess(newSite())]).toEqual([401, 429]);
    await requestCode(email);
    shop.advance(9 * 60_000);
    await requestCode(email);
    shop.advance(2 * 60_000);
    const { request_id } = (await requestCode(email)).value ?? {};
    const valid = await shop.db
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
      .select('token_hash')
      .where('users.email', '=', email)
      .where('kind', '=', 'login_code')
      .where('expires_at', '>', new Date(shop.context.clock.now()))
      .execute();
    expect(new Set(valid.map(({ token_hash }) => token_hash.toString('hex'))).size).toBe(2);
    const code = await newestCode(email);
    expect(await enterCode(email, wrong(code), { request_id: request_id ?? '' })).toBe(401);
    expect(await enterCode(email, code, { request_id: request_id ?? '' })).toBe(200);
  });
});

test('a device token allows ten wrong passwords and is no proof of identity', async () => {
  const { email } = await register(shop);
  const known = (await logIn(shop, email, password)).value?.device_token ?? '';
  for (let count = 0; count < 10; count += 1)
    expect((await logInWith(email, 'geraten', { device_token: known })).status).toBe(401);
  expect((await logInWith(email, password, { device_token: known })).status).toBe(429);
  expect((await logIn(shop, email, password)).status).toBe(200);
});
