import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { newOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import {
  password,
  products,
  register,
  registerUnconfirmed,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  changePassword,
  isLoggedIn,
  logIn,
  logInByCode,
  mailedCode,
  mailedToken,
  mailsTo,
  passwordLink,
  refreshSession,
  resetPassword,
} from './account-shop.ts';

const shop = await openTestShop();
const fresh = 'neun Birnen im Korb';

const reset = (token: string, next = fresh, confirmation = next) =>
  resetPassword(shop, token, next, confirmation);

describe('a new password by mail', () => {
  test('is set with a link that works once and ends all sessions', async () => {
    const shopper = await register(shop);
    const body = { email: shopper.email };
    await shop.call(endpoints.requestPasswordReset, { body, language: 'en' });
    expect((await mailsTo(shop, shopper.email)).at(-1)).toMatchObject({ locale: 'en' });
    const token = await mailedToken(shop, 'reset_password', shopper.email);
    expect((await reset(token)).status).toBe(200);
    expect(await isLoggedIn(shop, shopper)).toBe(false);
    expect((await refreshSession(shop, shopper.refresh)).status).toBe(401);
    expect((await logIn(shop, shopper.email, fresh)).status).toBe(200);
    const again = await reset(token, 'zehn Pflaumen am Baum');
    expect([again.status, again.codes]).toEqual([410, ['LINK_EXPIRED']]);
    expect((await logIn(shop, shopper.email, fresh)).status).toBe(200);
  });

  test('invalidates the other links of the account', async () => {
    const { email } = await register(shop);
    const [first, second] = [await passwordLink(shop, email), await passwordLink(shop, email)];
    expect((await reset(first)).status).toBe(200);
    expect((await reset(second)).codes).toEqual(['LINK_EXPIRED']);
  });

  test('can be set for sixty minutes', async () => {
    const { email } = await register(shop);
    const token = await passwordLink(shop, email);
    shop.advance(60 * 60_000);
    expect((await reset(token)).codes).toEqual(['LINK_EXPIRED']);
    const other = await passwordLink(shop, email);
    shop.advance(60 * 60_000 - 1);
    expect((await reset(other)).status).toBe(200);
  });

  test('must be repeated and not be common; a refused password does not use up the link', async () => {
    const { email } = await register(shop);
    const token = await passwordLink(shop, email);
    expect((await reset(token, fresh, 'anders')).codes).toEqual(['PASSWORDS_DIFFER']);
    expect((await reset(token, 'sonnenschein')).codes).toEqual(['PASSWORD_TOO_COMMON']);
    expect((await reset(token)).status).toBe(200);
    expect((await reset('A'.repeat(43))).codes).toEqual(['LINK_EXPIRED']);
  });

  test('is mailed at most five times an hour; further requests and unknown addresses get the same response', async () => {
    for (const email of [(await register(shop)).email, 'unbekannt@example.org']) {
      const ask = () => shop.call(endpoints.requestPasswordReset, { body: { email } });
      const answers = await inParallel(8, ask);
      expect(answers.map((answer) => answer.status)).toEqual(Array.from(answers, () => 202));
      const mails = await mailsTo(shop, email, 'reset_password');
      expect(mails).toHaveLength(email === 'unbekannt@example.org' ? 0 : 5);
    }
  });
});

describe('a six-digit login code', () => {
  async function codeFor(email: string): Promise<string> {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const requested = await shop.call(endpoints.requestLoginCode, {
      body: { email, cart_id: id, locale: 'de' },
    });
    expect(requested.status).toBe(202);
    return mailedCode(shop, email);
  }

  function enter(email: string, code: string) {
    return shop.call(endpoints.logInWithCode, { body: { email, code } });
  }

  const otherThan = (code: string) => (code === '123456' ? '654321' : '123456');

  test('logs in once', async () => {
    const { email, id } = await register(shop);
    const code = await codeFor(email);
    expect(code).toMatch(/^[0-9]{6}$/);
    expect((await enter(email, code)).value?.data.sub).toBe(id);
    expect(await enter(email, code)).toMatchObject({ status: 401, codes: ['WRONG_LOGIN_CODE'] });
  });

  test('logs in once in twenty parallel uses', async () => {
    const { email } = await register(shop);
    const code = await codeFor(email);
    const answers = await inParallel(20, () => enter(email, code));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is refused after five wrong guesses from one network, even parallel ones', async () => {
    const { email } = await register(shop);
    const code = await codeFor(email);
    const guess = (typed: string) =>
      shop.call(endpoints.logInWithCode, { address: 'guesser', body: { email, code: typed } });
    await inParallel(5, () => guess(otherThan(code)));
    expect((await guess(code)).codes).toEqual(['TOO_MANY_ATTEMPTS']);
    expect((await enter(email, code)).status).toBe(200);
  });

  test('allows five guesses with the id of its request, whatever others guess', async () => {
    const { email } = await register(shop);
    const address = 'one site';
    const strangers = [
      { ...limitOf('login_code_guess_account', { email }), hits: 100 },
      { ...limitOf('login_code_guess_site', { email, site: address }), hits: 2 },
    ];
    for (const [misses, status] of [
      [4, 200],
      [5, 401],
    ] as const) {
      const asked = await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de' } });
      const code = await mailedCode(shop, email);
      const guess = async (typed: string, id: object = { request_id: asked.value?.request_id }) =>
        (await shop.call(endpoints.logInWithCode, { address, body: { email, code: typed, ...id } })).status;
      await countHit(shop.db, shop.context, strangers);
      expect(await guess(code, {}), 'without the id, from a site that has guessed twice').toBe(429);
      for (let miss = 0; miss < misses; miss += 1) expect(await guess(otherThan(code))).toBe(401);
      expect(await guess(code), `after ${misses} misses`).toBe(status);
    }
  });

  test('is still valid after four wrong guesses', async () => {
    const { email } = await register(shop);
    const guess = (code: string) =>
      shop.call(endpoints.logInWithCode, { address: 'at home', body: { email, code } });
    for (const time of ['first', 'second, because the first is forgotten']) {
      const code = await codeFor(email);
      for (let wrong = 0; wrong < 4; wrong += 1) await guess(otherThan(code));
      expect((await guess(code)).status, time).toBe(200);
    }
  });

  test('is valid for ten minutes, and the same in each mail', async () => {
    const [early, late] = [await register(shop), await register(shop)];
    const code = await codeFor(early.email);
    expect(await codeFor(early.email)).toBe(code);
    const expired = await codeFor(late.email);
    shop.advance(10 * 60_000 - 1);
    expect((await enter(early.email, code)).status).toBe(200);
    shop.advance(1);
    expect((await enter(late.email, expired)).status).toBe(401);
  });

  test('is valid for its own account only', async () => {
    const [one, other] = [await register(shop), await register(shop)];
    const code = await codeFor(one.email);
    await codeFor(other.email);
    expect((await enter(other.email, code)).value?.data.sub).not.toBe(one.id);
  });

  test('is not sent for an unknown cart or to an address without an account', async () => {
    const missing = await shop.call(endpoints.requestLoginCode, {
      body: { email: 'a@example.org', cart_id: 'A'.repeat(22), locale: 'de' },
    });
    expect(missing.codes).toEqual(['NOT_FOUND']);
    expect(await codeFor('niemand@example.org')).toBe('');
    expect((await enter('niemand@example.org', '000000')).codes).toEqual(['WRONG_LOGIN_CODE']);
  });

  test('is mailed five times in ten minutes and once more for an hour; a known device has a limit of its own', async () => {
    const { email } = await register(shop);
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const body = { email, cart_id: id, locale: 'de' } as const;
    const ask = () => shop.call(endpoints.requestLoginCode, { body });
    const answers = await inParallel(8, ask);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from(answers, () => 202));
    expect(await mailsTo(shop, email)).toHaveLength(5 + 1);
    const { device_token } = (await logIn(shop, email, password)).value ?? {};
    await shop.call(endpoints.requestLoginCode, { body: { email, locale: 'de', device_token } });
    expect(await mailsTo(shop, email), 'with the one of the device').toHaveLength(5 + 1 + 1);
  });
});

test('a mailbox at its daily mail limit gets no more; only requests that do nothing but mail are refused', async () => {
  const mine = await registerUnconfirmed(shop);
  const used = { ...limitOf('account_notice', { mailbox: mine.email }), hits: 10 };
  await countHit(shop.db, shop.context, [used]);
  const changed = await changePassword(shop, mine.access, fresh);
  expect(changed.status).toBe(200);
  const bearer = changed.value?.access ?? '';
  const tokens = () => rowsOf(shop.db, 'one_time_tokens', { user_id: mine.id }, ['kind', 'used_at']);
  const before = await tokens();
  const asked = await shop.call(endpoints.requestEmailCode, { bearer, body: {} });
  expect(asked).toMatchObject({ status: 429, codes: ['TOO_MANY_ATTEMPTS'] });
  expect(asked.headers.get('Retry-After')).toBe(String(24 * 60 * 60));
  expect(await tokens(), 'no code is created').toEqual(before);
  expect((await mailsTo(shop, mine.email)).map(({ template }) => template)).toEqual(['email_confirmation']);
});

describe('completing an account made by a purchase', () => {
  let purchases = 0;

  async function createByPurchase() {
    const email = `kauf-${++purchases}@example.org`;
    const { user_id } = await inTransaction(shop.db, (trx) =>
      createPurchaseAccount(trx, shop.context, { email, locale: 'de' }),
    );
    const { token, row } = newOneTimeToken(shop.context, { user_id, kind: 'password', minutes: 60 });
    await shop.db.insertInto('one_time_tokens').values(row).execute();
    return { email, user_id, token };
  }

  const person = { salutation: 'ms', firstname: 'Mia', lastname: 'Kern' } as const;

  function complete(body: { token?: string }, bearer?: string, password = fresh, confirmation = password) {
    const typed = { ...person, password, password_confirmation: confirmation };
    return shop.call(endpoints.completeAccount, {
      ...(bearer === undefined ? {} : { bearer }),
      body: { ...body, ...typed },
    });
  }

  test('sets names and a password with the mailed link and logs in', async () => {
    const { email, user_id, token } = await createByPurchase();
    const { value } = await complete({ token });
    expect(value?.data).toMatchObject({ sub: user_id, email, ...person, is_registered_with_funnel: false });
    expect((await logIn(shop, email, fresh)).status).toBe(200);
    expect(await complete({ token })).toMatchObject({ status: 410, codes: ['LINK_EXPIRED'] });
  });

  test('succeeds for one of ten parallel uses of the link', async () => {
    const { token } = await createByPurchase();
    const answers = await inParallel(10, () => complete({ token }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('works with an access token as long as the account has no password', async () => {
    const { email } = await createByPurchase();
    const session = await logInByCode(shop, email);
    expect(session.data.is_registered_with_funnel).toBe(true);
    const completed = await complete({}, session.access);
    expect(completed.status).toBe(200);
    expect(await complete({}, completed.value?.access)).toMatchObject({ status: 403, codes: ['FORBIDDEN'] });
  });

  test('is refused without link and access token', async () => {
    expect((await complete({})).codes).toEqual(['UNAUTHENTICATED']);
    expect((await complete({ token: 'A'.repeat(43) })).codes).toEqual(['LINK_EXPIRED']);
  });

  test('refuses a common password and two different ones, and the link can still be used', async () => {
    const { token } = await createByPurchase();
    expect((await complete({ token }, undefined, 'sonnenschein')).codes).toEqual(['PASSWORD_TOO_COMMON']);
    const refused = await complete({ token }, undefined, fresh, `${fresh}!`);
    expect([refused.status, refused.codes]).toEqual([422, ['PASSWORDS_DIFFER']]);
    expect((await complete({ token })).status).toBe(200);
  });

  test('is not needed for a second purchase, which finds the account', async () => {
    const { email, user_id } = await createByPurchase();
    const again = await inTransaction(shop.db, (trx) =>
      createPurchaseAccount(trx, shop.context, { email, locale: 'en' }),
    );
    expect(again).toEqual({ user_id, is_new: false });
    expect(shop.faults).toEqual([]);
  });
});
