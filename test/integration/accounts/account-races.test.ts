import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { createShopApi } from '#server/api.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { outcomeOf, refusal, tally } from '#test/integration/support/outcomes.ts';
import {
  fillOwnCart,
  linesOf,
  password,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { logIn, mailedToken, patchUser } from './account-shop.ts';

const shop = await openTestShop();

/** A pool of 30 connections, so that parallel requests do not wait for a connection. */
const wide = createDatabase(shop.connectionString, { max: 30 });
const { apiTexts } = await import('#app/wiring/api-texts.ts');
const api = createShopApi({ ...shop.context, db: wide }, apiTexts);
let callers = 0;

async function post(path: string, body: object, bearer?: string): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
  };
  const request = new Request(`http://localhost/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const response = await api.fetch(request, { clientAddress: `racer-${++callers}` });
  return outcomeOf({ status: response.status, body: await response.json() });
}

function atOnce(count: number, work: (index: number) => Promise<string>): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Three rounds, because the requests of one round may by chance run one after the other. */
const rounds = [1, 2, 3];

test.each(rounds)('of twenty uses of one reset link one succeeds (round %i)', async () => {
  const { email } = await register(shop);
  await shop.call(endpoints.requestPasswordReset, { body: { email } });
  const token = await mailedToken(shop, 'reset_password', email);
  const newPassword = (index: number) => `Wunsch Nummer ${index} von zwanzig`;
  const outcomes = await atOnce(20, (index) =>
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
  const outcomes = await atOnce(20, () => post('/accounts/email/confirm', { token }, me.access));
  expect(tally(outcomes)).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 19 });
});

test('fifty refreshes of one session all get a token', async () => {
  const { refresh } = await register(shop);
  shop.advance(61_000);
  expect(tally(await atOnce(50, () => post('/auth/refresh', { refresh })))).toEqual({ 200: 50 });
});

test('two parallel logins merge one guest cart once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const me = await register(shop);
    // The user's cart already exists. Otherwise its creation would make one of the two requests wait for the
    // other.
    await fillOwnCart(shop, me, { [products.otherCourse]: 1 });
    const guest = await storeGuestCart(shop, { [products.book]: 2, [products.course]: 1 });
    const merge_id = shop.context.ids.uuid();
    const sessions = await Promise.all([logIn(shop, me.email, password), logIn(shop, me.email, password)]);
    const merges = sessions.map(({ value }) =>
      post(
        '/cart/merge',
        {
          merge_id,
          products: linesOf({ [products.book]: 2, [products.course]: 1 }),
          bundle_cart_unique_id: guest.id,
        },
        value?.access,
      ),
    );
    expect(tally(await Promise.all(merges))).toEqual({ 200: 2 });
    const cart = await shop.call(endpoints.getOwnCart, { bearer: sessions[0]?.value?.access ?? '' });
    expect(cart.value?.amount, `round ${round}`).toBe(4);
  }
  expect(shop.faults).toEqual([]);
  await wide.destroy();
});
