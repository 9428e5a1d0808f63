import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OrderState, orderStates } from '#core/model/order.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { getCart } from '#server/carts/update-cart.ts';
import { verifyOrder } from '#server/orders/check-out-order.ts';
import { cancelTransfer, remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { bankTransfer, createOrderShop, offerCoupon, refundWhole, sellProduct } from './order-shop.ts';

// Tests of an order in each state: whether its coupon counts as used, what happens when its cart is ordered
// again, and whether it can be paid with another card.

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { bankTransfer });
const { context } = shop;
const day = 86_400_000;

beforeAll(async () => {
  await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
  await sellProduct(db, { id: 'buch', kind: 'book', price: 2_000 });
});

interface Placed {
  readonly id: string;
  readonly cartId: string;
  readonly email: string;
  readonly due: number;
}

/** Places a guest's order of a course, optionally with a coupon. */
async function place(coupon?: string): Promise<Placed> {
  const email = `${randomUUID()}@example.org`;
  const cartId = await shop.storeCart({ lines: { kurs: 1 }, ...(coupon === undefined ? {} : { coupon }) });
  const { id, attributes } = await shop.ordered(cartId, email);
  return { id, cartId, email, due: attributes.amount_due };
}

const payWith = (nonce: string, { id, due }: Placed) => shop.pay(id, nonce, due);
const chooseTransfer = async (order: Placed) => payWith(await shop.transferNonce(order.id), order);

/** Simulates a server that is killed while it waits for the gateway. */
async function dieWhileCharging(order: Placed): Promise<void> {
  const dying: CardGateway = {
    ...shop.gateway,
    charge: () => Promise.reject(new Error('killed')),
  };
  const died = shop.pay(order.id, 'fake-valid-nonce', order.due, null, dying);
  await expect(died).rejects.toThrow('killed');
}

/** Pays with a gateway whose bank has not decided yet. */
async function leaveUndecided(order: Placed): Promise<void> {
  const gateway: CardGateway = {
    ...shop.gateway,
    charge: async () => ({ outcome: 'processing', transaction_id: `undecided-${order.id}` }),
  };
  await shop.pay(order.id, 'fake-valid-nonce', order.due, null, gateway);
}

type Path = OrderState | 'declined';

/** For each state, the steps that bring a new order into it. */
const paths: Readonly<Record<Path, (order: Placed) => Promise<unknown>>> = {
  draft: async () => {},
  verified: ({ id }) => verifyOrder(context, shop.callerFor(id), id),
  declined: (order) => payWith('fake-processor-declined-visa-nonce', order),
  charging: dieWhileCharging,
  unknown: (order) => payWith('fake-timeout-after-charge-nonce', order),
  awaiting_action: (order) => payWith('fake-redirect-action-nonce', order),
  processing: leaveUndecided,
  awaiting_payment: chooseTransfer,
  paid: (order) => payWith('fake-valid-nonce', order),
  async expired(order) {
    await chooseTransfer(order);
    shop.advance((bankTransfer.term_days + 1) * day);
    await remindOrExpireTransfers(context);
  },
  async voided(order) {
    await chooseTransfer(order);
    const { code } = await orderRow(order.id);
    await cancelTransfer(context, code);
  },
  async refunded(order) {
    await payWith('fake-valid-nonce', order);
    await refundWhole(context, order.id);
    await settleRefunds(context);
  },
};

const orderRow = (id: string) => rowOf(db, 'orders', { id });

async function placeIn(path: Path, coupon?: string): Promise<Placed> {
  const order = await place(coupon);
  await paths[path](order);
  expect((await orderRow(order.id)).state).toBe(path === 'declined' ? 'verified' : path);
  return order;
}

/** Returns why the coupon of a cart is refused, or null if it is valid. */
async function refusalIn(cartId: string) {
  return (await getCart(context, { public_id: cartId, user: null }, 'de'))?.code_error;
}

/** Stores another guest cart with the coupon and returns its id. */
async function cartOf(email: string, coupon: string): Promise<string> {
  const id = await shop.storeCart({ lines: { kurs: 1 }, coupon });
  await db.updateTable('carts').set({ email }).where('public_id', '=', id).execute();
  return id;
}

test('each state of an order is tested', () => {
  expect(Object.keys(paths).filter((path) => path !== 'declined')).toEqual([...orderStates]);
});

/** Whether an order in each state counts as a use of its coupon. */
const usesOfPaths: readonly (readonly [Path, 'USED_UP' | null])[] = [
  ['draft', null],
  ['verified', null],
  ['declined', null],
  ['charging', 'USED_UP'],
  ['unknown', 'USED_UP'],
  ['awaiting_action', 'USED_UP'],
  ['processing', 'USED_UP'],
  ['awaiting_payment', 'USED_UP'],
  ['paid', 'USED_UP'],
  ['expired', null],
  ['voided', null],
  ['refunded', 'USED_UP'],
];

describe('a coupon that each customer may use once', () => {
  test.each(usesOfPaths)('while their order is %s: %s', async (path, refusal) => {
    const code = `JE-KUNDE-${path}`;
    await offerCoupon(db, { code, percent: 10, perCustomerLimit: 1 });
    const { email } = await placeIn(path, code);
    expect(await refusalIn(await cartOf(email, code))).toBe(refusal);
    expect(await refusalIn(await cartOf(`x${email}`, code))).toBeNull();
  });

  test('can still be used by the order that has reserved it', async () => {
    await offerCoupon(db, { code: 'EIGENER', percent: 10, totalLimit: 4, perCustomerLimit: 1 });
    for (const path of ['charging', 'unknown', 'awaiting_action', 'processing'] as const) {
      const { cartId } = await placeIn(path, 'EIGENER');
      expect(await refusalIn(cartId), path).toBeNull();
    }
  });
});

test.each(usesOfPaths)(
  'a coupon that can be used once in total, while an order with it is %s: %s',
  async (path, refusal) => {
    const code = `INSGESAMT-${path}`;
    await offerCoupon(db, { code, percent: 10, totalLimit: 1 });
    await placeIn(path, code);
    expect(await refusalIn(await cartOf('jemand@example.org', code))).toBe(refusal);
  },
);

describe('ordering the cart again, with one more book in it,', () => {
  const addBook = (cartId: string) =>
    db
      .insertInto('cart_lines')
      .columns(['cart_id', 'product_id', 'quantity', 'position'])
      .expression((from) =>
        from
          .selectFrom('carts')
          .select((select) => [
            'id',
            select.val('buch').as('product_id'),
            select.lit(1).as('quantity'),
            select.lit(7).as('position'),
          ])
          .where('public_id', '=', cartId),
      )
      .execute();

  test.each(['draft', 'verified', 'declined'] as const)(
    'while its order is %s: the same order with the new prices',
    async (path) => {
      const { id, cartId, email, due } = await placeIn(path);
      await addBook(cartId);
      const { attributes, ...again } = await shop.ordered(cartId, email);
      expect([again.id, attributes.total]).toEqual([id, due + 2_000 + 499]);
    },
  );

  test.each(['charging', 'unknown', 'awaiting_action', 'processing'] as const)(
    'while its order is %s: the same order as it was',
    async (path) => {
      const { id, cartId, email, due } = await placeIn(path);
      await addBook(cartId);
      const { attributes, ...again } = await shop.ordered(cartId, email);
      expect([again.id, attributes.state, attributes.total]).toEqual([id, path, due]);
    },
  );

  test.each(['awaiting_payment', 'expired', 'voided'] as const)(
    'while its order is %s: a new order of the book alone',
    async (path) => {
      const { id, cartId, email } = await placeIn(path);
      await addBook(cartId);
      const { attributes, ...again } = await shop.ordered(cartId, email);
      expect(again.id).not.toBe(id);
      expect(attributes).toMatchObject({ state: 'draft', total: 2_000 + 499 });
    },
  );

  test.each(['paid', 'refunded'] as const)(
    'while its order is %s: the buyer has an account now',
    async (path) => {
      const { cartId, email } = await placeIn(path);
      await addBook(cartId);
      expect(await shop.order(cartId, email)).toMatchObject({ ok: false, error: { code: 'LOGIN_REQUIRED' } });
    },
  );
});

describe('paying with another card', () => {
  test.each<[Path, string]>([
    ['draft', 'paid'],
    ['verified', 'paid'],
    ['declined', 'paid'],
    ['charging', 'ORDER_BUSY'],
    ['unknown', 'ORDER_BUSY'],
    ['awaiting_action', 'ORDER_BUSY'],
    ['processing', 'ORDER_BUSY'],
    ['awaiting_payment', 'ORDER_CLOSED'],
    ['paid', 'ORDER_CLOSED'],
    ['expired', 'ORDER_CLOSED'],
    ['voided', 'ORDER_CLOSED'],
    ['refunded', 'ORDER_CLOSED'],
  ])('an order that is %s: %s', async (path, expected) => {
    const order = await placeIn(path);
    const before = shop.gateway.ledger().charges.length;
    const result = await payWith(`fake-valid-nonce#${randomUUID()}`, order);
    expect(result.ok ? result.value.attributes.state : result.error.code).toBe(expected);
    expect(shop.gateway.ledger().charges).toHaveLength(before + (expected === 'paid' ? 1 : 0));
    if (!result.ok) expect(result.error.retryAfterSeconds).toBe(expected === 'ORDER_BUSY' ? 5 : undefined);
  });
});
