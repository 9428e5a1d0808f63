import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { cents } from '#core/rules/money.ts';
import { createBankTransferGateway } from '#host/adapters/bank-transfer-gateway.ts';
import { createSystemClock } from '#host/adapters/system-clock.ts';
import { createSystemIds } from '#host/adapters/system-ids.ts';
import type { Database } from '#host/database/schema.ts';
import type { PaymentGateway } from '#host/ports/payment-gateway.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import type { PaymentGatewayHarness } from '#test/kits/payment-gateway-kit.ts';
import { describePaymentGateway } from '#test/kits/payment-gateway-kit.ts';

const { db } = await openTestDatabase();
const clock = createSystemClock();
const ids = createSystemIds(clock);

const noBank = 'nobody asks a bank: a promise of money is always taken';
const noVault = 'a transfer leaves nothing behind that could be charged again';

/** The gateway behind a line that loses answers, or questions, of the nonces that say so. */
function withLostAnswers(gateway: PaymentGateway): PaymentGateway {
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
  // A database that cannot be reached fails every question like a refused connection.
  const reached = new Proxy(db, {
    get(target, name, receiver) {
      if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const value = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Kysely<Database>;
  await db.deleteFrom('bank_transfer_refunds').execute();
  await db.deleteFrom('bank_transfers').execute();
  const gateway = withLostAnswers(createBankTransferGateway({ db: reached, clock, ids }));
  return {
    gateway,
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
        .where('order_code', '=', orderCode)
        .where('state', '=', 'received')
        .execute();
      return transfers.reduce((sum, transfer) => sum + transfer.amount_cents, 0);
    },
    async arrive(attemptKey) {
      await db
        .updateTable('bank_transfers')
        .set({ state: 'received', settled_at: new Date(clock.now()) })
        .where('attempt_key', '=', attemptKey)
        .where('state', '=', 'awaiting')
        .execute();
    },
    async cutOff() {
      isAway = true;
    },
    dispose: async () => {},
  };
}

async function spend(gateway: PaymentGateway, nonce: string): Promise<void> {
  const order_code = `SPENT-${randomUUID()}`;
  await gateway.charge({
    attempt_key: `${order_code}/1`,
    order_code,
    amount: cents(100),
    payment_method_nonce: nonce,
    device_data: null,
    customer_id: null,
    save_payment_method: false,
  });
}

describePaymentGateway({
  name: 'bank transfer',
  create: openHarness,
  skip: [
    { test: 'declines without taking anything', reason: noBank },
    { test: 'declines what the provider itself takes for fraud', reason: noBank },
    { test: 'knows the attempts of one order apart', reason: noBank },
    { test: 'answers a repeated decline with the first', reason: noBank },
    { test: 'finds what was declined', reason: noBank },
    { test: 'keeps a payment method for its customer and for nobody else', reason: noVault },
    { test: 'keeps a payment method without charging it', reason: noVault },
    { test: 'keeps no payment method that is declined, spent or unknown', reason: noVault },
    { test: 'uses up the nonce of a payment method that is kept', reason: noVault },
  ],
});
