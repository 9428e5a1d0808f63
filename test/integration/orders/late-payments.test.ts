import { describe, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { CardGateway, FoundCharge } from '#ports/payment-gateway.ts';
import { showOrder } from '#server/operations/commands/show-order.ts';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import { receivePaymentNotice } from '#server/payments/receive-payment-notice.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openActionShop, stateOf } from './action-shop.ts';
import { giftCodesOf, sellProduct } from './order-shop.ts';

// Late outcomes. Money that a provider takes or holds after the payment has ended is given back
// (docs/behaviour/checkout-and-payment.md#late-payments).

const { db, shop, openOrder, pay, waitingOrder, step, work, orderState } = await openActionShop();
const hour = 3_600_000;
/** Milliseconds after which another server takes over the work of one that has stopped. */
const lease = 15_000;
const visa = { kind: 'card', brand: 'visa', last_four: '1881' } as const;

/** Returns a `refund` that succeeds, and the arguments that it was called with. */
function recordRefunds() {
  const refunded: unknown[] = [];
  const refund: CardGateway['refund'] = async (...asked) => {
    refunded.push(asked);
    return { outcome: 'refunded', refund_id: 'back' };
  };
  return { refund, refunded };
}

/** Returns a `release` that succeeds, and the transactions that it was called with. */
function recordReleases() {
  const released: string[] = [];
  const release: CardGateway['release'] = async (id) => {
    released.push(id);
    return { outcome: 'released' };
  };
  return { release, released };
}

test.for([
  { nonce: 'fake-timeout-after-charge-nonce', ends: 'paid', charges: 1 },
  { nonce: 'fake-timeout-before-charge-nonce', ends: 'verified', charges: 0 },
])(
  'a lost response ($nonce) is looked up in the background and the order becomes $ends',
  async ({ nonce, ends, charges }) => {
    const stock = await shop.stockOf('box');
    const order = await openOrder();
    expect(await pay(order, nonce)).toMatchObject({ ok: true, value: { attributes: { state: 'unknown' } } });
    expect(await pay(order, 'fake-valid-nonce')).toMatchObject({ ok: false, error: { code: 'ORDER_BUSY' } });

    shop.advance(10_000);
    await shop.resolve();
    expect(await orderState(order)).toBe(ends);
    expect(shop.chargesOf(order.code)).toHaveLength(charges);
    expect(await shop.stockOf('box')).toBe(stock - charges);
  },
);

test('a payment attempt with an unknown outcome is looked up after 5, 10, 20 and then every 30 seconds', async () => {
  const order = await openOrder();
  await pay(order, 'fake-timeout-after-charge-nonce');
  const attempt = () => rowOf(db, 'payment_attempts', { order_id: order.id });
  shop.gateway.setOutage(true);
  const pauses: number[] = [];
  for (let check = 0; check < 6; check += 1) {
    const pause = Number((await attempt()).next_check_at) - shop.context.clock.now();
    pauses.push(pause / 1000);
    shop.advance(pause - 1);
    expect(await shop.resolve()).toBe(0);
    shop.advance(1);
    expect(await shop.resolve()).toBe(1);
  }
  expect(pauses).toEqual([5, 10, 20, 30, 30, 30]);
  shop.gateway.setOutage(false);
  shop.advance(30_000);
  await shop.resolve();
  expect(await attempt()).toMatchObject({ state: 'charged', next_check_at: null });
});

test('a buyer whose payment holds the last piece can order the cart again', async () => {
  await sellProduct(db, { id: 'last-box', kind: 'gift_box', price: 8_900, stock: 1 });
  const [cart, email] = [await shop.storeCart({ lines: { 'last-box': 1 } }), 'last@meisterhand.example'];
  const { id, attributes } = await shop.ordered(cart, email);
  await shop.pay(id, 'fake-timeout-after-charge-nonce', attributes.amount_due);
  expect(await shop.stockOf('last-box')).toBe(0);
  expect(await shop.order(cart, email)).toMatchObject({
    ok: true,
    value: { data: { id, attributes: { state: 'unknown' } } },
  });
  shop.advance(10_000);
  await shop.resolve();
  expect((await rowOf(db, 'orders', { id })).state).toBe('paid');
});

test('the payment attempt of a server killed while charging is finished in the background', async () => {
  const order = await openOrder();
  const died = new Error('killed');
  const charge: CardGateway['charge'] = async (request) => {
    await shop.gateway.charge(request);
    throw died;
  };
  await expect(pay(order, 'fake-valid-nonce', { charge })).rejects.toBe(died);
  const taken = () => shop.chargesOf(order.code).map(({ attempt_key }) => attempt_key);
  shop.advance(19_999);
  expect([await shop.resolve(), taken()], 'captured by nobody').toEqual([0, []]);
  shop.advance(1);
  expect([await shop.resolve(), taken()]).toEqual([1, [`${order.code}-1`]]);
  expect(await orderState(order)).toBe('paid');
  expect(await rowOf(db, 'payment_attempts', { order_id: order.id })).toMatchObject({ state: 'charged' });
});

test('an outcome that arrives twice, from the gateway and from the background, counts once', async () => {
  await sellProduct(db, { id: 'voucher-50', kind: 'voucher', price: 5000 });
  const cart = await shop.storeCart({ lines: { 'voucher-50': 1 } });
  const order = await shop.ordered(cart, 'twice@meisterhand.example');
  await shop.pay(order.id, 'fake-timeout-after-charge-nonce', 5000);
  const attempt = await rowOf(db, 'payment_attempts', { order_id: order.id });
  const outcome = await shop.gateway.findCharge(attempt.attempt_key);
  const settle = () =>
    completePaymentAttempt(shop.context, { ...attempt, gateway: shop.gateway }, outcome, 'background');
  await Promise.all([settle(), settle(), settle()]);
  expect(await giftCodesOf(db, order.id)).toHaveLength(1);
  expect(await rowsOf(db, 'invoices', { order_id: order.id })).toHaveLength(1);
});

describe('a payment that the provider grants after the shop has ended it', () => {
  const due = 8_900 + 499;
  const granted = { transaction_id: 'late', method: visa } as const;
  const found = (outcome: 'charged' | 'authorised'): FoundCharge => ({
    outcome,
    ...granted,
    amount: cents(due),
    vault_token: null,
  });

  /** Creates an order whose payment was cancelled by its buyer. */
  async function ended() {
    const order = await waitingOrder();
    await step(order, 'cancel');
    return order;
  }

  /** Returns a look-up that finds this outcome for one payment and no other payment. */
  const findsOnly = (key: string, outcome: FoundCharge): Pick<CardGateway, 'findCharge'> => ({
    findCharge: async (asked) => (asked === key ? outcome : { outcome: 'never_charged' }),
  });

  const notify = ({ key }: { readonly key: string }) =>
    receivePaymentNotice(shop.context, shop.gateway.name, {
      key: `settled:${key}`,
      kind: 'settled',
      transaction_id: 'late',
      attempt_key: key,
      amount: cents(due),
      happened_at: shop.context.clock.now(),
    });

  test('is refunded once at the next look-up, which a webhook triggers at once', async () => {
    const order = await ended();
    const refunds: unknown[] = [];
    const results = [{ outcome: 'unknown' }, { outcome: 'refunded', refund_id: 'back' }] as const;
    const changes: Partial<CardGateway> = {
      ...findsOnly(order.key, found('charged')),
      async refund(...asked) {
        refunds.push(asked);
        return results[Math.min(refunds.length, 2) - 1] ?? { outcome: 'unknown' };
      },
    };
    await work(changes);
    expect(refunds).toEqual([]);
    await notify(order);
    await work(changes);
    expect(refunds).toEqual([['late', due, `${order.key}/late`]]);
    shop.advance(hour);
    await work(changes);
    shop.advance(hour);
    await work(changes);
    expect(refunds).toEqual([
      ['late', due, `${order.key}/late`],
      ['late', due, `${order.key}/late`],
    ]);
    expect(await orderState(order)).toBe('verified');
    const report = await showOrder(db, order.code);
    expect(report?.slice(report.indexOf('Late payments') + 1, report.indexOf('Mails'))).toEqual([
      expect.stringMatching(new RegExp(`^  ${order.key} refund €93\\.99 of late: refunded 2026-`)),
    ]);
    expect(shop.surprises).toContainEqual(expect.objectContaining({ event: 'charged_after_all' }));
  });

  test('is refunded even if the server stops before it requests the refund', async () => {
    const order = await ended();
    const told = findsOnly(order.key, found('charged'));
    await notify(order);
    await expect(work({ ...told, refund: () => Promise.reject(new Error('killed')) })).rejects.toThrow(
      'killed',
    );
    shop.advance(lease);
    const { refund, refunded } = recordRefunds();
    await work({ ...told, refund });
    expect(refunded).toEqual([['late', due, `${order.key}/late`]]);
    shop.surprises.splice(0);
  });

  test('waits for an operator while the provider refuses the refund', async () => {
    const order = await ended();
    const { id } = await rowOf(db, 'payment_attempts', { attempt_key: order.key });
    const told = findsOnly(order.key, found('charged'));
    const open = () =>
      rowsOf(db, 'payment_notices', { payment_attempt_id: id, is_open: true }, ['key', 'amount_cents']);
    await notify(order);
    expect(await open()).toEqual([{ key: `${shop.gateway.name}/settled:${order.key}`, amount_cents: due }]);
    await work({ ...told, refund: async () => ({ outcome: 'refused' }) });
    expect(await open()).toEqual([{ key: `${shop.gateway.name}/late_payment_kept:late`, amount_cents: due }]);
    const next_check_at = new Date(shop.context.clock.now());
    await changeRows(db, 'payment_attempts', { id }, { next_check_at });
    await work({ ...told, refund: recordRefunds().refund });
    expect(await open()).toEqual([]);
    shop.surprises.splice(0);
  });

  test('waits for no operator if the notice of the payment comes after the refund', async () => {
    const order = await ended();
    const { id } = await rowOf(db, 'payment_attempts', { attempt_key: order.key });
    shop.advance(hour);
    await work({ ...findsOnly(order.key, found('charged')), refund: recordRefunds().refund });
    await notify(order);
    expect(await rowsOf(db, 'payment_notices', { payment_attempt_id: id }, ['kind', 'is_open'])).toEqual([
      { kind: 'settled', is_open: false },
    ]);
    shop.surprises.splice(0);
  });

  test('is looked up again an hour later if the provider is unreachable', async () => {
    const order = await ended();
    shop.advance(hour);
    await work({ findCharge: async () => ({ outcome: 'unknown' }) });
    const { release, released } = recordReleases();
    const changes = { ...findsOnly(order.key, found('authorised')), release };
    await work(changes);
    expect(released).toEqual([]);
    shop.advance(hour);
    await work(changes);
    expect(released).toEqual(['late']);
  });

  test('is refunded if its action is open again and has to be ended again', async () => {
    const order = await ended();
    const { refund, refunded } = recordRefunds();
    const action = { kind: 'in_page', data: 'x' } as const;
    shop.advance(hour);
    await work({
      ...findsOnly(order.key, { outcome: 'requires_action', transaction_id: 'again', action }),
      cancelAction: async () => found('charged'),
      refund,
    });
    expect([refunded, await orderState(order)]).toEqual([[['late', due, `${order.key}/late`]], 'verified']);
  });
});

test('a second authorisation of a paid order is released, and the order stays paid', async () => {
  const order = await openOrder();
  expect(stateOf(await pay(order, 'fake-valid-nonce'))).toBe('paid');
  const { id } = await rowOf(db, 'payment_attempts', { order_id: order.id });
  const { release, released } = recordReleases();
  const gateway: CardGateway = { ...shop.gateway, release };
  const authorised = await shop.gateway.findCharge(`${order.code}-1`);
  if (authorised.outcome !== 'charged') throw new Error(authorised.outcome);
  for (const transaction_id of ['second', authorised.transaction_id]) {
    const outcome = { ...authorised, outcome: 'authorised' as const, transaction_id };
    await completePaymentAttempt(
      shop.context,
      { id, attempt_key: `${order.code}-1`, gateway },
      outcome,
      'gateway',
    );
  }
  expect([released, await orderState(order)]).toEqual([['second'], 'paid']);
});

test('a charge of a wrong amount is refunded, and the order stays open', async () => {
  const order = await openOrder();
  const { refund, refunded } = recordRefunds();
  const charged = { outcome: 'charged', transaction_id: 'part', method: visa, vault_token: null } as const;
  const charge = async () => ({ ...charged, amount: cents(5_000) });
  const answer = await pay(order, 'fake-valid-nonce', { charge, refund });
  expect([stateOf(answer), refunded]).toEqual(['verified', [['part', 5_000, `${order.code}-1/late`]]]);
});
