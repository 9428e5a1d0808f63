import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '#sandbox/test/test-gateway.ts';
import { type ApiProcess, newSecret, startApiProcess } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { createApiShopper } from './api-shopper.ts';
import { sellProduct } from './order-shop.ts';

// These tests use the gateway's real protocol, the real time limit of ten seconds and the real background
// jobs.

const { db, connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-lost-'));
/** The time within which the shop promises to resolve an unknown payment: five minutes, in milliseconds. */
const promise = 300_000;
let gateway: TestGateway;
let server: ApiProcess;

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8900 });
  gateway = await startTestGateway();
  server = await startApiProcess({
    connectionString,
    gatewayUrl: gateway.url,
    gatewaySecret: gateway.secret,
    tokenSecret: newSecret(),
    dataDir,
  });
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await gateway.dispose();
  rmSync(dataDir, { recursive: true });
});

// Both wait at the same time: each for the time limit and for the next look-up.
test.concurrent.for([
  { nonce: 'fake-timeout-after-charge-nonce', ends: 'paid', charges: 1 },
  { nonce: 'fake-timeout-before-charge-nonce', ends: 'verified', charges: 0 },
])(
  '$nonce: the buyer is asked to wait, and the order becomes $ends automatically',
  { timeout: promise },
  async ({ nonce, ends, charges }) => {
    const shopper = createApiShopper([server]);
    const cart = await shopper.fillCart(0, 'course');
    const open = await shopper.order(0, cart, `${randomUUID()}@meisterhand.example`);
    const waiting = await shopper.pay(0, open, nonce);
    expect(waiting.status).toBe(202);
    expect(waiting.body.data.attributes.state).toBe('unknown');
    const busy = await shopper.pay(0, open, 'fake-valid-nonce');
    expect([busy.status, busy.body.errors[0].code]).toEqual([409, 'ORDER_BUSY']);

    await vi.waitUntil(async () => (await shopper.state(0, open)) !== 'unknown', {
      timeout: promise,
      interval: 500,
    });
    expect(await shopper.state(0, open)).toBe(ends);
    const ledger = await gateway.ledger();
    expect(
      ledger.charges.filter((charge) => charge.order_code === open.code),
      'charges of one order',
    ).toHaveLength(charges);
    if (ends === 'verified') {
      expect((await shopper.pay(0, open, 'fake-valid-nonce')).status).toBe(200);
    }
  },
);
