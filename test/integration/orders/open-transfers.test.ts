import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import deErrors from '#locales/de/error.json' with { type: 'json' };
import enErrors from '#locales/en/error.json' with { type: 'json' };
import { readShopFacts } from '#server/content/contents.ts';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { chaseTransfers } from '#server/payments/settle-bank-transfers.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withTransferGateway } from '#test/integration/support/gateways.ts';
import { changeRows, insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { orderAs, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readAnswer } from '#test/integration/support/test-shop.ts';
import { bankTransfer, createOrderShop, paymentOf, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { bankTransfer });
const { context } = shop;
const api = await openTestShop({ bankTransfer });
const day = 86_400_000;
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_000, stock: 60 });
await sellProduct(db, { id: 'selten', kind: 'gift_box', price: 5_900, stock: 3 });

const newEmail = () => `${randomUUID()}@example.org`;
let addresses = 0;
const newAddress = () => `address-${++addresses}`;

interface Placed {
  readonly id: string;
  readonly code: string;
  readonly due: number;
}

async function place(
  lines: Readonly<Record<string, number>> = { buch: 1 },
  email = newEmail(),
): Promise<Placed> {
  const { id, attributes } = await shop.ordered(await shop.storeCart({ lines }), email);
  return { id, code: attributes.code, due: attributes.amount_due };
}

/** The nonce that the server issues for an order; fails the test where none is offered. */
async function issued({ id }: Placed): Promise<string> {
  const verified = await verifyOrder(context, shop.callerFor(id), id);
  if (!verified.ok || verified.value.transfer_nonce === null) throw new Error('No transfer was offered');
  return verified.value.transfer_nonce;
}

/** What paying comes to: the order's state, or the code of the refusal. */
async function pay(
  { id, due }: Placed,
  nonce: string,
  address = newAddress(),
  server: OrderContext = context,
  caller = shop.callerFor(id),
): Promise<string> {
  const paid = await checkOutOrder(server, { ...caller, address }, paymentOf(id, nonce, due));
  return paid.ok ? paid.value.attributes.state : paid.error.code;
}

interface Buyer {
  readonly email?: string;
  readonly address?: string;
}

/** Orders and promises a transfer; answers the order with what came of it. */
async function promise({ email = newEmail(), address = newAddress() }: Buyer) {
  const order = await place({ buch: 1 }, email);
  return { ...order, result: await pay(order, await issued(order), address) };
}

async function promiseAll(times: number, buyer: Buyer): Promise<readonly Placed[]> {
  const orders: Placed[] = [];
  for (let number = 0; number < times; number += 1) {
    const { result, ...order } = await promise(buyer);
    expect(result).toBe('awaiting_payment');
    orders.push(order);
  }
  return orders;
}

async function storeAccount(email: string): Promise<string> {
  const id = randomUUID();
  const created_at = new Date(context.clock.now());
  await insertRows(db, 'users', { id, email, preferred_language: 'de', created_at });
  return id;
}

const attemptsOf = ({ id }: Placed) => rowsOf(db, 'payment_attempts', { order_id: id });

/** How an order stops waiting for its transfer. */
const ends: Readonly<Record<string, (order: Placed) => Promise<unknown>>> = {
  'is paid': ({ code, due }) => runCommand(context, 'transfers', 'received', code, (due / 100).toFixed(2)),
  'is called off': ({ code }) => runCommand(context, 'transfers', 'cancel', code),
  async expires() {
    shop.advance((bankTransfer.term_days + 1) * day);
    while ((await chaseTransfers(context)) > 0);
  },
};

test('a nonce that the server has not issued for this order reserves nothing and opens no attempt', async () => {
  const order = await place();
  const other = await place();
  const own = await issued(order);
  const before = await shop.stockOf('buch');
  const invented = [
    'bank-transfer:1',
    `bank-transfer:${randomUUID()}`,
    await issued(other),
    own.slice(0, -1),
    `${own}A`,
    own.replace(/^bank-transfer:./, (start) => `bank-transfer:${start.endsWith('0') ? '1' : '0'}`),
  ];
  for (const nonce of invented) expect(await pay(order, nonce), nonce).toBe('PAYMENT_DECLINED');
  expect(await shop.stockOf('buch')).toBe(before);
  expect(await attemptsOf(order)).toEqual([]);
  expect(await pay(order, own)).toBe('awaiting_payment');
});

test('every nonce that was issued for an order works, but the order is promised once', async () => {
  const order = await place();
  const [one, another] = [await issued(order), await issued(order)];
  expect(one).not.toBe(another);
  expect(await pay(order, another)).toBe('awaiting_payment');
  expect(await pay(order, one)).toBe('ORDER_CLOSED');
  expect(await pay(order, another)).toBe('awaiting_payment');
  expect(await attemptsOf(order)).toHaveLength(1);
});

describe.each([
  ['an e-mail address', 3, (): Buyer => ({ email: newEmail() })],
  ['a network address', 5, (): Buyer => ({ address: newAddress() })],
] as const)('%s has %i open transfers at most', (_, most, newBuyer) => {
  test.each(Object.keys(ends))('and one that %s frees its place', async (end) => {
    const buyer = newBuyer();
    const [first] = await promiseAll(most, buyer);
    const before = await shop.stockOf('buch');
    const next = await place({ buch: 1 }, buyer.email);
    const nonce = await issued(next);
    expect(await pay(next, nonce, buyer.address)).toBe('TOO_MANY_OPEN_TRANSFERS');
    expect([await shop.stockOf('buch'), await attemptsOf(next)]).toEqual([before, []]);
    expect((await promise({})).result).toBe('awaiting_payment');
    if (first !== undefined) await ends[end]?.(first);
    // Who has paid has an account now, for which a guest may not order; here it takes another e-mail address.
    if (buyer.email !== undefined)
      await changeRows(db, 'users', { email: buyer.email }, { email: newEmail() });
    expect(await pay(next, nonce, buyer.address)).toBe('awaiting_payment');
  });
});

test('transfers that guests promised with an address do not count for the account of its owner', async () => {
  const email = newEmail();
  await promiseAll(3, { email });
  const userId = await storeAccount(email);
  const results = [];
  for (let number = 0; number < 4; number += 1) {
    const cart = await shop.storeCart({ lines: { buch: 1 }, userId });
    const { id, attributes } = await shop.ordered(cart, email, userId);
    const caller = shop.callerFor(id, userId);
    const verified = await verifyOrder(context, caller, id);
    const nonce = verified.ok ? verified.value.transfer_nonce : null;
    results.push(await pay({ id, code: '', due: attributes.amount_due }, nonce ?? '', id, context, caller));
    await db.deleteFrom('carts').where('user_id', '=', userId).execute();
  }
  expect(results).toEqual([
    'awaiting_payment',
    'awaiting_payment',
    'awaiting_payment',
    'TOO_MANY_OPEN_TRANSFERS',
  ]);
});

test('who has too many open transfers still pays by card', async () => {
  const [email, address] = [newEmail(), newAddress()];
  await promiseAll(3, { email, address });
  await promiseAll(2, { address });
  const order = await place({ buch: 1 }, email);
  expect(await pay(order, await issued(order), address)).toBe('TOO_MANY_OPEN_TRANSFERS');
  expect(await pay(order, 'fake-valid-nonce', address)).toBe('paid');
});

test('of ten transfers promised at once with one e-mail address three are taken, and five from one network address', async () => {
  // Courses: a limited stock would let them pass one after the other.
  for (const [most, buyer] of [
    [3, { email: newEmail() }],
    [5, { address: newAddress() }],
  ] as const) {
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => place({ kurs: 1 }, 'email' in buyer ? buyer.email : newEmail())),
    );
    const nonces = await Promise.all(orders.map(issued));
    const results = await Promise.all(
      orders.map((order, index) =>
        pay(order, nonces[index] ?? '', 'address' in buyer ? buyer.address : newAddress()),
      ),
    );
    expect(
      results.filter((result) => result === 'awaiting_payment'),
      'orders that wait for a transfer',
    ).toHaveLength(most);
    expect(
      results.filter((result) => result === 'TOO_MANY_OPEN_TRANSFERS'),
      'transfers that were refused',
    ).toHaveLength(10 - most);
  }
});

test('of ten transfers promised at once by one account three are taken, also when its orders name several addresses', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => place({ kurs: 1 })));
  const nonces = await Promise.all(orders.map(issued));
  // As if the account had another e-mail address at each order.
  const userId = await storeAccount(newEmail());
  for (const { id } of orders) await changeRows(db, 'orders', { id }, { user_id: userId });
  const results = await Promise.all(
    orders.map((order, index) =>
      pay(order, nonces[index] ?? '', newAddress(), context, shop.callerFor(order.id, userId)),
    ),
  );
  expect(results.toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 'TOO_MANY_OPEN_TRANSFERS'),
    ...Array.from({ length: 3 }, () => 'awaiting_payment'),
  ]);
});

test('a transfer whose response was lost counts as open', async () => {
  const email = newEmail();
  await promiseAll(2, { email });
  const losing = withTransferGateway(context, (gateway) => ({
    ...gateway,
    charge: async () => ({ outcome: 'unknown' }),
  }));
  const third = await place({ buch: 1 }, email);
  expect(await pay(third, await issued(third), newAddress(), losing)).toBe('unknown');
  expect((await promise({ email })).result).toBe('TOO_MANY_OPEN_TRANSFERS');
});

test('no network address is stored: a keyed hash is, as long as its transfer is open', async () => {
  const address = '203.0.113.77';
  const hashes = async (order: Placed) => (await attemptsOf(order)).map(({ begun_from }) => begun_from);
  for (const end of Object.values(ends)) {
    const order = await promise({ address });
    const [hash] = await hashes(order);
    expect(hash).toHaveLength(32);
    expect(JSON.stringify(await attemptsOf(order))).not.toContain(address);
    await end(order);
    expect(await hashes(order)).toEqual([null]);
  }
  const byCard = await place();
  await pay(byCard, 'fake-valid-nonce', address);
  expect(await hashes(byCard)).toEqual([null]);
});

/** The products of which every page knows that they exclude transfers. */
async function untransferable() {
  return (await readShopFacts(context, 'de'))?.no_bank_transfer;
}

test('a product without bank transfer is sold by card alone, whatever stands beside it in the cart', async () => {
  const carts: readonly Record<string, number>[] = [{ selten: 1 }, { kurs: 1, selten: 1 }];
  for (const lines of carts) {
    await db.updateTable('products').set({ no_bank_transfer: false }).where('id', '=', 'selten').execute();
    const order = await place(lines);
    const nonce = await issued(order);
    await db.updateTable('products').set({ no_bank_transfer: true }).where('id', '=', 'selten').execute();
    const verified = await verifyOrder(context, shop.callerFor(order.id), order.id);
    expect(verified).toMatchObject({ ok: true, value: { transfer_nonce: null } });
    expect(verified.ok && verified.value.client_token).toBeTypeOf('string');
    expect(await pay(order, nonce)).toBe('PAYMENT_METHOD_REQUIRED');
    expect(await attemptsOf(order)).toEqual([]);
    expect(await pay(order, 'fake-valid-nonce')).toBe('paid');
  }
  expect(await untransferable()).toEqual(['selten']);
  await db.updateTable('products').set({ no_bank_transfer: false }).where('id', '=', 'selten').execute();
  expect(await untransferable()).toEqual([]);
  expect(shop.surprises).toEqual([]);
});

test('the API counts IPv6 by /64, and answers 409 with a sentence in the language of the caller', async () => {
  /** A new learner orders a course and promises a transfer from a network address. */
  async function promiseFrom(address: string, language: 'de' | 'en' = 'de') {
    const learner = await register(api);
    const bearer = learner.access;
    const { id, due } = await orderAs(api, learner, { [products.course]: 1 });
    const verified = await api.call(endpoints.verifyOrder, { bearer, body: { id } });
    const body = paymentOf(id, verified.value?.transfer_nonce ?? null, due);
    const headers = {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      'X-App-Language': language,
    };
    const request = new Request('http://localhost/api/cart/checkout', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const connection = { incoming: { socket: { remoteAddress: address } } };
    return readAnswer(endpoints.checkOutOrder, await api.api.fetch(request, connection));
  }
  for (const host of [':1', ':2', 'a:b:c:d', 'ffff::', '1:0:0:9']) {
    const promised = await promiseFrom(`2001:db8:7:8:${host}`);
    expect(promised.value?.data.attributes.state, host).toBe('awaiting_payment');
  }
  for (const [language, errors] of [
    ['de', deErrors],
    ['en', enErrors],
  ] as const) {
    const refused = await promiseFrom('2001:db8:7:8::77', language);
    expect([refused.status, refused.codes]).toEqual([409, ['TOO_MANY_OPEN_TRANSFERS']]);
    expect(refused.text).toContain(errors.TOO_MANY_OPEN_TRANSFERS.detail);
  }
  const neighbour = await promiseFrom('2001:db8:7:9::1');
  expect(neighbour.value?.data.attributes.state).toBe('awaiting_payment');
  expect(api.faults).toEqual([]);
});
