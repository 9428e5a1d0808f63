import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { outcomeOf, refusal } from '#test/integration/support/outcomes.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { startTwoServers } from '#test/integration/support/two-servers.ts';
import { createApiShopper } from './api-shopper.ts';
import { sellProduct } from './order-shop.ts';

// Two servers with background jobs. Guests with the same e-mail pay two orders at the same moment.

const { db, connectionString } = await openTestDatabase();
const { servers } = await startTwoServers(connectionString);
const shopper = createApiShopper(servers);

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });
  await sellProduct(db, { id: 'pass', kind: 'membership', price: 18_000 });
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1_900 });
});

const rounds = 8;
const patience = { timeout: 120_000, interval: 100 };

/**
 * Pays two orders of one e-mail at the same time, one at each server. Returns the e-mail and the paid orders.
 */
async function payTwice(product: string) {
  const email = `${randomUUID()}@meisterhand.example`;
  const orders = [];
  for (const index of [0, 1]) {
    orders.push(await shopper.order(index, await shopper.fillCart(index, product), email));
  }
  const answers = await Promise.all(
    orders.map((order, index) => shopper.pay(index, order, 'fake-valid-nonce')),
  );
  // If the account was created before the second payment, the guest must log in and is not charged.
  const paid = orders.filter((_, index) => answers[index]?.status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(outcomeOf)).toEqual(refused.map(() => refusal(409, 'LOGIN_REQUIRED')));
  return { email, paid };
}

/** Returns how many courses and running subscriptions the person has. */
async function possessionsOf(email: string): Promise<number> {
  const { id } = await rowOf(db, 'users', { email });
  const courses = await db.selectFrom('entitlements').select('id').where('user_id', '=', id).execute();
  const subscriptions = await rowsOf(db, 'subscriptions', { user_id: id, status: 'active' }, ['id']);
  return courses.length + subscriptions.length;
}

async function refundsOf(email: string) {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['refunds.cause', 'refunds.state', 'refunds.amount_cents'])
    .where('orders.email', '=', email)
    .execute();
  return refunds.map(({ cause, state, amount_cents }) => `${cause} ${state} ${amount_cents}`);
}

async function refundMailsTo(email: string): Promise<number> {
  const mails = await db.selectFrom('outbox').select('template').where('recipient', '=', email).execute();
  return mails.filter(({ template }) => template === 'refund').length;
}

test.each([
  ['course', 8_900],
  ['pass', 18_000],
  ['monthly', 1_900],
])(
  'if two guests pay for one %s at once, one gets it and the other is refunded automatically',
  async (product, price) => {
    const buyers = [];
    for (let round = 0; round < rounds; round += 1) buyers.push(await payTwice(product));
    const refund = `duplicate refunded ${price}`;
    for (const { email, paid } of buyers) {
      const expected = paid.slice(1).map(() => refund);
      await vi.waitFor(async () => expect(await refundsOf(email)).toEqual(expected), patience);
      expect([await possessionsOf(email), await refundMailsTo(email)]).toEqual([1, expected.length]);
    }
    // At least one pair of orders was paid twice; otherwise no race took place.
    expect(Math.max(...buyers.map(({ paid }) => paid.length)), 'payments of the luckiest pair').toBe(2);
  },
);
