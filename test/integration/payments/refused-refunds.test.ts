import { beforeAll, expect, test } from 'vitest';
import { sendTransfer } from '#server/payments/settle-bank-transfers.ts';
import { retryRefund } from '#server/payments/settle-refunds.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(() => sellEveryKind(db));

test('a refused refund that was paid in another way is recorded once, and its order is refunded', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const other = await shop.buy({ lines: { course: 1 } });
  await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: false });
  const [{ refund_key = '' } = {}] = await shop.refundsOf(order.id);
  const unknown = { ok: false, error: { code: 'UNKNOWN_REFUND' } };
  expect(await sendTransfer(shop.context, refund_key), 'one that the gateway may pay').toEqual(unknown);
  await changeRows(db, 'payment_attempts', { order_id: order.id }, { transaction_id: 'gone' });
  await shop.settle();
  shop.surprises.splice(0);
  expect(await sendTransfer(shop.context, refund_key, other.id), 'of another order').toEqual(unknown);
  const sent_at = new Date(shop.context.clock.now());
  const sent = { ok: true, value: { amount: 8900, sent_at } };
  const twice = [sendTransfer(shop.context, refund_key, order.id), sendTransfer(shop.context, refund_key)];
  expect(await Promise.all(twice)).toEqual([sent, sent]);
  shop.advance(60_000);
  expect(await sendTransfer(shop.context, refund_key)).toEqual(sent);
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(await shop.refundsOf(order.id)).toMatchObject([{ state: 'refunded', settled_at: sent_at }]);
  const logged = { record_id: order.id, action: 'refund.transferred' };
  const after = { refund: refund_key, amount: 8900 };
  expect(await rowsOf(db, 'audit_log', logged, ['after'])).toEqual([{ after }]);
  expect(await retryRefund(shop.context, refund_key)).toEqual({ ok: true, value: 'paid_out' });
  await shop.refund({ order_id: other.id, lines: 'all', includes_shipping: false });
  await shop.settle();
  const [{ refund_key: paid = '' } = {}] = await shop.refundsOf(other.id);
  expect(await sendTransfer(shop.context, paid), 'one that the gateway has paid').toEqual(unknown);
});
