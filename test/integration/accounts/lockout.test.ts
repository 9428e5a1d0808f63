import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { password, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { logIn, mailsTo } from './account-shop.ts';

const shop = await openTestShop();

/** Sends 110 wrong passwords for one account, each from a different network address. */
async function attack(email: string): Promise<void> {
  for (let count = 0; count < 110; count += 1) await logIn(shop, email, 'geraten und falsch');
}

function logInFrom(email: string, typed: string, device_token?: string) {
  const body = {
    identifier: email,
    password: typed,
    ...(device_token === undefined ? {} : { device_token }),
  };
  return shop.call(endpoints.logIn, { body });
}

async function requestCode(email: string, device_token?: string) {
  const body = { email, locale: 'de', ...(device_token === undefined ? {} : { device_token }) } as const;
  return shop.call(endpoints.requestLoginCode, { body });
}

async function newestCode(email: string): Promise<string> {
  const codes = (await mailsTo(shop, email)).filter(({ template }) => template === 'login_code');
  return codes.at(-1)?.facts.code ?? '';
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an owner whose password is guessed by strangers', () => {
  test('can log in on a device that was logged in before', async () => {
    const { email } = await register(shop);
    const known = (await logIn(shop, email, password)).value?.device_token;
    await attack(email);
    expect((await logInFrom(email, password)).status).toBe(429);
    expect((await logInFrom(email, password, known)).status).toBe(200);
  });

  test('can log in on any device with a mailed code, although strangers guess codes, too', async () => {
    const { email } = await register(shop);
    await attack(email);
    const mine = await requestCode(email);
    const code = await newestCode(email);
    const theirs = await requestCode(email);
    for (let count = 0; count < 6; count += 1) {
      const guess = { email, code: wrong(await newestCode(email)) };
      await shop.call(endpoints.logInWithCode, { body: guess });
      await shop.call(endpoints.logInWithCode, {
        body: { ...guess, request_id: theirs.value?.request_id ?? '' },
      });
    }
    const body = { email, code, request_id: mine.value?.request_id ?? '' };
    expect((await shop.call(endpoints.logInWithCode, { body })).status).toBe(200);
  });

  test('gets a code on a device that was logged in before, even if strangers have used up the codes of the day', async () => {
    const { email } = await register(shop);
    const known = (await logIn(shop, email, password)).value?.device_token;
    for (let count = 0; count < 5; count += 1) expect((await requestCode(email)).status).toBe(202);
    expect((await requestCode(email)).status).toBe(429);
    expect((await requestCode(email, known)).status).toBe(202);
  });

  test('is slowed down on other devices, but not locked out', async () => {
    const { email } = await register(shop);
    await attack(email);
    const refused = await logInFrom(email, password);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
    shop.advance(10_000);
    expect((await logInFrom(email, password)).status).toBe(200);
  });
});

describe('a device token', () => {
  test('of another account, or an invented one, does not bypass the limits', async () => {
    const { email } = await register(shop);
    const other = await register(shop);
    const foreign = (await logIn(shop, other.email, password)).value?.device_token ?? '';
    await attack(email);
    for (const token of [foreign, 'erfunden', `${foreign}x`, '.', 'a.b']) {
      expect((await logInFrom(email, password, token)).status).toBe(429);
    }
  });

  test('allows ten wrong passwords and is no proof of identity', async () => {
    const { email } = await register(shop);
    const known = (await logIn(shop, email, password)).value?.device_token;
    for (let count = 0; count < 10; count += 1) {
      expect((await logInFrom(email, 'geraten und falsch', known)).status).toBe(401);
    }
    expect((await logInFrom(email, password, known)).status).toBe(429);
    expect((await logIn(shop, email, password)).status).toBe(200);
  });
});

test('requesting a code has the same response for an unknown address', async () => {
  const { email } = await register(shop);
  const [known, unknown] = [await requestCode(email), await requestCode('niemand@example.org')];
  expect(unknown.status).toBe(known.status);
  expect(Object.keys(unknown.value ?? {})).toEqual(Object.keys(known.value ?? {}));
  expect(await mailsTo(shop, 'niemand@example.org')).toEqual([]);
});
