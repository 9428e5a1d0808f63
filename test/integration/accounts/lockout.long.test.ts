import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { logIn, mailedCode, mailsTo } from './account-shop.ts';

const shop = await openTestShop();

/** A hundred strangers, each from a network of its own: wrong passwords, requests for codes and links, wrong codes. */
async function attack(email: string): Promise<void> {
  for (let count = 0; count < 101; count += 1) {
    await logIn(shop, email, 'geraten und falsch');
    await requestCode(email);
    await shop.call(endpoints.logInWithCode, { body: { email, code: wrong(await newestCode(email)) } });
    await shop.call(endpoints.requestPasswordReset, { body: { email } });
  }
}

function logInFrom(email: string, typed: string, more: { device_token?: string; address?: string } = {}) {
  const { device_token, address } = more;
  const body = {
    identifier: email,
    password: typed,
    ...(device_token === undefined ? {} : { device_token }),
  };
  return shop.call(endpoints.logIn, { body, ...(address === undefined ? {} : { address }) });
}

async function requestCode(email: string, device_token?: string) {
  const body = { email, locale: 'de', ...(device_token === undefined ? {} : { device_token }) } as const;
  return shop.call(endpoints.requestLoginCode, { body });
}

async function codesOf(email: string): Promise<readonly string[]> {
  const mails = (await mailsTo(shop, email)).filter(({ template }) => template === 'login_code');
  return mails.map(({ facts }) => facts.code ?? '');
}

const newestCode = (email: string) => mailedCode(shop, email);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an owner on a new device, whose account a hundred strangers attack', () => {
  let attacked = '';
  beforeAll(async () => {
    attacked = (await register(shop)).email;
    await attack(attacked);
  });

  test('gets in with the right password, every time', async () => {
    const email = attacked;
    const statuses = [];
    for (let count = 0; count < 25; count += 1) {
      statuses.push((await logInFrom(email, password, { address: 'new-device' })).status);
    }
    expect(statuses).toEqual(Array.from({ length: 25 }, () => 200));
  });

  test('waits ten seconds after a slip, which a stranger does not shorten or prolong', async () => {
    const email = attacked;
    const address = 'slipping';
    expect((await logInFrom(email, 'vertippt', { address })).status).toBe(401);
    await logInFrom(email, 'geraten und falsch');
    const refused = await logInFrom(email, password, { address });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
    shop.advance(10_000);
    expect((await logInFrom(email, password, { address })).status).toBe(200);
  });

  test('gets in with the code of any mail, whoever asked for it, although no further one is mailed', async () => {
    const email = attacked;
    const before = await codesOf(email);
    const mine = await requestCode(email);
    expect(mine.status).toBe(202);
    expect(await codesOf(email)).toEqual(before);
    expect(before, 'five of ten minutes and one of an hour').toHaveLength(6);
    expect(new Set(before.slice(0, 5)).size).toBe(1);
    const body = { email, code: before[0] ?? '' };
    const entered = await shop.call(endpoints.logInWithCode, {
      body: { ...body, request_id: mine.value?.request_id ?? '' },
    });
    expect(entered.status).toBe(200);
    expect((await shop.call(endpoints.logInWithCode, { body })).status).toBe(401);
  });

  test('gets in with the link of any mail, although no further one is mailed', async () => {
    const { email } = await register(shop);
    for (let count = 0; count < 101; count += 1)
      await shop.call(endpoints.requestPasswordReset, { body: { email } });
    const links = (await mailsTo(shop, email)).filter(({ template }) => template === 'reset_password');
    expect(links).toHaveLength(5);
    expect((await shop.call(endpoints.requestPasswordReset, { body: { email } })).status).toBe(202);
    const body = { password: 'ein ganz neues Wort', password_confirmation: 'ein ganz neues Wort' };
    const token = links[0]?.facts.token ?? '';
    expect((await shop.call(endpoints.resetPassword, { body: { ...body, token } })).status).toBe(200);
    expect((await logInFrom(email, body.password)).status).toBe(200);
  });

  test('keeps the guesses of an own request, whatever strangers guess', async () => {
    const { email } = await register(shop);
    const mine = await requestCode(email);
    const code = await newestCode(email);
    for (let count = 0; count < 105; count += 1) {
      await shop.call(endpoints.logInWithCode, { body: { email, code: wrong(code) } });
    }
    const address = '192.0.2.210';
    const statuses = [];
    for (const typed of [wrong(code), wrong(code), code])
      statuses.push(
        (await shop.call(endpoints.logInWithCode, { address, body: { email, code: typed } })).status,
      );
    expect(statuses, 'a site that has guessed twice').toEqual([401, 401, 429]);
    const body = { email, code, request_id: mine.value?.request_id ?? '' };
    expect((await shop.call(endpoints.logInWithCode, { body })).status).toBe(200);
  });

  test('gets codes on a device that was logged in before, also when the mails of the day are used up', async () => {
    const { email } = await register(shop);
    const known = (await logIn(shop, email, password)).value?.device_token ?? '';
    for (let mails = 0; mails < 20; mails += 5) {
      for (let count = 0; count < 5; count += 1) expect((await requestCode(email)).status).toBe(202);
      shop.advance(10 * 60_000);
    }
    expect(await codesOf(email)).toHaveLength(20);
    for (let count = 0; count < 3; count += 1) expect((await requestCode(email)).status).toBe(202);
    expect(await codesOf(email), 'one that lasts an hour').toHaveLength(21);
    for (let count = 0; count < 5; count += 1)
      expect((await requestCode(email, known)).status, `code ${count + 1} of the device`).toBe(202);
    expect((await requestCode(email, known)).status, 'one more').toBe(429);
    expect((await logInFrom(email, password, { device_token: known })).status).toBe(200);
  });
});

test('an owner gets in by code on a new device, three days of three, beside a stranger who asks for codes all day', async () => {
  const { email } = await register(shop);
  const ask = (address?: string) =>
    shop.call(endpoints.requestLoginCode, {
      body: { email, locale: 'de' },
      ...(address === undefined ? {} : { address }),
    });
  let networks = 0;
  const statuses = [];
  for (let days = 0; days < 3; days += 1) {
    for (let requests = 0; requests < 20; requests += 1) {
      await ask(`2001:db8:5:${(++networks).toString(16)}::/64`);
      if (requests % 5 === 4) shop.advance(10 * 60_000);
    }
    const request_id = (await ask()).value?.request_id ?? '';
    const code = await newestCode(email);
    statuses.push((await shop.call(endpoints.logInWithCode, { body: { email, code, request_id } })).status);
    shop.advance(24 * 60 * 60_000);
  }
  expect(statuses).toEqual([200, 200, 200]);
});

const minute = 60_000;
let sites = 0;
const newSite = () => `2001:db9:${(++sites).toString(16)}:1::/64`;

test('an owner gets in by code on new devices, eight times in eight hours, beside strangers of any number of sites', async () => {
  const { email } = await register(shop);
  const ask = () =>
    shop.call(endpoints.requestLoginCode, { address: newSite(), body: { email, locale: 'de' } });
  const statuses = [];
  for (let logIns = 0; logIns < 8; logIns += 1) {
    for (let steps = 0; steps < 6; steps += 1) {
      for (let requests = 0; requests < 6; requests += 1) expect((await ask()).status).toBe(202);
      for (let guesses = 0; guesses < 4; guesses += 1) {
        const body = { email, code: wrong(await newestCode(email)) };
        await shop.call(endpoints.logInWithCode, { address: newSite(), body });
      }
      shop.advance(9.5 * minute);
    }
    const request_id = (await ask()).value?.request_id ?? '';
    const address = newSite();
    const slip = { email, code: wrong(await newestCode(email)), request_id };
    expect((await shop.call(endpoints.logInWithCode, { address, body: slip })).status).toBe(401);
    const body = { ...slip, code: await newestCode(email) };
    statuses.push((await shop.call(endpoints.logInWithCode, { address, body })).status);
  }
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  // In a day 20 and one an hour, and one for each login, which has used the others up.
  expect((await codesOf(email)).length).toBeLessThanOrEqual(20 + 8 + 8);
});

test('an owner gets in by the link of a mail eight times in an hour, beside strangers who ask for links', async () => {
  const { email } = await register(shop);
  const ask = () => shop.call(endpoints.requestPasswordReset, { address: newSite(), body: { email } });
  for (let logIns = 0; logIns < 8; logIns += 1) {
    for (let requests = 0; requests < 7; requests += 1) expect((await ask()).status).toBe(202);
    const links = (await mailsTo(shop, email)).filter(({ template }) => template === 'reset_password');
    const token = links.at(-1)?.facts.token ?? '';
    const body = { password: `ein neues Wort ${logIns}`, password_confirmation: `ein neues Wort ${logIns}` };
    expect((await shop.call(endpoints.resetPassword, { body: { ...body, token } })).status).toBe(200);
    expect((await logInFrom(email, body.password)).status).toBe(200);
  }
});

test('one site gets six codes a day for an account and then one an hour, another one its own', async () => {
  const { email } = await register(shop);
  const ask = async (address: string) =>
    (await shop.call(endpoints.requestLoginCode, { address, body: { email, locale: 'de' } })).status;
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

test('a code that is asked for in a cart of nobody uses up nothing', async () => {
  const { email } = await register(shop);
  const ask = (more: object) =>
    shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de', ...more } });
  for (let count = 0; count < 7; count += 1)
    expect((await ask({ cart_id: 'A_cart-of-nobody-at-all' })).status).toBe(404);
  expect((await ask({})).status).toBe(202);
  expect(await codesOf(email)).toHaveLength(1);
});

describe('in a day, strangers can guess', () => {
  /** Guesses in each hour of a day, as often as each network may; returns how many were compared. */
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
    const guess = async (address: string) => (await logInFrom(email, 'geraten', { address })).status;
    expect(await guessAllDay(guess, ['2001:db8:1:1::/64', '192.0.2.1'])).toBe(60);
  });

  test('480 passwords of an account with all networks of one IPv6 site', async () => {
    const { email } = await register(shop);
    let compared = 0;
    for (let network = 0; network < 50; network += 1) {
      const address = `2001:db8:9:${network.toString(16)}::/64`;
      for (let count = 0; count < 10; count += 1) {
        if ((await logInFrom(email, 'geraten', { address })).status === 401) compared += 1;
        if (compared >= 100) shop.advance(60_000);
      }
    }
    expect(compared).toBe(480);
    expect((await logInFrom(email, password, { address: '2001:db8:a:1::/64' })).status).toBe(200);
  });

  test('100 six-digit codes, which fit at most three valid ones, two more with each further site up to 1,000, and five for each mail', async () => {
    const { email } = await register(shop);
    const networks = Array.from({ length: 4 }, (_, index) => `192.0.2.${index}`);
    const guess = async (address: string) =>
      (await shop.call(endpoints.logInWithCode, { address, body: { email, code: wrong('') } })).status;
    expect(await guessAllDay(guess, networks)).toBe(100);
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
    const own = { email, code: await newestCode(email), request_id };
    const slip = { ...own, code: wrong(own.code) };
    expect((await shop.call(endpoints.logInWithCode, { body: slip })).status).toBe(401);
    expect((await shop.call(endpoints.logInWithCode, { body: own })).status).toBe(200);
  });
});

test('a device token allows ten wrong passwords and is no proof of identity', async () => {
  const { email } = await register(shop);
  const known = (await logIn(shop, email, password)).value?.device_token ?? '';
  for (let count = 0; count < 10; count += 1)
    expect((await logInFrom(email, 'geraten', { device_token: known })).status).toBe(401);
  expect((await logInFrom(email, password, { device_token: known })).status).toBe(429);
  expect((await logIn(shop, email, password)).status).toBe(200);
});
