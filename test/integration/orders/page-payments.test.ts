import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Choice } from '#examples/direct-pay/simulator/ledger.ts';
import { startSimulator } from '#examples/direct-pay/simulator/simulator.ts';
import { createDirectGateway } from '#examples/direct-pay/src/direct-gateway.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { checkOutOrder, continuePayment, verifyOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { receivePaymentNotice } from '#server/payments/receive-payment-notice.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { refusalOf } from '#test/integration/support/outcomes.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createOrderShop, paymentOf, sellProduct } from './order-shop.ts';

// Payments on a provider's page (docs/behaviour/payments.md#payment-on-a-providers-page), with the simulator
// of examples/direct-pay and PostgreSQL.

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const direct = await startSimulator();
await sellProduct(db, { id: 'box', kind: 'gift_box', price: 8_900, stock: 1_000 });
await sellProduct(db, { id: 'club', kind: 'membership', price: 18_000 });

const gateway = createDirectGateway({ url: direct.url, key: direct.key, account: 'simulator' });
const context: OrderContext = { ...shop.context, gateways: [...shop.context.gateways, gateway] };
const minute = 60_000;
const day = 86_400_000;

afterAll(() => direct.close());

beforeEach(() => {
  shop.surprises.length = 0;
});

async function openOrder(product = 'box') {
  const email = `${randomUUID()}@meisterhand.example`;
  const { id, attributes } = await shop.ordered(await shop.storeCart({ lines: { [product]: 1 } }), email);
  const caller = shop.callerFor(id);
  const pages = async () => {
    const verified = await verifyOrder(context, caller, id);
    if (!verified.ok) throw new Error(verified.error.code);
    return verified.value.pages;
  };
  const pay = (nonce: string, provider?: string) =>
    checkOutOrder(context, caller, {
      ...paymentOf(id, nonce, attributes.amount_due),
      ...(provider === undefined ? {} : { provider }),
      early_start_requested: true,
    });
  return {
    id,
    email,
    code: attributes.code,
    pages,
    pay,
    step: (step: 'check' | 'cancel') => continuePayment(context, caller, { id, step }),
    row: () => rowOf(db, 'orders', { id }),
    payments: () => direct.ledger.payments().filter(({ reference }) => reference === attributes.code),
    mails: async () =>
      (await rowsOf(db, 'outbox', { recipient: email }, ['template'])).map(({ template }) => template).sort(),
  };
}

type Open = Awaited<ReturnType<typeof openOrder>>;

/** Creates an order whose buyer is on the page of Direct Pay. */
async function onPage(): Promise<Open & { readonly paymentId: string }> {
  const order = await openOrder();
  const [page] = await order.pages();
  const asked = await order.pay(page?.nonce ?? '', 'direct_pay');
  const [payment] = order.payments();
  const action = { provider: 'direct_pay', action: { kind: 'redirect', url: payment?.page } };
  expect(asked).toMatchObject({
    value: { attributes: { state: 'awaiting_action', payment_action: action } },
  });
  return { ...order, paymentId: payment?.id ?? '' };
}

async function work(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  await resolveUnknownPayments(context);
}

const resultOf = async ({ row }: Open) => {
  const { state, last_decline } = await row();
  return [state, last_decline];
};

test('the page gets amount, language and the way back, and the order is paid when its buyer returns', async () => {
  const order = await onPage();
  expect(order.payments()).toMatchObject([
    { amount: 9_399, locale: 'de', return_url: `http://localhost:3000/de/checkout/return/${order.id}` },
  ]);
  direct.ledger.act(order.paymentId, 'pay');
  expect(await order.step('check')).toMatchObject({ value: { attributes: { state: 'paid' } } });
  expect((await order.row()).payment_method).toMatchObject({ kind: 'provider_page', label: 'Direct Pay' });
  expect(await order.mails()).not.toContain('payment_failed');
});

describe('a payment that ends without money', () => {
  test.each<[Choice, string]>([
    ['cancel', 'CANCELLED_BY_BUYER'],
    ['fail', 'PROCESSOR_DECLINED'],
    ['expire', 'EXPIRED'],
  ])('by %s: the order shows %s, and another attempt pays', async (choice, reason) => {
    const stock = await shop.stockOf('box');
    const order = await onPage();
    direct.ledger.act(order.paymentId, choice);
    await order.step('check');
    expect(await resultOf(order)).toEqual(['verified', reason]);
    expect(await shop.stockOf('box')).toBe(stock);
    // The buyer has returned to the shop and has seen it there.
    expect(await order.mails()).toEqual([]);
    const [again] = await order.pages();
    await order.pay(again?.nonce ?? '');
    direct.ledger.act(order.payments().at(-1)?.id ?? '', 'pay');
    await order.step('check');
    expect(await resultOf(order)).toEqual(['paid', null]);
    expect(
      order.payments().filter(({ status }) => status === 'paid'),
      'payments of one order that were taken',
    ).toHaveLength(1);
  });
});

describe('a payment that the bank decides later', () => {
  async function pending() {
    const order = await onPage();
    direct.ledger.act(order.paymentId, 'pay_later');
    expect(await order.step('check')).toMatchObject({ value: { attributes: { state: 'processing' } } });
    return order;
  }

  test.each<[Choice, string, string]>([
    ['grant', 'paid', 'order'],
    ['refuse', 'verified', 'payment_failed'],
  ])('%s: the order is %s, and the mail %s is sent, even without a webhook', async (choice, state, mail) => {
    const order = await pending();
    await work(11_000);
    expect(await resultOf(order)).toEqual(['processing', null]);
    direct.ledger.act(order.paymentId, choice);
    await work(5 * minute);
    expect((await resultOf(order))[0]).toBe(state);
    expect(await order.mails()).toContain(mail);
    expect(
      (await order.mails()).filter((template) => template === mail),
      'mails about the end of one payment',
    ).toHaveLength(1);
  });

  test('stays reserved while it is undecided, and cannot be paid twice', async () => {
    const stock = await shop.stockOf('box');
    const order = await pending();
    const card = await order.pay(`fake-valid-nonce#${randomUUID()}`);
    expect(card).toMatchObject({ error: { code: 'ORDER_BUSY' } });
    // Direct Pay cannot cancel a payment while the bank decides.
    expect(await order.step('cancel')).toMatchObject({ value: { attributes: { state: 'processing' } } });
    await work(6 * day);
    expect(await resultOf(order)).toEqual(['processing', null]);
    expect(await shop.stockOf('box')).toBe(stock - 1);
  });

  test.each([
    ['ten seconds after it began', 0, 10_000],
    ['a tenth later than it has lasted', 2_000_000, 200_000],
    ['an hour later, however long it has lasted', 6 * day, 3_600_000],
  ])('is looked up %s', async (_, lasted, pause) => {
    const order = await pending();
    await work(lasted);
    direct.ledger.act(order.paymentId, 'grant');
    await work(pause - 1);
    expect((await resultOf(order))[0], 'a moment before').toBe('processing');
    await work(1);
    expect((await resultOf(order))[0]).toBe('paid');
  });

  test('is given up after seven days, however often it was looked up', async () => {
    const order = await pending();
    for (let days = 1; days < 7; days += 1) await work(day);
    await order.step('check');
    await work(day - 1);
    expect(await resultOf(order)).toEqual(['processing', null]);
    await work(1);
    await work(3_600_000);
    expect(await resultOf(order)).toEqual(['verified', 'NEVER_CHARGED']);
  });

  test('is given up after seven days, and money that arrives later is refunded', async () => {
    const order = await pending();
    await work(7 * day);
    expect(await resultOf(order)).toEqual(['verified', 'NEVER_CHARGED']);
    expect(await order.mails()).toEqual(['payment_failed']);
    for (let hours = 0; hours < 5; hours += 1) await work(3_600_000);
    direct.ledger.act(order.paymentId, 'grant');
    await work(3_600_000);
    expect(direct.ledger.refunds()).toContainEqual(
      expect.objectContaining({ payment: order.paymentId, amount: 9_399 }),
    );
    expect((await resultOf(order))[0]).toBe('verified');
  });
});

describe('a webhook that only requests a look-up', () => {
  const ask = (transaction_id: string) =>
    receivePaymentNotice(context, 'direct_pay', { kind: 'ask_again', transaction_id });

  test('completes the payment of a buyer who never returns', async () => {
    const order = await onPage();
    direct.ledger.act(order.paymentId, 'pay');
    await work(0);
    expect((await resultOf(order))[0]).toBe('awaiting_action');
    await ask(order.paymentId);
    await work(0);
    expect((await resultOf(order))[0]).toBe('paid');
  });

  test('stores nothing, and causes a request to the provider every five seconds at most', async () => {
    const order = await onPage();
    const notices = () => db.selectFrom('payment_notices').selectAll().execute();
    const before = await notices();
    const dueAt = async () =>
      (await rowOf(db, 'payment_attempts', { order_id: order.id })).next_check_at?.getTime();
    await ask('dp_of_a_stranger');
    await ask(order.paymentId);
    await work(0);
    const next = await dueAt();
    shop.advance(4_999);
    await ask(order.paymentId);
    expect(await dueAt()).toBe(next);
    shop.advance(2);
    await receivePaymentNotice(context, 'acme_pay', { kind: 'ask_again', transaction_id: order.paymentId });
    expect(await dueAt(), 'after a webhook of another provider').toBe(next);
    await ask(order.paymentId);
    expect(await dueAt()).toBe(context.clock.now());
    expect(await notices()).toEqual(before);
    expect(shop.surprises).toEqual([]);
  });
});

test('a nonce that is invented or of another order opens no page', async () => {
  const [order, other] = [await openOrder(), await openOrder()];
  const [page] = await other.pages();
  for (const nonce of [page?.nonce ?? '', 'page:direct_pay:1', 'page:direct_pay:1.abc'])
    expect(await order.pay(nonce)).toMatchObject({ error: { code: 'PAYMENT_DECLINED' } });
  expect(refusalOf(await order.pay(page?.nonce ?? '', 'sandbox'))).toBe('PAYMENT_PROVIDER_INACTIVE');
  expect(order.payments()).toEqual([]);
});

test('a page is offered neither for what renews nor while the provider is unavailable', async () => {
  const club = await openOrder('club');
  expect(await club.pages()).toEqual([]);
  const order = await openOrder();
  expect((await order.pages()).map(({ name }) => name)).toEqual(['direct_pay']);
  const away = {
    ...context,
    gateways: [...shop.context.gateways, { ...gateway, createClientToken: async () => null }],
  };
  expect(await verifyOrder(away, shop.callerFor(order.id), order.id)).toMatchObject({ value: { pages: [] } });
});
