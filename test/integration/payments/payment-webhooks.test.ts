import { beforeEach, describe, expect, test } from 'vitest';
import type { AttentionKind } from '#core/model/attention.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { PaymentNotice, PaymentNoticeKind, Webhook } from '#ports/payment-notices.ts';
import { openSandboxNotices } from '#sandbox/test/notices-harness.ts';
import { listAttention } from '#server/operations/list-attention.ts';
import { closePaymentNotice } from '#server/payments/close-payment-notice.ts';
import { webhookRoutes } from '#server/payments/payment-provider-routes.ts';
import { receivePaymentNotice } from '#server/payments/receive-payment-notice.ts';
import { retryRefund, settleRefunds } from '#server/payments/settle-refunds.ts';
import { createRightsShop } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openBraintreeNotices } from '#test/support/payment-notices-harnesses.ts';

const { db } = await openTestDatabase();
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_930 });
const shop = createRightsShop(db);

beforeEach(async () => {
  await db.deleteFrom('payment_notices').execute();
});

/** Orders and pays with an unknown outcome. `isCharged`: the charge was made at the provider. */
async function orderInDoubt(isCharged: boolean) {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { id, attributes } = await shop.ordered(cart);
  await shop.pay(id, `fake-timeout-${isCharged ? 'after' : 'before'}-charge-nonce`, attributes.total);
  const { attempt_key } = await rowOf(db, 'payment_attempts', { order_id: id });
  const state = async () => (await rowOf(db, 'orders', { id })).state;
  return { attempt_key, state };
}

describe.each([
  ['sandbox', openSandboxNotices],
  ['braintree', openBraintreeNotices],
] as const)('webhooks of %s', (provider, open) => {
  async function openProvider() {
    const harness = await open();
    const routes = webhookRoutes(shop.context, [harness.notices]);
    const send = async ({ headers, body }: Webhook, to: string = provider) => {
      const response = await routes.request(`/${to}`, { method: 'POST', headers, body: Buffer.from(body) });
      return response.status;
    };
    return { ...harness, send };
  }

  const stored = () => db.selectFrom('payment_notices').select(['kind', 'amount_cents']).execute();
  const settlement = (attempt_key: string) => ({
    kind: 'settled' as const,
    transaction_id: `transaction-of-${attempt_key}`,
    attempt_key,
    amount: 8_930,
    happened_at: 1_763_715_600_000,
  });

  test.each([
    [true, 'paid'],
    [false, 'verified'],
  ])(
    'a settlement alone never pays an order: the look-up decides (charged: %s, then %s)',
    async (isCharged, after) => {
      const { send, sign } = await openProvider();
      const { attempt_key, state } = await orderInDoubt(isCharged);
      const webhook = await sign(settlement(attempt_key));
      const repeated = await sign(settlement(attempt_key));
      expect(await Promise.all([webhook, webhook, repeated].map((one) => send(one)))).toEqual([
        204, 204, 204,
      ]);
      expect([await stored(), await state()]).toEqual([
        [{ kind: 'settled', amount_cents: 8_930 }],
        'unknown',
      ]);
      expect([await shop.resolve(), await state()]).toEqual([1, after]);
    },
  );

  test('that are forged, unsigned, too large, of an unused kind or for another provider store nothing', async () => {
    const { send, sign, forge, unsign } = await openProvider();
    const event = settlement('ELSEWHERE/1');
    const genuine = await sign(event);
    expect(await send(await forge(event))).toBe(403);
    expect(await send(await unsign(event))).toBe(403);
    expect(await send({ ...genuine, body: Buffer.alloc(300_000, 'a=') })).toBe(413);
    expect(await send(await sign({ ...event, kind: 'unused' }))).toBe(204);
    expect(await send(genuine, 'somebody')).toBe(404);
    expect(await stored()).toEqual([]);
  });
});

test('notices of two providers with the same transaction id are stored separately, each with its own payment', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { id, attributes } = await shop.ordered(cart, 'gleiche-kennung@example.com');
  await shop.pay(id, 'fake-valid-nonce', attributes.total);
  const paid = await rowOf(db, 'payment_attempts', { order_id: id });
  const transaction_id = paid.transaction_id ?? '';
  const notice: PaymentNotice = {
    key: `dispute_opened:${transaction_id}`,
    kind: 'dispute_opened',
    transaction_id,
    attempt_key: null,
    amount: null,
    happened_at: 1_763_715_660_000,
  };
  const providers = ['another_bank', shop.gateway.name];
  const routes = webhookRoutes(
    shop.context,
    providers.map((provider) => ({ provider, read: async () => ok(notice) })),
  );
  for (const provider of [...providers, ...providers])
    expect((await routes.request(`/${provider}`, { method: 'POST', body: 'signed' })).status).toBe(204);
  const rows = await db
    .selectFrom('payment_notices')
    .select('payment_attempt_id')
    .orderBy('payment_attempt_id', (order) => order.asc().nullsFirst())
    .execute();
  expect(rows).toEqual([{ payment_attempt_id: null }, { payment_attempt_id: paid.id }]);
  shop.surprises.splice(0);
});

const happened_at = 1_763_715_660_000;

/** Receives a notice of the shop's provider about the dispute or refund `subject`. */
async function notify(kind: PaymentNoticeKind, transaction_id: string, subject = transaction_id, at = 0) {
  await receivePaymentNotice(shop.context, shop.gateway.name, {
    key: `${kind}:${subject}`,
    kind,
    transaction_id,
    attempt_key: null,
    amount: null,
    happened_at: happened_at + at,
  });
  shop.surprises.splice(0);
}

/** Returns the items of a kind on the start page of the back office. */
async function attention(kind: AttentionKind) {
  const moment = { now: new Date(shop.context.clock.now()), mode: 'demo', locale: 'en' } as const;
  const found = await listAttention(db, ['orders.read'], moment);
  return found.find((one) => one.kind === kind)?.items ?? [];
}

async function paidOrder() {
  const order = await shop.buy({ lines: { kurs: 1 } });
  const { transaction_id } = await rowOf(db, 'payment_attempts', { order_id: order.id });
  const refund = async () => {
    const [row] = await shop.refundsOf(order.id);
    if (row === undefined) throw new Error('No refund was decided');
    return row;
  };
  const refundAll = async () => {
    await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
    await shop.settle();
  };
  return { ...order, transaction_id: transaction_id ?? '', refund, refundAll };
}

describe('a refund that failed after all', () => {
  async function failedRefund() {
    const order = await paidOrder();
    await order.refundAll();
    expect(await shop.stateOf(order.id)).toBe('refunded');
    await db.deleteFrom('changed_days').execute();
    const { gateway_refund_id } = await order.refund();
    const fail = () => notify('refund_failed', gateway_refund_id ?? '');
    await fail();
    return { ...order, fail };
  }

  test('is refused, and its order is paid again; it counts once, and not in the figures', async () => {
    const { id, code, refund, fail } = await failedRefund();
    const refused = {
      state: 'refused',
      gateway_refund_id: null,
      settled_at: new Date(shop.context.clock.now()),
    };
    expect(await refund()).toMatchObject(refused);
    expect(await shop.stateOf(id)).toBe('paid');
    expect(await attention('refused_refunds')).toMatchObject([{ title: code, order_id: id }]);
    expect(await rowsOf(db, 'changed_days', {}, '*')).not.toEqual([]);
    const { refund_key } = await refund();
    expect(await retryRefund(shop.context, refund_key)).toEqual(ok('asked_again'));
    await fail();
    expect((await refund()).state).toBe('open');
    const pays = {
      ...shop.gateway,
      refund: async () => ({ outcome: 'refunded', refund_id: 'again' }) as const,
    };
    await settleRefunds(withCardGateway(shop.context, pays));
    expect(await refund()).toMatchObject({ state: 'refunded', gateway_refund_id: 'again' });
    expect(await shop.stateOf(id)).toBe('refunded');
    expect(await attention('refused_refunds')).toEqual([]);
  });

  test('of a part leaves the order as it was', async () => {
    const order = await paidOrder();
    const [line] = await rowsOf(db, 'order_lines', { order_id: order.id });
    const lines = [{ line_id: line?.id ?? '', quantity: 0, amount: cents(1_000) }];
    await shop.refund({ order_id: order.id, lines, includes_shipping: false });
    await shop.settle();
    const events = () =>
      rowsOf(db, 'order_events', { order_id: order.id }, ['to_state'], 'happened_at', 'id');
    const before = await events();
    const { gateway_refund_id } = await order.refund();
    await notify('refund_failed', gateway_refund_id ?? '');
    expect(await order.refund()).toMatchObject({ state: 'refused', gateway_refund_id: null });
    expect([await shop.stateOf(order.id), await events()]).toEqual(['paid', before]);
  });

  test('of another provider changes nothing', async () => {
    const order = await paidOrder();
    await order.refundAll();
    const { gateway_refund_id } = await order.refund();
    const about = { transaction_id: gateway_refund_id ?? '', attempt_key: null, amount: null, happened_at };
    const notice = { key: 'refund_failed:another', kind: 'refund_failed', ...about } as const;
    await receivePaymentNotice(shop.context, 'another_bank', notice);
    expect(await order.refund()).toMatchObject({ state: 'refunded' });
    shop.surprises.splice(0);
  });
});

describe('the start page', () => {
  test('lists a paid order whose settlement was declined, until the order is refunded', async () => {
    const { id, code, transaction_id, refundAll } = await paidOrder();
    await notify('settled', transaction_id);
    expect(await attention('missing_payments')).toEqual([]);
    await notify('settlement_declined', transaction_id);
    expect(await attention('missing_payments')).toMatchObject([{ title: code, order_id: id }]);
    await refundAll();
    expect(await attention('missing_payments')).toEqual([]);
    expect(await attention('unmatched_payments')).toEqual([]);
  });

  test.each([
    ['settled', 'unmatched_payments'],
    ['settlement_declined', 'missing_payments'],
  ] as const)('lists an unknown payment (%s) until an operator closes it', async (kind, list) => {
    await notify(kind, 'elsewhere');
    const id = `${shop.gateway.name}/${kind}:elsewhere`;
    expect(await attention(list)).toMatchObject([{ id, title: 'elsewhere', order_id: null }]);
    for (let time = 0; time < 2; time += 1) expect(await closePaymentNotice(shop.context, id)).toBe(true);
    expect(await attention(list)).toEqual([]);
    // A repeated notice does not open it again.
    await notify(kind, 'elsewhere');
    expect(await attention(list)).toEqual([]);
    expect(await rowsOf(db, 'audit_log', { record_id: id }, ['action'])).toHaveLength(1);
    expect(await closePaymentNotice(shop.context, 'nobody/settled:elsewhere')).toBe(false);
  });
});

describe('a dispute', () => {
  const listed = async () => (await attention('disputes')).map(({ id }) => id.split(':')[1]);

  test('is listed until it is decided, even beside another one of the same payment', async () => {
    const { transaction_id } = await paidOrder();
    await notify('dispute_opened', transaction_id, 'first');
    await notify('dispute_under_review', transaction_id, 'first', 1_000);
    await notify('dispute_opened', transaction_id, 'second', 2_000);
    expect(await listed()).toEqual(['first', 'second']);
    await notify('dispute_lost', transaction_id, 'second', 2_000);
    expect(await listed()).toEqual(['first']);
    await notify('dispute_won', transaction_id, 'first', 3_000);
    expect(await listed()).toEqual([]);
  });

  test.each([
    ['dispute_opened', 'refused'],
    ['dispute_under_review', 'refused'],
    ['dispute_lost', 'refused'],
    ['dispute_won', 'refunded'],
  ] as const)('whose last notice is %s leaves a later refund %s', async (kind, state) => {
    const { code, transaction_id, refund, refundAll } = await paidOrder();
    if (kind !== 'dispute_opened') await notify('dispute_opened', transaction_id);
    await notify(kind, transaction_id);
    await refundAll();
    expect((await refund()).state).toBe(state);
    expect(shop.gatewayRefunds(code)).toEqual(state === 'refused' ? [] : [8_930]);
    shop.surprises.splice(0);
  });

  test('leaves a later refund to an operator while another one of the same payment is open', async () => {
    const { code, transaction_id, refund, refundAll } = await paidOrder();
    await notify('dispute_opened', transaction_id, 'first');
    await notify('dispute_opened', transaction_id, 'second');
    await notify('dispute_won', transaction_id, 'second', 1_000);
    await refundAll();
    expect([(await refund()).state, shop.gatewayRefunds(code)]).toEqual(['refused', []]);
    shop.surprises.splice(0);
  });

  test('does not refuse a refund that the provider may already have paid', async () => {
    const { id, transaction_id, refund } = await paidOrder();
    await shop.refund({ order_id: id, lines: 'all', includes_shipping: false });
    const silent = { ...shop.gateway, refund: async () => ({ outcome: 'unknown' }) as const };
    await settleRefunds(withCardGateway(shop.context, silent));
    expect((await refund()).state).toBe('unknown');
    await notify('dispute_opened', transaction_id);
    shop.advance(75_000);
    await shop.settle();
    expect((await refund()).state).toBe('refunded');
  });

  test('lets an operator retry the refund after confirming it', async () => {
    const { code, transaction_id, refund, refundAll } = await paidOrder();
    await notify('dispute_opened', transaction_id);
    await refundAll();
    shop.surprises.splice(0);
    const { refund_key } = await refund();
    expect(await retryRefund(shop.context, refund_key)).toEqual(err('CHARGE_DISPUTED'));
    expect(await refund()).toMatchObject({ refund_key, state: 'refused' });
    expect(await retryRefund(shop.context, refund_key, true)).toEqual(ok('asked_again'));
    await shop.settle();
    expect((await refund()).state).toBe('refunded');
    expect(shop.gatewayRefunds(code)).toEqual([8_930]);
  });
});
