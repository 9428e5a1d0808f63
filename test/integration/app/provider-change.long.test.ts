import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { braintreeEnvironment } from '#test/braintree-gateway/gateway-state.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

// Starts the whole shop after a change of the payment provider.

const { db, connectionString } = await openTestDatabase('shop');
const shop = createOrderShop(db);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
const provider = await startGateway();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-change-'));
afterAll(async () => {
  await provider.stop();
  removeData(dataDir);
});

const braintree = { ...braintreeEnvironment(provider.state, provider.url), LOG_LEVEL: 'silent' };

async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  const started = await startShop({ connectionString, dataDir, settings: { ...braintree, ...more } });
  await started.end('SIGTERM');
}

async function sell(buyer: string, nonce: string): Promise<void> {
  const order = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }), `${buyer}@example.com`);
  await shop.pay(order.id, nonce, 8_900);
}

const providers = async () => {
  const rows = await db.selectFrom('payment_attempts').select('provider').distinct().execute();
  return rows.map((row) => row.provider);
};

test('a shop does not start without the provider and account of open payments, and reports their number', async () => {
  await sell('lost', 'fake-timeout-after-charge-nonce');
  await sell('paid', 'fake-valid-nonce');
  await expect(start()).rejects.toThrow(
    'The payment provider sandbox is not configured, and money still belongs to it: ' +
      '1 payments with an unknown outcome, 1 payments that may have to be refunded,',
  );
  await start({ EARLIER_PAYMENT_MODULES: 'sandbox' });

  // As stored by a version that did not store the account of Braintree.
  await db.updateTable('payment_attempts').set({ provider: 'braintree' }).execute();
  await start();
  expect(await providers()).toEqual([`braintree/${provider.state.merchant_id}`]);
  const another = { BRAINTREE_MERCHANT_ID: 'another' };
  await expect(start(another)).rejects.toThrow(
    `The payment provider braintree/${provider.state.merchant_id} is not configured`,
  );
  await start({
    ...another,
    EARLIER_BRAINTREE_MERCHANT_ID: provider.state.merchant_id,
    EARLIER_BRAINTREE_PUBLIC_KEY: provider.state.public_key,
    EARLIER_BRAINTREE_PRIVATE_KEY: provider.state.private_key,
  });
});
