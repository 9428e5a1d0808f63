import { randomUUID } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { checkOutOrder, continuePayment } from '#server/orders/check-out-order.ts';
import { receivePaymentNotice } from '#server/payments/receive-payment-notice.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { type OpenOrder, openActionShop, stateOf } from './action-shop.ts';
import { paymentOf } from './order-shop.ts';

// An action of the buyer (docs/behaviour/checkout-and-payment.md#action-of-the-buyer), with the sandbox's ledger and
// PostgreSQL. An order is paid only by the response of the gateway.

const { db, shop, openOrder, pay, waitingOrder, step, work, orderState } = await openActionShop();
const term = 30 * 60_000;
const hour = 3_600_000;

beforeEach(() => {
  shop.surprises.length = 0;
});

/** Advances the clock, then runs the background job. */
async function workAfter(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  await work();
}

const taken = ({ code }: OpenOrder) => shop.chargesOf(code).length;

const attemptsOf = async ({ id }: OpenOrder) =>
  (await rowsOf(db, 'payment_attempts', { order_id: id }, ['state', 'action'], 'number')).map(
    ({ state, action }) => (action === null ? state : `${state} with action`),
  );

test('an order waits for the action of its buyer with reserved stock and without a charge', async () => {
  const before = await shop.stockOf('box');
  const order = await waitingOrder();
  const action = { kind: 'redirect', url: expect.stringMatching(/^https:\/\/bank\.example\/actions\//) };
  const expires_at = new Date(shop.context.clock.now() + term).toISOString();
  const payment_action = { provider: 'sandbox', expires_at, action };
  expect(order.answer).toMatchObject({ value: { attributes: { payment_action } } });
  expect(await step(order, 'check')).toMatchObject({ value: { attributes: { payment_action } } });
  expect(await pay(order, order.nonce)).toMatchObject({ value: { attributes: { payment_action } } });
  expect(await pay(order, 'fake-valid-nonce')).toMatchObject({ error: { code: 'ORDER_BUSY' } });
  expect(await shop.stockOf('box')).toBe(before - 1);
  expect([taken(order), await attemptsOf(order)]).toEqual([0, ['awaiting_action with action']]);
});

test('the provider gets the language, the return URL and the text for the statement', async () => {
  const order = await openOrder();
  const asked: unknown[] = [];
  const charge: CardGateway['charge'] = async (request) => {
    asked.push(request);
    return shop.gateway.charge(request);
  };
  const context = withCardGateway(shop.context, { ...shop.gateway, charge });
  const settings = { ...shop.context.settings, statementDescriptor: 'MEISTERHAND KURSE' };
  await checkOutOrder(
    { ...context, settings },
    { ...shop.callerFor(order.id), locale: 'en' },
    paymentOf(order.id, 'fake-redirect-action-nonce', order.due),
  );
  expect(asked).toMatchObject([
    {
      locale: 'en',
      return_url: `http://localhost:3000/en/checkout/return/${order.id}`,
      statement_descriptor: 'MEISTERHAND KURSE',
    },
  ]);
});

describe('a buyer who has approved', () => {
  test.each([
    ['comes back to the shop', (order: OpenOrder) => step(order, 'check')],
    ['chooses another payment method after all', (order: OpenOrder) => step(order, 'cancel')],
    ['never comes back', () => workAfter(30_000)],
    ['comes back after the end of the time', () => workAfter(term)],
  ])('%s: the order is paid once', async (_, comeBack) => {
    const order = await waitingOrder();
    await shop.gateway.act(order.key, 'approve');
    await comeBack(order);
    expect(await orderState(order)).toBe('paid');
    for (const which of ['check', 'cancel'] as const) expect(stateOf(await step(order, which))).toBe('paid');
    expect([taken(order), await attemptsOf(order)]).toEqual([1, ['charged']]);
  });
});

test('an action ends half an hour after it began, however often the buyer checks it', async () => {
  const order = await waitingOrder();
  for (const minutes of [10, 10, 9]) {
    await workAfter(minutes * 60_000);
    expect(stateOf(await step(order, 'check'))).toBe('awaiting_action');
  }
  await workAfter(60_000);
  expect(await orderState(order)).toBe('verified');
});

describe('a payment that ends without money', () => {
  async function actAndReturn(order: Waiting, choice: 'decline' | 'cancel') {
    await shop.gateway.act(order.key, choice);
    await step(order, 'check');
  }

  test.each([
    ['declines at the bank', (order: Waiting) => actAndReturn(order, 'decline')],
    ['leaves the page of the bank', (order: Waiting) => actAndReturn(order, 'cancel')],
    ['chooses another payment method', (order: Waiting) => step(order, 'cancel')],
    ['does nothing for half an hour', () => workAfter(term)],
  ])('because the buyer %s: everything is released, and another card pays', async (_, end) => {
    const before = await shop.stockOf('box');
    const order = await waitingOrder();
    await end(order);
    expect([await orderState(order), await shop.stockOf('box')]).toEqual(['verified', before]);
    // An approval comes too late now.
    await shop.gateway.act(order.key, 'approve');
    expect(stateOf(await step(order, 'check'))).toBe('verified');
    expect(stateOf(await pay(order, `fake-valid-nonce#${randomUUID()}`))).toBe('paid');
    shop.advance(hour);
    await work();
    expect([taken(order), (await attemptsOf(order))[1]]).toEqual([1, 'charged']);
    expect(shop.surprises).toEqual([]);
  });

  test.each([
    ['decline', 'PROCESSOR_DECLINED'],
    ['cancel', 'CANCELLED_BY_BUYER'],
  ] as const)('after "%s" at the bank is shown to the buyer as %s', async (choice, reason) => {
    const order = await waitingOrder();
    await shop.gateway.act(order.key, choice);
    const shown = await step(order, 'return');
    expect(shown).toMatchObject({ value: { attributes: { state: 'verified', last_decline: reason } } });
  });

  type Waiting = Awaited<ReturnType<typeof waitingOrder>>;

  test('stays open while the provider is unreachable, and is ended afterwards', async () => {
    const order = await waitingOrder();
    shop.gateway.setOutage(true);
    shop.advance(term);
    await work();
    expect(stateOf(await step(order, 'cancel'))).toBe('awaiting_action');
    shop.gateway.setOutage(false);
    shop.advance(30_000);
    await work();
    expect(await orderState(order)).toBe('verified');
  });
});

test('an action whose response was lost is found, and can still be approved', async () => {
  const order = await openOrder();
  const charge: CardGateway['charge'] = async (request) => {
    await shop.gateway.charge(request);
    return { outcome: 'unknown' };
  };
  expect(stateOf(await pay(order, 'fake-in-page-action-nonce', { charge }))).toBe('unknown');
  shop.advance(20_000);
  await work();
  const found = await step(order, 'check');
  expect(found).toMatchObject({
    value: { attributes: { state: 'awaiting_action', payment_action: { action: { kind: 'in_page' } } } },
  });
  await shop.gateway.act(`${order.code}-1`, 'approve');
  expect(stateOf(await step(order, 'return'))).toBe('paid');
});

test('an action whose server was killed before it stored the response is found by another one', async () => {
  const order = await openOrder();
  const charge: CardGateway['charge'] = async (request) => {
    await shop.gateway.charge(request);
    throw new Error('killed');
  };
  await expect(pay(order, 'fake-redirect-action-nonce', { charge })).rejects.toThrow('killed');
  shop.advance(20_000);
  await work();
  expect([await orderState(order), await attemptsOf(order)]).toEqual([
    'awaiting_action',
    ['awaiting_action with action'],
  ]);
});

test('an action with an invalid URL is a decline, and is ended at the provider', async () => {
  const order = await openOrder();
  const ended: string[] = [];
  const answer = await pay(order, 'fake-valid-nonce', {
    charge: async () => ({
      outcome: 'requires_action',
      transaction_id: 'bad',
      action: { kind: 'redirect', url: 'javascript:alert(1)' },
    }),
    async cancelAction(key) {
      ended.push(key);
      return { outcome: 'never_charged' };
    },
  });
  expect([stateOf(answer), ended]).toEqual(['PAYMENT_DECLINED', [`${order.code}-1`]]);
  expect(shop.surprises).toMatchObject([{ event: 'payment_action_unreadable' }]);
});

test('without a gateway that can end actions the attempt is given up, and a later authorisation is released', async () => {
  const order = await waitingOrder();
  const { cancelAction: _, ...gateway } = shop.gateway;
  const context = withCardGateway(shop.context, gateway);
  shop.advance(term);
  await resolveUnknownPayments(context);
  expect([await orderState(order), await attemptsOf(order)]).toEqual(['verified', ['never_charged']]);
  await shop.gateway.act(order.key, 'approve');
  shop.advance(hour);
  await resolveUnknownPayments(context);
  expect([taken(order), (await gateway.findCharge(order.key)).outcome]).toEqual([0, 'declined']);
});

test('with buyer, bank, job and a second tab in parallel the order is paid once or open, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await waitingOrder();
    shop.advance(term);
    await Promise.all([
      step(order, 'check'),
      step(order, 'cancel'),
      shop.gateway.act(order.key, round % 2 === 0 ? 'approve' : 'decline'),
      work(),
      step(order, 'check'),
      pay(order, order.nonce),
      work(),
    ]);
    shop.advance(hour);
    await work();
    const state = await orderState(order);
    expect(['paid', 'verified']).toContain(state);
    expect(taken(order)).toBe(state === 'paid' ? 1 : 0);
  }
  expect(shop.surprises).toEqual([]);
});

const events = [
  'approve',
  'decline',
  'leave',
  'check',
  'cancel',
  'job',
  'half an hour',
  'outage',
  'repeat',
] as const;

test('after any sequence of events the order is paid exactly if the money was taken, once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 8 }),
      async (happened) => {
        const order = await waitingOrder();
        let isOut = false;
        for (const event of happened) {
          if (event === 'approve' || event === 'decline') await shop.gateway.act(order.key, event);
          if (event === 'leave') await shop.gateway.act(order.key, 'cancel');
          if (event === 'check' || event === 'cancel') await step(order, event);
          if (event === 'job') await workAfter(30_000);
          if (event === 'half an hour') await workAfter(term);
          if (event === 'outage') {
            isOut = !isOut;
            shop.gateway.setOutage(isOut);
          }
          if (event === 'repeat') await pay(order, order.nonce);
          expect(taken(order) === 1 || (await orderState(order)) !== 'paid').toBe(true);
        }
        shop.gateway.setOutage(false);
        shop.advance(term + hour);
        await work();
        const state = await orderState(order);
        expect(['paid', 'verified']).toContain(state);
        expect(taken(order)).toBe(state === 'paid' ? 1 : 0);
      },
    ),
    { numRuns: runs(25) },
  );
});

/** Creates an order that waits for its buyer, and counts the look-ups of `step` at the provider. */
async function countLookUps() {
  const order = await waitingOrder();
  let asked = 0;
  const findCharge: CardGateway['findCharge'] = (...about) => {
    asked += 1;
    return shop.gateway.findCharge(...about);
  };
  const context = withCardGateway(shop.context, { ...shop.gateway, findCharge });
  const step = (which: 'check' | 'return' | 'cancel') =>
    continuePayment(context, shop.callerFor(order.id), { id: order.id, step: which });
  return { order, step, asked: () => asked };
}

test('parallel and consecutive checks ask the provider once in three seconds', async () => {
  const { step, asked } = await countLookUps();
  const states = await inParallel(10, () => step('check'));
  expect(new Set(states.map(stateOf))).toEqual(new Set(['awaiting_action']));
  shop.advance(2_999);
  await step('check');
  expect(asked()).toBe(1);
  shop.advance(1);
  for (let count = 0; count < 5; count += 1) await step('check');
  expect(asked()).toBe(2);
});

test('after a check that returned the stored state the job asks the provider within three seconds', async () => {
  const { order, step } = await countLookUps();
  await step('check');
  await shop.gateway.act(order.key, 'approve');
  expect(stateOf(await step('check'))).toBe('awaiting_action');
  shop.advance(3_000);
  await work();
  expect(await orderState(order)).toBe('paid');
});

test('returning from the action and cancelling it always ask the provider', async () => {
  const back = await countLookUps();
  await back.step('check');
  await shop.gateway.act(back.order.key, 'approve');
  expect(stateOf(await back.step('return'))).toBe('paid');
  const away = await countLookUps();
  await away.step('check');
  expect(stateOf(await away.step('cancel'))).toBe('verified');
});

test('a check after a payment notice asks the provider', async () => {
  const { order, step } = await countLookUps();
  await step('check');
  await shop.gateway.act(order.key, 'approve');
  const { transaction_id } = await rowOf(db, 'payment_attempts', { order_id: order.id });
  await receivePaymentNotice(shop.context, 'sandbox', {
    kind: 'ask_again',
    transaction_id: transaction_id ?? '',
  });
  expect(stateOf(await step('check'))).toBe('paid');
});
