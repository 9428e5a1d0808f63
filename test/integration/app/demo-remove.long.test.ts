import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { liveSettings, startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';

const { db, connectionString } = await openTestDatabase('shop');
const shop = createOrderShop(db);
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-demo-'));
afterAll(() => removeData(dataDir));
await sellProduct(db, { id: 'kurs', kind: 'course', price: 1_200 });

const remove = () => runCommand(shop.context, 'demo', 'remove');

async function startLive(): Promise<void> {
  const started = await startShop({ connectionString, dataDir, settings: liveSettings });
  await started.end('SIGTERM');
}

async function register(email: string): Promise<string> {
  const id = randomUUID();
  const created_at = new Date(shop.context.clock.now());
  const user = { id, email, preferred_language: 'de', created_at, email_confirmed_at: created_at };
  await db.insertInto('users').values(user).execute();
  return id;
}

async function redeem(userId: string, code: string): Promise<void> {
  const request = { userId, code, address: randomUUID(), locale: 'de' } as const;
  const redeemed = await inTransaction(db, (trx) => redeemCode(trx, shop.context, request));
  if (!redeemed.ok) throw new Error(redeemed.error.code);
}

/** A demo code for the membership, which the shop's own files do not have. */
async function addMembershipCode(code: string): Promise<void> {
  const { id: product_id } = await rowOf(db, 'products', { kind: 'membership' });
  const gift = { kind: 'gift', product_id, order_line_id: null, is_demo: true };
  const created_at = new Date(shop.context.clock.now());
  await insertRows(db, 'gift_codes', { id: randomUUID(), code, ...gift, created_at });
}

const creditOf = async (userId: string) => {
  const rows = await rowsOf(db, 'gift_codes', { kind: 'credit', redeemed_by: userId }, ['balance_cents']);
  return rows.reduce((sum, { balance_cents }) => sum + balance_cents, 0);
};

test('demo remove revokes what demo codes granted and deletes demo accounts, so that a live shop starts', async () => {
  await addMembershipCode('DEMO-JAHR');
  const [ada, emil] = [await register('ada@example.com'), await register('emil@example.com')];
  await redeem(ada, 'GUTSCHEIN-50');
  await redeem(ada, 'GESCHENK-CLARA');
  await redeem(emil, 'DEMO-JAHR');
  const cart = await shop.storeCart({ lines: { kurs: 1 }, userId: ada });
  const order = await shop.ordered(cart, 'ada@example.com', ada);
  await shop.pay(order.id, null, 0);
  expect(await creditOf(ada)).toBe(3_800);

  await expect(startLive()).rejects.toThrow(
    /1 demo account and 3 redeemed demo codes\..* run "npm run shop -- demo remove"/,
  );
  const removed = await remove();
  expect(removed.exit).toBe(0);
  expect(removed.lines.toSorted()).toEqual([
    'Code DEMO-JAHR is revoked; taken back from emil@example.com: the access that it gave.',
    'Code GESCHENK-CLARA is revoked; taken back from ada@example.com: the access that it gave.',
    'Code GUTSCHEIN-50 is revoked; taken back from ada@example.com: €38.00 of credit; €12.00 were spent before and stay spent.',
    'The demo account lernende@meisterhand.example is deleted.',
  ]);
  expect(await creditOf(ada)).toBe(0);
  const open = await db
    .selectFrom('entitlements')
    .select('course_id')
    .where('user_id', '=', ada)
    .where('revoked_at', 'is', null)
    .execute();
  expect(open).toEqual([{ course_id: 'kurs' }]);
  const memberships = await rowsOf(db, 'subscriptions', { user_id: emil }, ['status']);
  expect(memberships).toEqual([{ status: 'expired' }]);
  const unequal = await db
    .selectFrom('gift_codes')
    .innerJoin('voucher_entries', 'voucher_entries.gift_code_id', 'gift_codes.id')
    .select(({ fn }) => ['code', 'balance_cents', fn.sum<string>('amount_cents').as('entries')])
    .groupBy(['code', 'balance_cents'])
    .execute();
  expect(unequal.filter(({ balance_cents, entries }) => balance_cents !== Number(entries))).toEqual([]);

  expect((await remove()).lines).toEqual(['There is no demo data to remove.']);
  await startLive();
});

test('demo remove changes nothing while an order that is not paid yet uses a demo voucher', async () => {
  const other = await openTestDatabase('shop');
  const own = createOrderShop(other.db);
  await sellProduct(other.db, { id: 'kurs', kind: 'course', price: 9_900 });
  const { id: voucher } = await rowOf(other.db, 'gift_codes', { code: 'GUTSCHEIN-50' });
  const cart = await own.storeCart({ lines: { kurs: 1 }, voucherId: voucher });
  const order = await own.ordered(cart, 'guest@example.com');
  await own.pay(order.id, 'fake-timeout-after-charge-nonce', order.attributes.amount_due);
  const refused = await runCommand(own.context, 'demo', 'remove');
  expect(refused).toEqual({
    exit: 1,
    lines: [expect.stringMatching(/^GUTSCHEIN-50 is used by an order.*Nothing was changed\.$/)],
  });
  const learners = await other.db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  expect(learners).toHaveLength(1);
});
