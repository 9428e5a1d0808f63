import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import deErrors from '#locales/de/error.json' with { type: 'json' };
import enErrors from '#locales/en/error.json' with { type: 'json' };
import { readShopFacts } from '#server/content/contents.ts';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withTransferGateway } from '#test/integration/support/gateways.ts';
import { inParallel, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { orderAs, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
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

/** Returns the nonce that the server issues for an order; throws if no transfer is offered. */
async function issueNonce({ id }: Placed): Promise<string> {
  const verified = await verifyOrder(context, shop.callerFor(id), id);
  if (!verified.ok || verified.value.transfer_nonce === null) throw new Error('No transfer was offered');
  return verified.value.transfer_nonce;
}

/** Pays and returns the order's state, or the code of the refusal. */
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

/** Orders by bank transfer and returns the order with the result of `pay`. */
async function placeTransfer({ email = newEmail(), address = newAddress() }: Buyer) {
  const order = await place({ buch: 1 }, email);
  return { ...order, result: await pay(order, await issueNonce(order), address) };
}

async function placeTransfers(times: number, buyer: Buyer): Promise<readonly Placed[]> {
  const orders: Placed[] = [];
  for (let number = 0; number < times; number += 1) {
    const { result, ...order } = await placeTransfer(buyer);
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
    while ((await remindOrExpireTransfers(context)) > 0);
  },
};

test('a nonce that the server has not issued for the order reserves nothing and creates no payment attempt', async () => {
  const order = await place();
  const other = await place();
  const own = await issueNonce(order);
  const before = await shop.stockOf('buch');
  const invented = [
    'bank-transfer:1',
    `bank-transfer:${randomUUID()}`,
    await issueNonce(other),
    own.slice(0, -1),
    `${own}A`,
    own.replace(/^bank-transfer:./, (start) => `bank-transfer:${start.endsWith('0') ? '1' : '0'}`),
  ];
  for (const nonce of invented) expect(await pay(order, nonce), nonce).toBe('PAYMENT_DECLINED');
  expect(await shop.stockOf('buch')).toBe(before);
  expect(await attemptsOf(order)).toEqual([]);
  expect(await pay(order, own)).toBe('awaiting_payment');
});

test('any nonce issued for an order is accepted, but only one is used', async () => {
  const order = await place();
  const [one, another] = [await issueNonce(order), await issueNonce(order)];
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
    const [first] = await placeTransfers(most, buyer);
    const before = await shop.stockOf('buch');
    const next = await place({ buch: 1 }, buyer.email);
    const nonce = await issueNonce(next);
    expect(await pay(next, nonce, buyer.address)).toBe('TOO_MANY_OPEN_TRANSFERS');
    expect([await shop.stockOf('buch'), await attemptsOf(next)]).toEqual([before, []]);
    expect((await placeTransfer({})).result).toBe('awaiting_payment');
    if (first !== undefined) await ends[end]?.(first);
    // A paid order may have created an account, whose address guests cannot use; it gets another one.
    if (buyer.email !== undefined)
      await changeRows(db, 'users', { email: buyer.email }, { email: newEmail() });
    expect(await pay(next, nonce, buyer.address)).toBe('awaiting_payment');
  });
});

test('transfers of guests with an e-mail address do not count for the account of its owner', async () => {
  const email = newEmail();
  await placeTransfers(3, { email });
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
  expect(results.pop()).toBe('TOO_MANY_OPEN_TRANSFERS');
  expect(tally(results)).toEqual({ awaiting_payment: 3 });
});

test('a buyer with too many open transfers can still pay by card', async () => {
  const [email, address] = [newEmail(), newAddress()];
  await placeTransfers(3, { email, address });
  await placeTransfers(2, { address });
  const order = await place({ buch: 1 }, email);
  expect(await pay(order, await issueNonce(order), address)).toBe('TOO_MANY_OPEN_TRANSFERS');
  expect(await pay(order, 'fake-valid-nonce', address)).toBe('paid');
});

test('of ten parallel transfers three are accepted with one e-mail address, and five from one client address', async () => {
  // Courses, because orders of limited stock would wait for each other.
  for (const [most, buyer] of [
    [3, { email: newEmail() }],
    [5, { address: newAddress() }],
  ] as const) {
    const emailOf = () => ('email' in buyer ? buyer.email : newEmail());
    const orders = await inParallel(10, () => place({ kurs: 1 }, emailOf()));
    const nonces = await Promise.all(orders.map(issueNonce));
    const results = await Promise.all(
      orders.map((order, index) =>
        pay(order, nonces[index] ?? '', 'address' in buyer ? buyer.address : newAddress()),
      ),
    );
    expect(tally(results)).toEqual({ awaiting_payment: most, TOO_MANY_OPEN_TRANSFERS: 10 - most });
  }
});

test('of ten parallel transfers of one account three are accepted, even with several e-mail addresses', async () => {
  const orders = await inParallel(10, () => place({ kurs: 1 }));
  const nonces = await Promise.all(orders.map(issueNonce));
  // As if the account had another e-mail address at each order.
  const userId = await storeAccount(newEmail());
  for (const { id } of orders) await changeRows(db, 'orders', { id }, { user_id: userId });
  const results = await Promise.all(
    orders.map((order, index) =>
      pay(order, nonces[index] ?? '', newAddress(), context, shop.callerFor(order.id, userId)),
    ),
  );
  expect(tally(results)).toEqual({ awaiting_payment: 3, TOO_MANY_OPEN_TRANSFERS: 7 });
});

test('a transfer whose response was lost counts as open', async () => {
  const email = newEmail();
  await placeTransfers(2, { email });
  const losing = withTransferGateway(context, (gateway) => ({
    ...gateway,
    charge: async () => ({ outcome: 'unknown' }),
  }));
  const third = await place({ buch: 1 }, email);
  expect(await pay(third, await issueNonce(third), newAddress(), losing)).toBe('unknown');
  expect((await placeTransfer({ email })).result).toBe('TOO_MANY_OPEN_TRANSFERS');
});

test('of a client address only a keyed hash is stored, and only while the transfer is open', async () => {
  const address = '203.0.113.77';
  const hashes = async (order: Placed) => (await attemptsOf(order)).map(({ begun_from }) => begun_from);
  for (const end of Object.values(ends)) {
    const order = await placeTransfer({ address });
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

/** Returns the products without bank transfer, which the shop tells every page. */
async function productsWithoutTransfer() {
  return (await readShopFacts(context, 'de'))?.no_bank_transfer;
}

test('a product without bank transfer is sold by card only, whatever else is in the cart', async () => {
  const carts: readonly Record<string, number>[] = [{ selten: 1 }, { kurs: 1, selten: 1 }];
  for (const lines of carts) {
    await changeRows(db, 'products', { id: 'selten' }, { no_bank_transfer: false });
    const order = await place(lines);
    const nonce = await issueNonce(order);
    await changeRows(db, 'products', { id: 'selten' }, { no_bank_transfer: true });
    const verified = await verifyOrder(context, shop.callerFor(order.id), order.id);
    expect(verified).toMatchObject({ ok: true, value: { transfer_nonce: null } });
    expect(verified.ok && verified.value.client_token).toBeTypeOf('string');
    expect(await pay(order, nonce)).toBe('PAYMENT_METHOD_REQUIRED');
    expect(await attemptsOf(order)).toEqual([]);
    expect(await pay(order, 'fake-valid-nonce')).toBe('paid');
  }
  expect(await productsWithoutTransfer()).toEqual(['selten']);
  await changeRows(db, 'products', { id: 'selten' }, { no_bank_transfer: false });
  expect(await productsWithoutTransfer()).toEqual([]);
  expect(shop.surprises).toEqual([]);
});

test('the API counts IPv6 addresses by /64, and refuses with 409 and a message in the language of the caller', async () => {
  /** Orders a course by bank transfer as a new learner from a client address. */
  async function placeFrom(address: string, language: 'de' | 'en' = 'de') {
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
    return readResponse(endpoints.checkOutOrder, await api.api.fetch(request, connection));
  }
  for (const host of [':1', ':2', 'a:b:c:d', 'ffff::', '1:0:0:9']) {
    const placed = await placeFrom(`2001:db8:7:8:${host}`);
    expect(placed.value?.data.attributes.state, host).toBe('awaiting_payment');
  }
  for (const [language, errors] of [
    ['de', deErrors],
    ['en', enErrors],
  ] as const) {
    const refused = await placeFrom('2001:db8:7:8::77', language);
    expect([refused.status, refused.codes]).toEqual([409, ['TOO_MANY_OPEN_TRANSFERS']]);
    expect(refused.text).toContain(errors.TOO_MANY_OPEN_TRANSFERS.detail);
  }
  const neighbour = await placeFrom('2001:db8:7:9::1');
  expect(neighbour.value?.data.attributes.state).toBe('awaiting_payment');
  expect(api.faults).toEqual([]);
});
