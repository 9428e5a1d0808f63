import { beforeEach, describe, expect, test } from 'vitest';
import { ok } from '#core/rules/basics/result.ts';
import type { PaymentNotice, Webhook } from '#ports/payment-notices.ts';
import { openSandboxNotices } from '#sandbox/test/notices-harness.ts';
import { webhookRoutes } from '#server/payments/payment-provider-routes.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { openBraintreeNotices } from '#test/support/payment-notices-harnesses.ts';

const { db } = await openTestDatabase();
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_930 });
const shop = createOrderShop(db);
let buyers = 0;

beforeEach(async () => {
  await db.deleteFrom('payment_notices').execute();
});

/** An order whose payment has an unknown outcome; its charge was made at the provider when `isCharged`. */
async function orderInDoubt(isCharged: boolean) {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { id, attributes } = await shop.ordered(cart, `zweifel-${++buyers}@example.com`);
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

test('events of two providers whose transactions have the same id are two, each of its own payment', async () => {
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
