import { randomUUID } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);

beforeAll(async () => {
  await sellProduct(db, { id: 'voucher', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 2000 });
});

/** The ids of the users and orders that one run has created. */
interface Story {
  readonly users: readonly string[];
  readonly orders: string[];
}

const index = fc.nat({ max: 40 });
const nonce = fc.constantFrom(
  'fake-valid-nonce',
  'fake-valid-nonce',
  'fake-processor-declined-visa-nonce',
  'fake-timeout-after-charge-nonce',
  'fake-timeout-before-charge-nonce',
);
const step = fc.oneof(
  fc.record({
    act: fc.constant('buy_vouchers'),
    who: index,
    quantity: fc.integer({ min: 1, max: 2 }),
    nonce,
  }),
  fc.record({
    act: fc.constant('buy_boxes'),
    who: index,
    quantity: fc.integer({ min: 1, max: 3 }),
    voucher: fc.constantFrom(0, 0, 1),
    typed: fc.option(index),
    isGuest: fc.boolean(),
    nonce,
  }),
  fc.record({ act: fc.constant('redeem'), who: index, code: index }),
  fc.record({ act: fc.constant('refund'), order: index, quantity: fc.constantFrom(1, 'all' as const) }),
  fc.record({ act: fc.constant('resolve') }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * A fixed sequence of steps that produces every kind of ledger entry, independent of the random sequences.
 */
const everyCause: Step[] = [
  { act: 'buy_boxes', who: 0, quantity: 1, voucher: 0, typed: 0, isGuest: true, nonce: 'fake-valid-nonce' },
  { act: 'refund', order: 1, quantity: 'all' },
  {
    act: 'buy_boxes',
    who: 0,
    quantity: 3,
    voucher: 0,
    typed: 0,
    isGuest: true,
    nonce: 'fake-processor-declined-visa-nonce',
  },
  { act: 'redeem', who: 0, code: 0 },
  { act: 'refund', order: 0, quantity: 'all' },
];

const pick = <Value>(values: readonly Value[], at: number): Value | undefined => values[at % values.length];

async function makeUser(): Promise<string> {
  const id = randomUUID();
  const times = { created_at: new Date(0), email_confirmed_at: new Date(0) };
  const user = { id, email: `${id}@meisterhand.example`, preferred_language: 'de', ...times };
  await db.insertInto('users').values(user).execute();
  return id;
}

function soldCodes({ orders }: Story) {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select(['gift_codes.id', 'gift_codes.code'])
    .where('order_lines.order_id', '=', sql<string>`any(${orders}::uuid[])`)
    .orderBy('gift_codes.id')
    .execute();
}

interface Purchase {
  readonly lines: Readonly<Record<string, number>>;
  readonly userId: string | null;
  readonly voucherId: string | null;
  readonly nonce: string;
}

async function buy(story: Story, { lines, userId, voucherId, nonce }: Purchase): Promise<void> {
  // A user has only one cart, and an open order of the previous purchase may still use it. So it is detached.
  if (userId !== null)
    await db.updateTable('carts').set({ user_id: null }).where('user_id', '=', userId).execute();
  const cart = await shop.storeCart({
    lines,
    ...(userId === null ? {} : { userId }),
    ...(voucherId === null ? {} : { voucherId }),
  });
  const { id, attributes } = await shop.ordered(
    cart,
    `${userId ?? randomUUID()}@meisterhand.example`,
    userId,
  );
  story.orders.push(id);
  await shop.pay(id, nonce, attributes.amount_due, userId);
}

async function take(story: Story, one: Step): Promise<void> {
  const user = 'who' in one ? (pick(story.users, one.who) ?? '') : '';
  switch (one.act) {
    case 'buy_vouchers':
      return buy(story, {
        lines: { voucher: one.quantity },
        userId: user,
        voucherId: null,
        nonce: one.nonce,
      });
    case 'buy_boxes': {
      const typed = one.typed === null ? undefined : pick(await soldCodes(story), one.typed);
      const userId = one.isGuest ? null : user;
      return buy(story, {
        lines: { box: one.quantity, ...(one.voucher > 0 ? { voucher: 1 } : {}) },
        userId,
        voucherId: typed?.id ?? null,
        nonce: one.nonce,
      });
    }
    case 'redeem': {
      const code = pick(await soldCodes(story), one.code)?.code ?? 'NONE';
      await inTransaction(db, (trx) =>
        redeemCode(trx, shop.context, { userId: user, code, address: randomUUID(), locale: 'de' }),
      );
      return;
    }
    case 'refund':
      return refund(pick(story.orders, one.order), one.quantity);
    case 'resolve':
      shop.advance(10_000);
      await shop.resolve();
  }
}

async function refund(order_id: string | undefined, quantity: number | 'all'): Promise<void> {
  if (order_id === undefined) return;
  const rows = await db.selectFrom('order_lines').select('id').where('order_id', '=', order_id).execute();
  const lines = quantity === 'all' ? 'all' : rows.map(({ id }) => ({ line_id: id, quantity }));
  await inTransaction(db, (trx) =>
    createRefund(trx, shop.context, { order_id, lines, includes_shipping: false, cause: 'operator' }),
  );
  await settleRefunds(shop.context);
}

/** Expects between two transactions that no cent of a voucher was lost, created or counted twice. */
async function expectSoundLedgers(): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from gift_codes g where balance_cents < 0 or balance_cents <>
        (select coalesce(sum(amount_cents), 0) from voucher_entries e where e.gift_code_id = g.id)) as wrong_balances,
      (select count(*)::int from gift_codes
        where kind = 'voucher' and balance_cents > 0 and (redeemed_by is not null or revoked_at is not null)) as stranded,
      (select coalesce(sum(amount_cents), 0)::int from voucher_entries where cause = 'redeemed') as made_by_redeeming,
      (select coalesce(sum(amount_cents), 0) from voucher_entries where cause in ('reserved', 'released'))::int
        + (select coalesce(sum(credit_cents), 0) from orders
            where state in ('charging', 'unknown', 'paid', 'refunded'))::int as paid_but_not_taken,
      (select coalesce(sum(amount_cents), 0) from voucher_entries where cause = 'refunded')::int
        - (select coalesce(sum(credit_cents), 0) from refunds)::int as refunded_from_nothing,
      (select coalesce(sum(amount_cents), 0) from voucher_entries where cause = 'issued')::int
        - (select coalesce(sum(initial_cents), 0) from gift_codes)::int as issued_from_nothing
  `.execute(db);
  expect(rows).toEqual([
    {
      wrong_balances: 0,
      stranded: 0,
      made_by_redeeming: 0,
      paid_but_not_taken: 0,
      refunded_from_nothing: 0,
      issued_from_nothing: 0,
    },
  ]);
}

test('whatever is bought, redeemed, paid and refunded, every balance is the sum of its entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const story: Story = { users: [await makeUser(), await makeUser()], orders: [] };
      await buy(story, { lines: { voucher: 2 }, userId: null, voucherId: null, nonce: 'fake-valid-nonce' });
      for (const one of steps) {
        await take(story, one);
        await expectSoundLedgers();
      }
    }),
    { numRuns: runs(20), examples: [[everyCause]] },
  );
  const causes = await db.selectFrom('voucher_entries').select('cause').distinct().orderBy('cause').execute();
  expect(causes.map(({ cause }) => cause)).toEqual([
    'issued',
    'redeemed',
    'refunded',
    'released',
    'reserved',
    'revoked',
  ]);
  expect(await findDifferences(db, shop.context.clock.now())).toEqual([]);
  expect(shop.surprises).toEqual([]);
});

test('an amount that returns to a voucher after its redemption goes to the redeemer’s credit', async () => {
  const owner = await makeUser();
  const story: Story = { users: [owner], orders: [] };
  const guest = { userId: null, nonce: 'fake-valid-nonce' };
  await buy(story, { ...guest, lines: { voucher: 1 }, voucherId: null });
  const [voucher] = await soldCodes(story);
  if (voucher === undefined) throw new Error('No voucher was sold');
  // A voucher cannot pay for another voucher: 2,499 of its 5,000 cents are reserved while the outcome of the
  // card payment is unknown.
  const nonce = 'fake-timeout-before-charge-nonce';
  await buy(story, { ...guest, nonce, lines: { box: 1, voucher: 1 }, voucherId: voucher.id });
  const redeeming = { userId: owner, code: voucher.code, address: 'one', locale: 'de' } as const;
  const redeemed = await inTransaction(db, (trx) => redeemCode(trx, shop.context, redeeming));
  expect(redeemed).toMatchObject({ ok: true, value: { attributes: { credit: 2501 } } });
  shop.advance(600_000);
  await shop.resolve();
  const held = await rowsOf(db, 'gift_codes', { redeemed_by: owner }, ['kind', 'balance_cents'], 'kind');
  expect(held).toEqual([
    { kind: 'credit', balance_cents: 5000 },
    { kind: 'voucher', balance_cents: 0 },
  ]);
  await expectSoundLedgers();
});
