import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { createApiShopper } from '#test/integration/orders/api-shopper.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { startTwoServers } from '#test/integration/support/two-servers.ts';

// Two server processes with their jobs, as in production, the gateway's real protocol and the test clock.

const { db, connectionString } = await openTestDatabase();
const { gateway, servers } = await startTwoServers(connectionString);
const within = { timeout: 120_000, interval: 100 };

beforeAll(async () => {
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1_900 });
});

async function advanceDays(days: number): Promise<void> {
  const response = await fetch(`${servers[0]?.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance_seconds: days * 86_400 }),
  });
  expect(response.status).toBe(200);
}

async function subscribe(card: string) {
  const shopper = createApiShopper(servers);
  const cart = await shopper.fillCart(0, 'monthly');
  const order = await shopper.order(0, cart, `${randomUUID()}@meisterhand.example`);
  expect((await shopper.pay(0, order, await gateway.tokenize(card))).status).toBe(200);
  const find = () =>
    db.selectFrom('subscriptions').selectAll().where('order_id', '=', order.id).executeTakeFirstOrThrow();
  return { find, order };
}

test('when the clock reaches the due day, a card is charged once, and a declined card is reported to its owner', async () => {
  const good = await subscribe('4111111111111111');
  const bad = await subscribe('4000000000000341');
  await advanceDays(32);
  await vi.waitFor(async () => {
    expect(await good.find()).toMatchObject({ status: 'active', paid_periods: 2 });
    expect(await bad.find()).toMatchObject({ status: 'past_due', failures: 1 });
  }, within);
  const { charges, declines } = await gateway.ledger();
  expect(charges).toHaveLength(3);
  expect(declines).toMatchObject([{ reason: 'PROCESSOR_DECLINED' }]);
  const renewals = await db
    .selectFrom('orders')
    .select(['code', 'state'])
    .where('subscription_id', 'is not', null)
    .orderBy('state')
    .execute();
  expect(renewals.map(({ state }) => state)).toEqual(['paid', 'verified']);
  expect(charges.filter(({ order_code }) => order_code === renewals[0]?.code)).toHaveLength(1);
});
