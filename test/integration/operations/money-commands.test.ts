import { expect, test } from 'vitest';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { firstCardGateway } from '#server/platform/payment-gateways.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { runCommand } from './run-command.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const run = (...words: string[]) => runCommand(shop.context, ...words);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_800, stock: 10 });

let buyers = 0;
async function order(lines: Record<string, number>, nonce: string) {
  const cart = await shop.storeCart({ lines });
  const { id, attributes } = await shop.ordered(cart, `payer-${++buyers}@example.com`);
  await shop.pay(id, nonce, attributes.total);
  return { id, code: attributes.code };
}

test('single pieces and then the rest are refunded, and never more', async () => {
  const { id, code } = await order({ buch: 2, kurs: 1 }, 'fake-valid-nonce');
  const lines = (await run('order', code)).lines;
  const place = lines.find((line) => line.includes('× buch'))?.trim()[0] ?? '';
  const part = await run('refund', code, '--line', `${place}=1`);
  expect(part).toEqual({
    exit: 0,
    lines: [`€28.00 of order ${code} are given back.`, expect.stringContaining('€28.00 go to the card')],
  });
  const rest = await run('refund', code, '--all');
  expect(rest.lines[0]).toBe(`€121.99 of order ${code} are given back.`);
  expect((await run('refund', code, '--all')).exit).toBe(1);
  const refunds = await db.selectFrom('refunds').select('amount_cents').where('order_id', '=', id).execute();
  expect(refunds.map((refund) => refund.amount_cents).toSorted((a, b) => a - b)).toEqual([2_800, 12_199]);
  const report = (await run('order', code)).lines.join('\n');
  expect(report).toMatch(/Refunds\n.*operator open: card €28\.00[\s\S]*Mails[\s\S]*refund waits/);
  expect((await run('payments', 'unknown')).lines.filter((line) => line.includes(code))).toHaveLength(2);
});

test('after a refund of an amount only, the buyer keeps the products', async () => {
  const { id, code } = await order({ kurs: 1 }, 'fake-valid-nonce');
  expect((await run('refund', code, '--line', '1=0', '--amount', '10')).lines[0]).toContain('€10.00');
  const owned = await db.selectFrom('entitlements').select('revoked_at').where('order_id', '=', id).execute();
  expect(owned).toEqual([{ revoked_at: null }]);
});

test('an impossible refund is refused with its reason, before anything changes', async () => {
  const { code } = await order({ kurs: 1 }, 'fake-valid-nonce');
  expect((await run('refund', code)).exit).toBe(2);
  expect((await run('refund', code, '--all', '--amount', '5')).exit).toBe(2);
  expect((await run('refund', code, '--line', 'eins')).exit).toBe(2);
  expect((await run('refund', code, '--line', '2=1', '--line', '1=7')).lines).toEqual([
    `Order ${code} has no line 2.`,
    'Line 1 has 1 pieces.',
  ]);
  const open = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }), 'unpaid@example.com');
  expect((await run('refund', open.attributes.code, '--all')).exit).toBe(1);
});

test('payments with an unknown outcome are listed until it is known', async () => {
  const { code } = await order({ kurs: 1 }, 'fake-timeout-after-charge-nonce');
  const unknown = await run('payments', 'unknown');
  expect(unknown.lines.find((line) => line.includes(code))).toContain(`${code}-1 €89.00 unknown since`);
  shop.advance(60_000);
  await shop.resolve();
  expect((await run('payments', 'unknown')).lines.join()).not.toContain(`charge ${code}`);
});

test('a refund that the gateway refused is retried once, also for several commands', async () => {
  const { id, code } = await order({ kurs: 1 }, 'fake-valid-nonce');
  await run('refund', code, '--all');
  const setTransaction = (transaction_id: string | null) =>
    db.updateTable('payment_attempts').set({ transaction_id }).where('order_id', '=', id).execute();
  const { transaction_id } = await rowOf(db, 'payment_attempts', { order_id: id });
  const refund = () =>
    db.selectFrom('refunds').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  const { refund_key } = await refund();
  const paidBack = () =>
    shop.gateway.ledger().refunds.filter((entry) => entry.transaction_id === transaction_id);

  expect((await run('refund', 'retry', refund_key)).lines[0]).toContain(
    'being asked for this refund already',
  );
  await setTransaction('gone');
  await settleRefunds(shop.context);
  expect((await refund()).state).toBe('refused');
  expect(shop.surprises.splice(0)).toMatchObject([{ event: 'refund_refused' }]);
  expect((await run('payments', 'unknown')).lines.join()).toContain(`${refund_key} €89.00 refused`);

  await setTransaction(transaction_id);
  const asked = await Promise.all([1, 2, 3].map(() => run('refund', 'retry', refund_key)));
  expect(asked.map(({ exit }) => exit)).toEqual([0, 0, 0]);
  expect(asked.filter(({ lines }) => lines[0]?.includes('asks the gateway again'))).toHaveLength(1);
  expect(await refund()).toMatchObject({ state: 'open', refund_key: `${refund_key}-1`, settled_at: null });
  await settleRefunds(shop.context);
  expect(await refund()).toMatchObject({ state: 'refunded', amount_cents: 8_900 });
  expect(paidBack()).toMatchObject([{ amount: 8_900 }]);
  const paid = await db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  expect(paid.state).toBe('refunded');

  for (const key of [refund_key, `${refund_key}-1`]) {
    expect((await run('refund', 'retry', key)).lines[0]).toContain('has been paid out');
  }
  await settleRefunds(shop.context);
  expect(paidBack()).toHaveLength(1);
  expect((await run('refund', 'retry', 'nothing')).exit).toBe(1);
  expect((await run('refund', 'retry', `X-R-${shop.context.ids.uuid()}`)).exit).toBe(1);
  expect((await run('refund', 'retry')).exit).toBe(2);
});

test('a late response to a refused refund key does not change the retry', async () => {
  const { id, code } = await order({ kurs: 1 }, 'fake-valid-nonce');
  await run('refund', code, '--all');
  const refund = () =>
    db.selectFrom('refunds').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  const { refund_key } = await refund();
  const slow = {
    ...firstCardGateway(shop.context),
    // While this server waits for the response, another server stores the refusal and an operator starts a
    // retry.
    async refund() {
      await changeRows(db, 'refunds', { id: (await refund()).id }, { state: 'refused' });
      await run('refund', 'retry', refund_key);
      await db.updateTable('refunds').set({ next_check_at: null }).where('order_id', '=', id).execute();
      return { outcome: 'refused' } as const;
    },
  };
  await settleRefunds(withCardGateway(shop.context, slow));
  expect(await refund()).toMatchObject({ state: 'open', refund_key: `${refund_key}-1` });
});
