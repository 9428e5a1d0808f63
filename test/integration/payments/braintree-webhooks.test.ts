import { beforeEach, describe, expect, test } from 'vitest';
import { createBraintreeNotices } from '#adapters/payments/braintree/server/braintree-notices.ts';
import { webhookRoutes } from '#server/payments/payment-provider-routes.ts';
import { createGatewayState } from '#test/braintree-gateway/gateway-state.ts';
import { listOf, type XmlValue } from '#test/braintree-gateway/protocol.ts';
import { signNotice } from '#test/braintree-gateway/start-gateway.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { braintreeAccount } from '#test/integration/support/braintree-world.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
const state = createGatewayState();
const account = braintreeAccount(state);

const shop = createOrderShop(db);
// Its payments are those of the provider that sends the webhooks.
Object.assign(shop.gateway, { name: 'braintree', identity: `braintree/${state.merchant_id}` });
const routes = webhookRoutes(shop.context, [createBraintreeNotices(account)]);

beforeEach(async () => {
  shop.surprises.length = 0;
  await db.deleteFrom('payment_notices').execute();
});

async function buy(nonce: string) {
  const order = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }));
  await shop.pay(order.id, nonce, order.attributes.total);
  const attempt = await rowOf(db, 'payment_attempts', { order_id: order.id });
  return { ...order, attempt };
}

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return routes.request('/braintree', { method: 'POST', body: new URLSearchParams(fields), headers });
}

function settled(transaction: { readonly id: string; readonly order_id: string; readonly type?: string }) {
  return { transaction: { type: 'sale', amount: '89.00', status: 'settled', ...transaction } };
}

function dispute(transaction: string): XmlValue {
  return {
    dispute: {
      id: 'dispute-1',
      amount_disputed: '89.0',
      kind: 'chargeback',
      status: 'open',
      transaction: { id: transaction, amount: '89.00', order_id: 'X' },
    },
  };
}

const notices = () => db.selectFrom('payment_notices').selectAll().execute();

describe('a webhook', () => {
  test('without a valid signature of Braintree is refused', async () => {
    const good = signNotice(state, 'transaction_settled', settled({ id: 't', order_id: 'X-1' }));
    const changed = Buffer.from(good.bt_payload, 'base64').toString().replace('89.00', '99.00');
    const others = { ...createGatewayState(), public_key: state.public_key };
    const bad = [
      { ...good, bt_payload: `${Buffer.from(changed).toString('base64')}\n` },
      { ...good, bt_signature: `${state.public_key}|` },
      { ...good, bt_signature: `${state.public_key}|${'0'.repeat(40)}` },
      { ...good, bt_signature: '' },
      { ...good, bt_payload: '<xml>' },
      signNotice(others, 'transaction_settled', settled({ id: 't', order_id: 'X-1' })),
      signNotice({ ...state, public_key: 'somebody' }, 'check', { check: true }),
    ];
    for (const fields of bad) expect((await send(fields)).status).toBe(403);
    expect((await send({ bt_payload: good.bt_payload })).status).toBe(400);
    expect((await routes.request('/braintree', { method: 'POST', body: 'a'.repeat(300_000) })).status).toBe(
      413,
    );
    expect(await notices()).toEqual([]);
    expect((await send(good)).status).toBe(204);
    expect(await notices()).toHaveLength(1);
  });

  test('is ignored if it is a check, about a Braintree subscription, or about a settled refund', async () => {
    const refund = settled({ id: 'r', order_id: 'X-R', type: 'credit' });
    for (const [kind, subject] of [
      ['check', { check: true }],
      [
        'subscription_charged_successfully',
        { subscription: { id: 's', transactions: listOf('transaction', []) } },
      ],
      ['transaction_settled', refund],
    ] as const)
      expect((await send(signNotice(state, kind, subject))).status).toBe(204);
    expect(await notices()).toEqual([]);
  });
});

test.each(['fake-processor-declined-visa-nonce', null])(
  'a settled charge without a paid order is reported once: %s',
  async (nonce) => {
    const order_id = nonce === null ? 'ELSEWHERE-1' : (await buy(nonce)).attempt.attempt_key;
    const notice = signNotice(state, 'transaction_settled', settled({ id: `t-${order_id}`, order_id }));
    await send(notice);
    await send(notice);
    expect(shop.surprises).toEqual([expect.objectContaining({ event: 'money_without_order' })]);
  },
);

test('a notice that an earlier account has signed is read with its keys', async () => {
  const earlier = { ...createGatewayState(), merchant_id: 'earlier', public_key: 'earlier_key' };
  const accounts = [account, braintreeAccount(earlier)];
  const both = webhookRoutes(shop.context, accounts.map(createBraintreeNotices));
  const { attempt } = await buy('fake-valid-nonce');
  const subject = settled({ id: attempt.transaction_id ?? '', order_id: attempt.attempt_key });
  const body = new URLSearchParams(signNotice(earlier, 'transaction_settled', subject));
  expect((await routes.request('/braintree', { method: 'POST', body })).status).toBe(403);
  expect((await both.request('/braintree', { method: 'POST', body })).status).toBe(204);
  expect(await notices()).toMatchObject([{ kind: 'settled', payment_attempt_id: attempt.id }]);
  expect(shop.surprises).toEqual([]);
});

describe('a payment problem', () => {
  test.each([
    ['dispute_opened', 'dispute_opened'],
    ['dispute_lost', 'dispute_lost'],
    ['dispute_accepted', 'dispute_lost'],
  ])('with a buyer’s bank (%s) is shown to operators with its order', async (kind, shown) => {
    const { attempt, attributes } = await buy('fake-valid-nonce');
    await send(signNotice(state, kind, dispute(attempt.transaction_id ?? '')));
    await send(signNotice(state, kind, dispute(attempt.transaction_id ?? '')));
    expect(shop.surprises).toEqual([expect.objectContaining({ event: 'payment_in_trouble' })]);
    const { lines } = await runCommand(shop.context, 'payments', 'notices');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${shown}  €89.00`);
    expect(lines[0]).toContain(`order ${attributes.code}`);
  });

  test.each(['dispute_under_review', 'dispute_disputed'])(
    'that is still open after %s is kept apart from won and lost ones',
    async (kind) => {
      const { attempt, attributes } = await buy('fake-valid-nonce');
      const notice = dispute(attempt.transaction_id ?? '');
      await send(signNotice(state, 'dispute_opened', notice));
      shop.surprises.length = 0;
      await send(signNotice(state, kind, notice));
      expect(shop.surprises).toEqual([]);
      const { lines } = await runCommand(shop.context, 'payments', 'notices');
      expect(lines.map((line) => line.split('  ')[1])).toEqual(
        expect.arrayContaining(['dispute_opened', 'dispute_under_review']),
      );
      expect(lines[0]).toContain(`order ${attributes.code}`);
    },
  );

  test('is over when the dispute is won', async () => {
    const { attempt } = await buy('fake-valid-nonce');
    await send(signNotice(state, 'dispute_won', dispute(attempt.transaction_id ?? '')));
    expect(shop.surprises).toEqual([]);
    expect(await notices()).toMatchObject([{ kind: 'dispute_won' }]);
  });

  test('is reported if the payment of a paid order is not settled', async () => {
    const { attempt } = await buy('fake-valid-nonce');
    const subject = settled({ id: attempt.transaction_id ?? '', order_id: attempt.attempt_key });
    await send(signNotice(state, 'transaction_settlement_declined', subject));
    expect(shop.surprises).toEqual([expect.objectContaining({ event: 'payment_in_trouble' })]);
  });
});
