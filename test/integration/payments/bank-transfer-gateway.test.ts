import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createBankTransferGateway } from '#adapters/payments/bank-transfer/server/bank-transfer-gateway.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import { createServerClock } from '#adapters/system/system-clock.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { fetchTests } from '#test/kits/exhaustive-payment-cases.ts';
import { type PaymentGatewayHarness, requestFor } from '#test/kits/payment-gateway-harness.ts';
import { describePaymentGateway } from '#test/kits/payment-gateway-kit.ts';
import { otherStatusCases, silentCases } from '#test/kits/silent-provider-cases.ts';
import { unreadableCases } from '#test/kits/unreadable-responses-cases.ts';

const { db } = await openTestDatabase();
const clock = createServerClock();
const ids = createServerIds(clock);

/**
 * Wraps the gateway so that the outcome is lost for nonces that end with `timeout_before_charge` (nothing is
 * charged) or `timeout_after_charge` (the charge is made).
 */
function withLostResponses(gateway: PaymentGateway): PaymentGateway {
  return {
    ...gateway,
    async charge(request) {
      const { payment_method_nonce: nonce } = request;
      if (nonce.endsWith('timeout_before_charge')) return { outcome: 'unknown' };
      const outcome = await gateway.charge(request);
      return nonce.endsWith('timeout_after_charge') ? { outcome: 'unknown' } : outcome;
    },
  };
}

async function openHarness(): Promise<PaymentGatewayHarness> {
  let isAway = false;
  // While `isAway` is true, every query fails like a refused connection.
  const reached = new Proxy(db, {
    get(target, name, receiver) {
      if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const value = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Kysely<Database>;
  await db.deleteFrom('bank_transfer_refunds').execute();
  await db.deleteFrom('bank_transfers').execute();
  const open = () => withLostResponses(createBankTransferGateway({ db: reached, clock, ids }));
  const gateway = open();
  return {
    gateway,
    usesDatabase: true,
    another: async () => open(),
    async nonce(kind) {
      if (kind === 'unknown') return 'no-such-nonce';
      const nonce = `bank-transfer:${randomUUID()}:${kind}`;
      if (kind === 'consumed') await spend(gateway, nonce);
      return nonce;
    },
    async taken(orderCode) {
      const transfers = await db
        .selectFrom('bank_transfers')
        .select('amount_cents')
        .where('state', '=', 'received')
        .$if(orderCode !== null, (received) => received.where('order_code', '=', orderCode ?? ''))
        .execute();
      return transfers.reduce((sum, transfer) => sum + transfer.amount_cents, 0);
    },
    async arrive(attemptKey) {
      const arrived = { state: 'received' as const, settled_at: new Date(clock.now()) };
      await changeRows(db, 'bank_transfers', { attempt_key: attemptKey, state: 'awaiting' }, arrived);
    },
    async refunded(orderCode) {
      const refunds = await db
        .selectFrom('bank_transfer_refunds')
        .innerJoin('bank_transfers', 'bank_transfers.attempt_key', 'bank_transfer_refunds.attempt_key')
        .select('bank_transfer_refunds.amount_cents')
        .where('bank_transfers.order_code', '=', orderCode)
        .execute();
      return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
    },
    timeLimit: 10_000,
    async cutOff() {
      isAway = true;
    },
    dispose: async () => {},
  };
}

async function spend(gateway: PaymentGateway, nonce: string): Promise<void> {
  await gateway.charge(requestFor(nonce));
}

const providerTests = [
  ...fetchTests.payment,
  ...Object.keys({ ...silentCases, ...unreadableCases, ...otherStatusCases }),
];

describePaymentGateway({
  name: 'bank transfer',
  create: openHarness,
  skip: providerTests.map((test) => ({
    test,
    reason: 'no request leaves the server: only its own database is queried',
  })),
});

test('a repeated attempt key for another order or with another nonce is unknown', async () => {
  const { gateway, nonce } = await openHarness();
  const request = requestFor(await nonce('accepted'));
  const first = await gateway.charge(request);
  expect(first).toMatchObject({ outcome: 'awaiting_payment' });
  for (const other of [{ order_code: 'ANOTHER' }, { payment_method_nonce: await nonce('accepted') }]) {
    expect(await gateway.charge({ ...request, ...other })).toEqual({ outcome: 'unknown' });
  }
  expect(await gateway.charge(request)).toEqual(first);
});
