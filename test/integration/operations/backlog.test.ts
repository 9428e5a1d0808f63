import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readBacklog } from '#server/operations/backlog.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { explainAll, scannedBy } from '#test/integration/support/explain-all.ts';
import { insertRows } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();

test('a payment with an unknown outcome is in the backlog with its amount and age until it is settled', async () => {
  const shop = createOrderShop(db);
  await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });
  const cart = await shop.storeCart({ lines: { course: 1 } });
  const { id, attributes } = await shop.ordered(cart, 'a@example.org');
  await shop.pay(id, 'fake-timeout-after-charge-nonce', attributes.amount_due);
  shop.advance(60_000);
  const of = async (kind: string) =>
    (await readBacklog(db, shop.context.clock.now())).find((one) => one.kind === kind);
  const unknown = { kind: 'payment_unknown', rows: 1, oldest_seconds: 60, cents: 8_900 };
  expect(await of('payment_unknown')).toEqual(unknown);
  expect(await of('mail_due')).toEqual({ kind: 'mail_due', rows: 0, oldest_seconds: 0, cents: 0 });
  await shop.resolve();
  shop.advance(5_000);
  expect(await of('payment_unknown')).toMatchObject({ rows: 0, cents: 0 });
  expect(await of('mail_due')).toMatchObject({ rows: 1, oldest_seconds: 5 });
});

test('a mail counts as waiting once it is due, and as failed for a day', async () => {
  await db.deleteFrom('outbox').execute();
  const now = Date.UTC(2027, 0, 10);
  const before = new Date(now - 86_400_000);
  const mails = [
    { due_at: new Date(now), sent_at: null, failed_at: null },
    { due_at: new Date(now + 1), sent_at: null, failed_at: null },
    { due_at: before, sent_at: before, failed_at: null },
    { due_at: before, sent_at: null, failed_at: before },
    { due_at: before, sent_at: null, failed_at: new Date(before.getTime() + 1) },
  ];
  const mail = {
    template: 'order',
    recipient: 'a@example.org',
    locale: 'de',
    facts: '{}',
    created_at: before,
  };
  const rows = mails.map((times) => ({ ...mail, ...times, id: randomUUID(), dedupe_key: randomUUID() }));
  await insertRows(db, 'outbox', rows);
  const counted = (await readBacklog(db, now)).filter(({ kind }) => kind.startsWith('mail_'));
  expect(counted.map((one) => [one.kind, one.rows])).toEqual([
    ['mail_due', 1],
    ['mail_failed', 1],
  ]);
});

test('the refunds of the backlog are found by an index, however many were paid back', async () => {
  const plans = await explainAll(db, () => readBacklog(db, Date.now()), {
    isMeant: ({ text }) => text.includes('refunds'),
    without: ['seqscan'],
  });
  expect(plans).toHaveLength(1);
  expect(scannedBy(plans)).not.toContain('refunds');
});
