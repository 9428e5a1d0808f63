import { afterAll, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { inParallel, outcomeOf, refusal, tally } from '#test/integration/support/outcomes.ts';
import { password, products, register, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { isLoggedIn, logIn, mailedToken, passwordLink, patchUser } from './account-shop.ts';

const shop = await openTestShop();
const { email } = await register(shop);
const { id: cart_id } = await storeGuestCart(shop, { [products.course]: 1 });

/**
 * Two servers on one database, each with its own connection pool. The second pool is large enough for twenty parallel
 * requests, and no larger: PostgreSQL has 100 connections for all test files that run at the same time.
 */
const wide = createDatabase(shop.connectionString, { max: 20 });
const second = createShopApi({ ...shop.context, db: wide }, apiTexts);
const servers = [shop.api, second];
afterAll(() => wide.destroy());
let calls = 0;

/** Sends requests to both servers in turn. */
async function send(path: string, body: object, address: string): Promise<number> {
  calls += 1;
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await servers[calls % 2]?.fetch(new Request(`http://localhost/api${path}`, init), {
    clientAddress: address,
  });
  return response?.status ?? 0;
}

const unusedEmail = (index: number) => `niemand-${index}-${calls}@example.org`;
const otherAddress = (index: number) => `elsewhere-${index}-${calls}`;

type Limited = readonly [name: string, path: string, body: (email: string) => object, perAddress: number];

const limited: readonly Limited[] = [
  ['logging in', '/auth/login', (identifier) => ({ identifier, password: 'geraten' }), 100],
  ['a login code', '/auth/code', (email) => ({ email, cart_id, locale: 'de' }), 60],
  [
    'registering',
    '/users',
    (email) => ({
      data: { type: 'users', attributes: { email, password, password_confirmation: password } },
    }),
    100,
  ],
];

/**
 * Makes `count` attempts and returns how many were refused with 429. Log-ins run one after the other, because
 * the server counts a failed log-in afterwards, so that parallel ones can exceed the limit.
 */
async function tryAll(name: string, count: number, attempt: (index: number) => Promise<number>) {
  const statuses: number[] = [];
  const width = name === 'logging in' ? 1 : count;
  for (let index = 0; index < count; index += width) {
    const batch = Array.from({ length: width }, (_, step) => attempt(index + step));
    statuses.push(...(await Promise.all(batch)));
  }
  return statuses.filter((status) => status === 429).length;
}

test.each(limited)('%s is limited by client address across accounts and servers', async (...row) => {
  const [name, path, body, allowed] = row;
  // Registrations with an e-mail address that has an account count as well.
  const isTaken = (index: number) => name === 'registering' && index % 2 === 1;
  const tries = Array.from({ length: allowed + 2 }, (_, at) => (isTaken(at) ? email : unusedEmail(at)));
  const refused = await tryAll(name, tries.length, (index) => send(path, body(tries[index] ?? ''), name));
  expect(refused).toBe(2);
});

test.each(limited)('%s is not refused for requests with the same e-mail elsewhere', async (...row) => {
  const [name, path, body] = row;
  const named = name === 'registering' ? unusedEmail : () => email;
  const refused = await tryAll(name, 30, (index) => send(path, body(named(index)), otherAddress(index)));
  expect(refused).toBe(0);
});

test('the account check is limited by e-mail and client address together, across carts', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 32; index += 1) {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    statuses.push(await send('/accounts/check', { email, id }, 'one asker'));
  }
  expect(tally(statuses.map(String))).toEqual({ 200: 30, 429: 2 });
  expect(await send('/accounts/check', { email, id: cart_id }, 'the owner')).toBe(200);
});

let callers = 0;

interface Posting {
  readonly bearer?: string | undefined;
  /** Called with the body of the response. */
  onResponse?(response: Readonly<Record<string, string>>): void;
}

async function post(path: string, body: object, { bearer, onResponse }: Posting = {}): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
  };
  const request = new Request(`http://localhost/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const response = await second.fetch(request, { clientAddress: `racer-${++callers}` });
  const answer = await response.json();
  onResponse?.(answer);
  return outcomeOf({ status: response.status, body: answer });
}

/** Three rounds, because the requests of one round may by chance run one after the other. */
const rounds = [1, 2, 3];

test.each(rounds)('of twenty uses of one reset link one succeeds (round %i)', async () => {
  const { email } = await register(shop);
  const token = await passwordLink(shop, email);
  const newPassword = (index: number) => `Wunsch Nummer ${index} von zwanzig`;
  const outcomes = await inParallel(20, (index) =>
    post('/password/reset', {
      token,
      password: newPassword(index),
      password_confirmation: newPassword(index),
    }),
  );
  expect(tally(outcomes)).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 19 });
  expect((await logIn(shop, email, newPassword(outcomes.indexOf('200')))).status).toBe(200);
});

test.each(rounds)('of twenty uses of one link to a new address one succeeds (round %i)', async (round) => {
  const me = await register(shop);
  const email = `rennen-${round}@example.org`;
  await patchUser(shop, me, { email });
  const token = await mailedToken(shop, 'email_change', email);
  const outcomes = await inParallel(20, () =>
    post('/accounts/email/confirm', { token }, { bearer: me.access }),
  );
  expect(tally(outcomes)).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 19 });
});

test('fifty refreshes of one session all get a token that is valid', async () => {
  const { id, refresh } = await register(shop);
  shop.advance(61_000);
  const tokens: string[] = [];
  const onResponse = ({ access = '' }: Readonly<Record<string, string>>) => tokens.push(access);
  const renew = () => post('/auth/refresh', { refresh }, { onResponse });
  expect(tally(await inParallel(50, renew))).toEqual({ 200: 50 });
  expect(tokens).toHaveLength(50);
  for (const access of tokens) expect(await isLoggedIn(shop, { id, access })).toBe(true);
  expect(shop.faults).toEqual([]);
});
