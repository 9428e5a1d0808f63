import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { password, products, register, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { email } = await register(shop);
const { id: cart_id } = await storeGuestCart(shop, { [products.course]: 1 });

/** Two servers on one database, each with its own connection pool. Calls alternate between them. */
const others = createDatabase(shop.connectionString, { max: 5 });
const servers = [shop.api, createShopApi({ ...shop.context, db: others }, apiTexts)];
let calls = 0;

async function send(path: string, body: object, address: string): Promise<number> {
  calls += 1;
  const request = new Request(`http://localhost/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await servers[calls % 2]?.fetch(request, { clientAddress: address });
  return response?.status ?? 0;
}

const nobody = (index: number) => `niemand-${index}-${calls}@example.org`;
const elsewhere = (index: number) => `elsewhere-${index}-${calls}`;

type Limited = readonly [name: string, path: string, body: (email: string) => object, perAddress: number];

const limited: readonly Limited[] = [
  ['logging in', '/auth/login', (identifier) => ({ identifier, password: 'geraten' }), 100],
  ['a password link', '/password/request', (email) => ({ email }), 60],
  ['a login code', '/auth/code', (email) => ({ email, cart_id, locale: 'de' }), 60],
  ['the newsletter', '/newsletter/subscribe', (email) => ({ email, locale: 'de', source: 'x' }), 30],
  [
    'registering',
    '/users',
    (email) => ({
      data: { type: 'users', attributes: { email, password, password_confirmation: password } },
    }),
    100,
  ],
  ['a message', '/contact', (email) => ({ email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage.' }), 20],
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

test.each(limited)(
  '%s is limited by address, whatever the account, on all servers together',
  async (...row) => {
    const [name, path, body, allowed] = row;
    const tries = Array.from({ length: allowed + 2 }, (_, index) => nobody(index));
    const refused = await tryAll(name, tries.length, (index) => send(path, body(tries[index] ?? ''), name));
    expect(refused).toBe(2);
  },
);

test.each(limited)('%s is refused to nobody for what others asked with the same e-mail', async (...row) => {
  const [name, path, body] = row;
  const named = name === 'registering' ? nobody : () => email;
  const refused = await tryAll(name, 30, (index) => send(path, body(named(index)), elsewhere(index)));
  expect(refused).toBe(0);
});

test('the account check is limited by e-mail and address, whatever the cart', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 32; index += 1) {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    statuses.push(await send('/accounts/check', { email, id }, 'one asker'));
  }
  expect(statuses.slice(30)).toEqual([429, 429]);
  expect(await send('/accounts/check', { email, id: cart_id }, 'the owner')).toBe(200);
});

test('guessing login codes is limited by address, whatever the account', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 102; index += 1) {
    statuses.push(await send('/auth/code/login', { email: nobody(index), code: '123456' }, 'one guesser'));
  }
  expect(
    statuses.filter((status) => status === 429),
    'calls past the limit',
  ).toHaveLength(2);
  expect(shop.faults).toEqual([]);
  await others.destroy();
});
