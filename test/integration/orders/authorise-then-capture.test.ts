import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import {
  completePaymentAttempt,
  settlePaymentAttempt,
} from '#server/orders/charging/settle-payment-attempt.ts';
import { openTestDatabase, untilBlocked } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import { chargingAtOnce } from '#test/support/memory-payment-gateway.ts';
import { createOrderShop, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });

const gone = new Error('The process is gone');
/** Fields of a provider's response about money that it has taken or holds. */
const granted = {
  amount: cents(8_900),
  method: { kind: 'card', brand: 'visa', last_four: '1881' },
  vault_token: null,
} as const;

async function openOrder() {
  const cart = await shop.storeCart({ lines: { course: 1 } });
  const { id, attributes } = await shop.ordered(cart);
  return { id, code: attributes.code };
}

type OpenOrder = Awaited<ReturnType<typeof openOrder>>;

/** Pays through a gateway with some methods replaced. */
const pay = (
  { id }: OpenOrder,
  changes: Partial<CardGateway> = {},
  nonce = `fake-valid-nonce#${randomUUID()}`,
) => shop.pay(id, nonce, 8_900, null, { ...shop.gateway, ...changes });
const resolve = (changes: Partial<CardGateway> = {}) =>
  resolveUnknownPayments(withCardGateway(shop.context, { ...shop.gateway, ...changes }));
const taken = ({ code }: OpenOrder) => shop.chargesOf(code).map(({ attempt_key }) => attempt_key);
const attempts = ({ id }: OpenOrder) =>
  rowsOf(db, 'payment_attempts', { order_id: id }, ['attempt_key', 'state'], 'number');

/** Returns a `charge` that authorises at the sandbox but reports another amount. */
const authorising =
  (amount: number): CardGateway['charge'] =>
  async (request) => {
    const outcome = await shop.gateway.charge(request);
    return outcome.outcome === 'authorised' ? { ...outcome, amount: cents(amount) } : outcome;
  };

/** Returns a `release` at the sandbox, and the transactions that it was called with. */
function recordReleases() {
  const released: string[] = [];
  const release: CardGateway['release'] = (transaction) => {
    released.push(transaction);
    return shop.gateway.release(transaction);
  };
  return { release, released };
}

test.each([
  ['less', 5_000],
  ['more', 8_901],
])(
  'an authorisation of %s than the amount is released and never captured; another card pays',
  async (_, amount) => {
    const order = await openOrder();
    const { release, released } = recordReleases();
    const refused = await pay(order, { charge: authorising(amount), release });
    expect(refused).toMatchObject({
      ok: true,
      value: { attributes: { state: 'verified', last_decline: 'NEVER_CHARGED' } },
    });
    expect(released).toHaveLength(1);
    expect(taken(order)).toEqual([]);
    expect(shop.surprises.splice(0)).toMatchObject([{ event: 'charged_amount_differs' }]);
    await pay(order);
    expect(taken(order)).toEqual([`${order.code}-2`]);
    expect((await attempts(order)).map(({ state }) => state)).toEqual(['never_charged', 'charged']);
  },
);

test('a failed release of a wrong amount is repeated an hour later', async () => {
  const order = await openOrder();
  await pay(order, { charge: authorising(1), release: async () => ({ outcome: 'unknown' }) });
  shop.surprises.splice(0);
  const { release, released } = recordReleases();
  shop.advance(3_600_000);
  await resolve({ release });
  shop.advance(3_600_000);
  await resolve({ release });
  expect(released).toHaveLength(1);
  expect(taken(order)).toEqual([]);
});

test('a server killed before the capture has captured nothing; no other card is charged before the capture', async () => {
  const order = await openOrder();
  await expect(pay(order, { capture: () => Promise.reject(gone) })).rejects.toThrow(gone);
  expect(taken(order)).toEqual([]);
  expect(await attempts(order)).toEqual([{ attempt_key: `${order.code}-1`, state: 'authorised' }]);
  expect(await pay(order)).toMatchObject({ ok: false, error: { code: 'ORDER_BUSY' } });
  shop.advance(20_000);
  await resolve();
  expect(taken(order)).toEqual([`${order.code}-1`]);
});

test('a capture whose response is lost is repeated and takes the money once', async () => {
  const order = await openOrder();
  const capture: CardGateway['capture'] = async (id) => {
    await shop.gateway.capture(id);
    return { outcome: 'unknown' };
  };
  expect(await pay(order, { capture })).toMatchObject({ value: { attributes: { state: 'unknown' } } });
  shop.advance(20_000);
  await resolve();
  expect(await attempts(order)).toEqual([{ attempt_key: `${order.code}-1`, state: 'charged' }]);
  expect(taken(order)).toEqual([`${order.code}-1`]);
});

/**
 * The `findCharge` of a provider without request keys: it finds no charge and cannot prevent one that arrives
 * later.
 */
const findsNothing: CardGateway['findCharge'] = async () => ({ outcome: 'never_charged' });

test('an authorisation that arrives after its payment attempt was given up is released, and the card that paid is charged once', async () => {
  const order = await openOrder();
  const arrival = Promise.withResolvers<void>();
  const charge: CardGateway['charge'] = async (request) => {
    await arrival.promise;
    return shop.gateway.charge(request);
  };
  const late = pay(order, { charge });
  await expect.poll(async () => (await attempts(order)).length).toBe(1);
  shop.advance(20_000);
  await resolve({ findCharge: findsNothing });
  expect(await pay(order)).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  arrival.resolve();
  expect(await late).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  expect(taken(order)).toEqual([`${order.code}-2`]);
  expect(await shop.gateway.findCharge(`${order.code}-1`)).toMatchObject({ outcome: 'declined' });
});

test('money that was taken after a decline is refunded, and a refund that fails is repeated an hour later', async () => {
  const order = await openOrder();
  const key = `${order.code}-1`;
  const charged = { ...granted, outcome: 'charged', transaction_id: 'after-the-decline' } as const;
  const refunds: unknown[] = [];
  const refund: CardGateway['refund'] = async (...asked) => {
    refunds.push(asked);
    return refunds.length === 1 ? { outcome: 'unknown' } : { outcome: 'refunded', refund_id: 'back' };
  };
  const arrival = Promise.withResolvers<void>();
  const charge: CardGateway['charge'] = async () => {
    await arrival.promise;
    return charged;
  };
  const late = pay(order, { charge, refund });
  await expect.poll(async () => (await attempts(order)).length).toBe(1);
  shop.advance(20_000);
  await resolve({
    findCharge: async () => ({ outcome: 'declined', reason: 'PROCESSOR_DECLINED', transaction_id: null }),
  });
  expect(await attempts(order)).toEqual([{ attempt_key: key, state: 'declined' }]);
  arrival.resolve();
  await late;
  const asked = ['after-the-decline', 8_900, `${key}/late`];
  expect(refunds).toEqual([asked]);

  const findCharge: CardGateway['findCharge'] = async (wanted, startedAt) =>
    wanted === key ? charged : shop.gateway.findCharge(wanted, startedAt);
  await resolve({ findCharge, refund });
  expect(refunds).toHaveLength(1);
  shop.advance(3_600_000);
  await resolve({ findCharge, refund });
  expect(refunds).toEqual([asked, asked]);
  shop.advance(3_600_000);
  await resolve({ findCharge, refund });
  expect(refunds).toHaveLength(2);
  expect(shop.surprises.splice(0).map((one) => (one as { event: string }).event)).toEqual([
    'charged_after_all',
    'charged_after_all',
  ]);
  expect(await attempts(order)).toEqual([{ attempt_key: key, state: 'declined' }]);
});

test('a late authorisation that no request waits for is found within one hour and released', async () => {
  const order = await openOrder();
  expect(await pay(order, { charge: async () => ({ outcome: 'unknown' }) })).toMatchObject({ ok: true });
  shop.advance(20_000);
  await resolve({ findCharge: findsNothing });
  await pay(order);
  // Now the delayed sale of the first payment attempt arrives at the provider.
  await shop.gateway.charge(
    requestFor('fake-valid-nonce', { attempt_key: `${order.code}-1`, order_code: order.code }),
  );
  shop.advance(3_600_000);
  while ((await resolve()) > 0);
  expect(await shop.gateway.findCharge(`${order.code}-1`)).toMatchObject({ outcome: 'declined' });
  expect(taken(order)).toEqual([`${order.code}-2`]);
  expect(await attempts(order)).toEqual([
    { attempt_key: `${order.code}-1`, state: 'never_charged' },
    { attempt_key: `${order.code}-2`, state: 'charged' },
  ]);
});

test('a capture whose response was lost and that turns out refused is reported to the buyer by mail', async () => {
  const order = await openOrder();
  const { email } = await rowOf(db, 'orders', { id: order.id });
  const mails = async () => {
    const wanted = { recipient: email, template: 'payment_failed' };
    return (await rowsOf(db, 'outbox', wanted, ['template'])).length;
  };
  const lost = { capture: async () => ({ outcome: 'unknown' }) as const };
  expect(await pay(order, lost)).toMatchObject({ value: { attributes: { state: 'unknown' } } });
  expect(await mails()).toBe(0);
  shop.advance(20_000);
  await resolve({ capture: async () => ({ outcome: 'refused' }) });
  expect(await attempts(order)).toMatchObject([{ state: 'declined' }]);
  expect(await mails()).toBe(1);
});

test('after a refused capture the order can be paid with another card', async () => {
  const order = await openOrder();
  const capture: CardGateway['capture'] = async (id) => {
    await shop.gateway.release(id);
    return shop.gateway.capture(id);
  };
  expect(await pay(order, { capture })).toMatchObject({ ok: false, error: { code: 'PAYMENT_DECLINED' } });
  expect(await pay(order)).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  expect(taken(order)).toEqual([`${order.code}-2`]);
});

test('a gateway without captures takes the money with the charge, which pays the order', async () => {
  const paymentGateway = chargingAtOnce(shop.gateway);
  const order = await openOrder();
  const paid = await shop.pay(order.id, 'fake-valid-nonce', 8_900, null, paymentGateway);
  expect(paid).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  expect([taken(order), (await attempts(order))[0]?.state]).toEqual([[`${order.code}-1`], 'charged']);
});

test('a charge without capture whose response was lost is found and pays the order once', async () => {
  const paymentGateway = chargingAtOnce(shop.gateway);
  const order = await openOrder();
  await shop.pay(order.id, 'fake-timeout-after-charge-nonce', 8_900, null, paymentGateway);
  shop.advance(20_000);
  await resolveUnknownPayments(withCardGateway(shop.context, paymentGateway));
  expect([taken(order), (await attempts(order))[0]?.state]).toEqual([[`${order.code}-1`], 'charged']);
});

test('of the metadata of a payment at most twenty valid entries are stored', async () => {
  const order = await openOrder();
  const long = { ['n'.repeat(41)]: 'name', text: 'x'.repeat(501), number: 7 as never, nul: '\u0000' };
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`entry_${index}`, 'text']));
  const metadataOf = async () => (await rowOf(db, 'payment_attempts', { order_id: order.id })).metadata;
  await pay(order, { charge: async () => ({ outcome: 'unknown' }) });
  expect(await metadataOf()).toBeNull();
  shop.advance(20_000);
  const found = { ...granted, outcome: 'authorised', transaction_id: 'found' } as const;
  await resolve({
    findCharge: async () => ({ ...found, metadata: { ...long, ...many, bank: 'Test' } }),
    capture: async () => ({ outcome: 'unknown' }),
  });
  expect(Object.keys((await metadataOf()) as object)).toHaveLength(20);
  expect(Object.values((await metadataOf()) as object)).toEqual(Array.from({ length: 20 }, () => 'text'));
});

test('an authorisation that arrives while its attempt is marked as never charged waits, and is released', async () => {
  const order = await openOrder();
  const charge: CardGateway['charge'] = async (request) => {
    await shop.gateway.charge(request);
    throw gone;
  };
  await expect(pay(order, { charge })).rejects.toThrow(gone);
  const attempt = await rowOf(db, 'payment_attempts', { order_id: order.id });
  const outcome = await shop.gateway.findCharge(attempt.attempt_key);
  expect(outcome.outcome).toBe('authorised');
  const { release, released } = recordReleases();
  const gateway = { ...shop.gateway, release };
  let authorised: Promise<unknown> | undefined;
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  // Completes the attempt just after the transaction that marks it as never charged has read it.
  const reading = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const result = await query.apply(this, given);
    const isRead = JSON.stringify(given[0]).includes('select * from \\"payment_attempts\\"');
    if (isRead && authorised === undefined) {
      authorised = completePaymentAttempt(shop.context, { ...attempt, gateway }, outcome, 'gateway');
      await Promise.race([authorised, untilBlocked(db)]);
    }
    return result;
  } as never);
  onTestFinished(() => reading.mockRestore());
  await db
    .transaction()
    .execute((trx) =>
      settlePaymentAttempt(trx, shop.context, attempt.id, { outcome: 'never_charged' }, 'background'),
    );
  await authorised;
  expect(await attempts(order)).toEqual([{ attempt_key: attempt.attempt_key, state: 'never_charged' }]);
  expect([released.length, taken(order)]).toEqual([1, []]);
});
