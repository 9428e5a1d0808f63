import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiShopper } from '#test/integration/orders/api-shopper.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import type { ApiProcess } from '#test/integration/support/api-process.ts';
import { newSecret, startApiProcess } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import type { TestGateway } from '#test/integration/support/sandbox-gateway.ts';
import { startTestGateway } from '#test/integration/support/sandbox-gateway.ts';

// Two server processes with their jobs, as in production, the gateway's real protocol and the test clock.

const { db, connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-renewal-'));
const within = { timeout: 30_000, interval: 100 };
let gateway: TestGateway;
let servers: readonly ApiProcess[];

beforeAll(async () => {
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1_900 });
  gateway = await startTestGateway();
  const parts = {
    connectionString,
    gatewayUrl: gateway.url,
    gatewaySecret: gateway.secret,
    tokenSecret: newSecret(),
    dataDir,
  };
  servers = await Promise.all([startApiProcess(parts), startApiProcess(parts)]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await gateway.dispose();
  rmSync(dataDir, { recursive: true });
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
