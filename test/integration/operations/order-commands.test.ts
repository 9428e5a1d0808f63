import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { showOrder } from '#server/operations/commands/show-order.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { createOrderShop, offerCoupon, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { composeRow } from '#test/integration/support/deliver-mails.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { runCommand } from './run-command.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const run = (...words: string[]) => runCommand(shop.context, ...words);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_800, stock: 20 });
await offerCoupon(db, { code: 'ZEHN', percent: 10 });

let buyers = 0;

/** Orders as a new guest, and tries to pay. */
async function order(lines: Record<string, number>, nonce = 'fake-valid-nonce') {
  const email = `buyer-${++buyers}@example.com`;
  const { id, attributes } = await shop.ordered(await shop.storeCart({ lines }), email);
  await shop.pay(id, nonce, attributes.total);
  return { id, code: attributes.code, email };
}

test('an order is shown with its products, payments and events with their times', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1, buch: 2 }, coupon: 'ZEHN' });
  const { id, attributes } = await shop.ordered(cart, 'johanna@example.com');
  await shop.pay(id, 'fake-processor-declined-visa-nonce', attributes.total);
  shop.advance(60_000);
  await shop.pay(id, 'fake-valid-nonce', attributes.total);

  const told = JSON.stringify({ bank: 'approved without a challenge' });
  await db.updateTable('payment_attempts').set({ metadata: told }).where('state', '=', 'charged').execute();
  const lines = await showOrder(db, ` ${attributes.code.toLowerCase()} `);
  const report = lines?.join('\n') ?? '';
  for (const words of [
    `Order ${attributes.code}: paid, fulfilment open`,
    'johanna@example.com, made 2026-11-21T10:00:00.000Z, paid 2026-11-21T10:01:00.000Z',
    '1 × kurs €89.00, less €8.90',
    '2 × buch €56.00',
    'Shipping €4.99, discount €8.90 (coupon ZEHN)',
    'Total €141.09, voucher €0.00, due €141.09',
  ]) {
    expect(report).toContain(words);
  }
  const partOf = (from: string, to?: string) =>
    lines?.slice(lines.indexOf(from) + 1, to === undefined ? undefined : lines.indexOf(to));
  expect(partOf('Payment attempts', 'Mails')).toEqual([
    `  ${attributes.code}-1 €141.09 declined PROCESSOR_DECLINED 2026-11-21T10:00:00.000Z`,
    expect.stringMatching(/-2 €141\.09 charged \S+ 2026-11-21T10:01:00\.000Z$/),
    '    bank: approved without a challenge',
  ]);
  expect(partOf('Mails', 'History')).toEqual([
    '  order waits for 2026-11-21T10:01:00.000Z after 0 attempts',
    '  set_password waits for 2026-11-21T10:11:00.000Z after 0 attempts',
  ]);
  expect(partOf('History')).toEqual([
    '  2026-11-21T10:00:00.000Z new → draft (buyer)',
    '  2026-11-21T10:00:00.000Z draft → verified (buyer)',
    '  2026-11-21T10:00:00.000Z verified → charging (buyer)',
    '  2026-11-21T10:00:00.000Z charging → verified (gateway)',
    '  2026-11-21T10:01:00.000Z verified → charging (buyer)',
    '  2026-11-21T10:01:00.000Z charging → paid (gateway)',
  ]);
});

test('an order is shown with the bundle offers and the coupon that reduced it', async () => {
  await sellProduct(db, { id: 'zweiter-kurs', kind: 'course', price: 7_900 });
  const texts = { title: 'Auge und Hand', description: '' };
  await insertRows(db, 'bundles', {
    id: 'auge-und-hand',
    product_ids: ['kurs', 'zweiter-kurs'],
    price_cents: 14_900,
    texts: JSON.stringify({ de: texts, en: texts }),
  });
  const cart = await shop.storeCart({ lines: { kurs: 1, 'zweiter-kurs': 1 }, coupon: 'ZEHN' });
  const { attributes } = await shop.ordered(cart, 'bundle@example.com');
  expect(await showOrder(db, attributes.code)).toContain(
    '  Shipping €0.00, discount €33.90 (Auge und Hand €19.00, coupon ZEHN)',
  );
});

test('an order is shown with the mails that were sent and that failed', async () => {
  const { id, code } = await order({ kurs: 1 });
  const sent_at = new Date(shop.context.clock.now());
  await changeRows(db, 'outbox', { dedupe_key: `order:${id}` }, { sent_at });
  const given_up = { failed_at: sent_at, attempts: 8, last_error: '550 no such mailbox' };
  await changeRows(db, 'outbox', { dedupe_key: `set_password:${id}` }, given_up);
  const lines = await showOrder(db, code);
  expect(lines).toContain(`  order sent ${sent_at.toISOString()}`);
  expect(lines).toContain('  set_password given up after 8 attempts: 550 no such mailbox');
});

test('an unpaid order shows no payment attempt; an unknown code is not found', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { attributes } = await shop.ordered(cart, 'unpaid@example.com');
  const lines = await showOrder(db, attributes.code);
  expect(lines?.[0]).toBe(`Order ${attributes.code}: draft, fulfilment none`);
  expect(lines?.[1]).toContain('paid not yet');
  expect(lines?.[(lines?.indexOf('Payment attempts') ?? 0) + 1]).toBe('  none');
  expect(await showOrder(db, 'MH-GIBT-ES-NICHT')).toBeNull();
});

test('an order without an account is shown as one of a guest', async () => {
  const [goods, course] = [await order({ buch: 1 }), await order({ kurs: 1 })];
  expect((await showOrder(db, goods.code))?.[1]).toContain(`${goods.email} (guest), made`);
  expect((await showOrder(db, course.code))?.[1]).toContain(`${course.email}, made`);
});

const mailsOf = (template: string, orderId: string) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', template)
    .where('dedupe_key', 'like', `%${orderId}%`)
    .execute();

test('a parcel is shipped once, announced by mail once, and delivered once', async () => {
  const { id, code } = await order({ kurs: 1, buch: 2 });
  const at = shop.context.clock.now();
  expect((await run('deliver', code)).exit).toBe(1);
  const shipped = await run('ship', code.toLowerCase(), 'dhl', '00340434');
  expect(shipped).toEqual({
    exit: 0,
    lines: [`Order ${code} is shipped with dhl as 00340434; the buyer gets a mail.`],
  });
  expect((await run('ship', code, 'dhl', '00340434')).exit).toBe(0);
  for (const other of [
    ['dhl', '99999999'],
    ['gls', '00340434'],
  ]) {
    expect((await run('ship', code, ...other)).lines).toEqual([
      `Order ${code} was shipped with dhl as 00340434 already; nothing was changed.`,
    ]);
  }
  const mails = await mailsOf('shipped', id);
  expect(mails).toHaveLength(1);

  shop.advance(86_400_000);
  expect((await run('deliver', code)).exit).toBe(0);
  expect((await run('deliver', code)).lines).toEqual([`Order ${code} was delivered already.`]);
  const report = (await run('order', code)).lines.join('\n');
  expect(report).toContain(
    `  shipped ${new Date(at).toISOString()} with dhl as 00340434: 2 × buch\n  delivered ${new Date(at + 86_400_000).toISOString()}`,
  );
  expect(report).toMatch(/open → shipped \(operator\)[\s\S]*shipped → delivered \(operator\)/);
});

test('the mail contains carrier with its page, tracking code, goods and address in the buyer’s language', async () => {
  const { id, code } = await order({ kurs: 1, buch: 2 });
  await run('ship', code, 'post_ch', '98-00-1');
  const [row] = await mailsOf('shipped', id);
  if (row === undefined) throw new Error('No mail');
  const german = await composeRow(db, row);
  expect(german?.subject).toBe(`Ihre Bestellung ${code} ist unterwegs`);
  const told = ['Sendungsnummer bei Schweizerische Post', '98-00-1', 'https://service.post.ch/'];
  for (const words of [...told, 'buch', '2 ×', 'Ringstraße 14', '14 Tage'])
    expect(german?.text).toContain(words);
  expect(german?.text).not.toContain('kurs');
  const english = await composeRow(db, { ...row, id: randomUUID(), locale: 'en' });
  expect(english?.text).toContain('Tracking number at Schweizerische Post');
  // A parcel of an earlier version has no carrier.
  await changeRows(db, 'parcels', { order_id: id }, { carrier: null });
  const earlier = await composeRow(db, { ...row, id: randomUUID() });
  expect(earlier?.text).toContain('98-00-1');
  expect(earlier?.text).not.toContain('https://service.post.ch/');
});

test('the shipping of an unpaid, a digital and an unknown order is refused', async () => {
  const cart = await shop.storeCart({ lines: { buch: 1 } });
  const { attributes } = await shop.ordered(cart, 'unpaid@example.com');
  expect((await run('ship', attributes.code, 'dhl', 'D-22')).lines[0]).toContain(
    'is draft with fulfilment none',
  );
  const digital = await order({ kurs: 1 });
  expect((await run('ship', digital.code, 'dhl', 'D-33')).exit).toBe(1);
  expect((await run('ship', 'MH-NICHTS', 'dhl', 'D-44')).lines[0]).toContain('There is no order MH-NICHTS');
  expect((await run('ship', digital.code, 'dhl', 'DHL 5; drop')).exit).toBe(2);
  expect((await run('ship', digital.code, 'kutsche', 'D-55')).exit).toBe(2);
});

test('the stock can be set only for products with a stock', async () => {
  expect(await run('stock', 'buch', '25')).toEqual({
    exit: 0,
    lines: [expect.stringMatching(/^buch: 25 pieces, before \d+\.$/)],
  });
  expect(await shop.stockOf('buch')).toBe(25);
  expect((await run('stock', 'kurs', '5')).exit).toBe(1);
  expect((await run('stock', 'nichts', '5')).exit).toBe(1);
  expect((await run('stock', 'buch', '-1')).exit).toBe(2);
});

test('orders are found by the e-mail of the order', async () => {
  const { code, email } = await order({ kurs: 1 });
  const found = await run('orders', 'find', ` ${email.toUpperCase()}`);
  expect(found).toEqual({
    exit: 0,
    lines: [expect.stringContaining(`${code}  paid, fulfilment none, €89.00`)],
  });
  expect((await run('orders', 'find', 'nobody@example.com')).exit).toBe(1);
});

test('single pieces and then the rest are refunded, and never more', async () => {
  const { id, code } = await order({ buch: 2, kurs: 1 });
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
  const refunds = await rowsOf(db, 'refunds', { order_id: id }, ['amount_cents'], 'amount_cents');
  expect(refunds.map((refund) => refund.amount_cents)).toEqual([2_800, 12_199]);
  const report = (await run('order', code)).lines.join('\n');
  expect(report).toMatch(/Refunds\n.*operator open: card €28\.00[\s\S]*Mails[\s\S]*refund waits/);
  expect((await run('payments', 'unknown')).lines.filter((line) => line.includes(code))).toHaveLength(2);
});

test('an amount without a piece is refunded; an impossible refund is refused with its reason, and changes nothing', async () => {
  const { code } = await order({ kurs: 1 });
  expect((await run('refund', code, '--line', '1=0', '--amount', '10')).lines[0]).toContain('€10.00');
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
  const { id, code } = await order({ kurs: 1 });
  await run('refund', code, '--all');
  const setTransaction = (transaction_id: string | null) =>
    changeRows(db, 'payment_attempts', { order_id: id }, { transaction_id });
  const { transaction_id } = await rowOf(db, 'payment_attempts', { order_id: id });
  const refund = () => rowOf(db, 'refunds', { order_id: id });
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
  const { id: payment_attempt_id } = await rowOf(db, 'payment_attempts', { order_id: id });
  const received_at = new Date(shop.context.clock.now());
  await insertRows(db, 'payment_notices', {
    ...{ key: `dispute_lost:${code}`, kind: 'dispute_lost', transaction_id: transaction_id ?? '' },
    ...{ payment_attempt_id, happened_at: received_at, received_at },
  });
  const refused = await run('refund', 'retry', refund_key);
  expect([refused.exit, refused.lines.join()]).toEqual([1, expect.stringContaining('--despite-dispute')]);
  const retry = () => run('refund', 'retry', refund_key, '--despite-dispute');
  const asked = await Promise.all([retry(), retry(), retry()]);
  expect(asked.map(({ exit }) => exit)).toEqual([0, 0, 0]);
  expect(asked.filter(({ lines }) => lines[0]?.includes('asks the gateway again'))).toHaveLength(1);
  expect(await refund()).toMatchObject({ state: 'open', refund_key: `${refund_key}-1`, settled_at: null });
  await settleRefunds(shop.context);
  expect(await refund()).toMatchObject({ state: 'refunded', amount_cents: 8_900 });
  expect(paidBack()).toMatchObject([{ amount: 8_900 }]);
  expect((await rowOf(db, 'orders', { id })).state).toBe('refunded');

  for (const key of [refund_key, `${refund_key}-1`]) {
    expect((await run('refund', 'retry', key)).lines[0]).toContain('has been paid out');
  }
  await settleRefunds(shop.context);
  expect(paidBack()).toHaveLength(1);
  expect((await run('refund', 'retry', 'nothing')).exit).toBe(1);
  expect((await run('refund', 'retry', `X-R-${shop.context.ids.uuid()}`)).exit).toBe(1);
  expect((await run('refund', 'retry')).exit).toBe(2);
});

test('every order of the period is exported once, in pages, with its amounts', async () => {
  shop.advance(2 * 86_400_000);
  const { id, code } = await order({ kurs: 1 });
  const today = calendarDay(shop.context.clock.now());
  await changeRows(db, 'orders', { id }, { referral_code: '=HYPERLINK("http://boese.example")' });
  // More orders than fit on one page, 700 of them with the same creation time.
  const row = await rowOf(db, 'orders', { id });
  const copies = Array.from({ length: 1_203 }, (_, index) => ({
    ...row,
    id: shop.context.ids.uuid(),
    code: `KOPIE-${index}`,
    cart_id: null,
    shipping_address: null,
    billing_contact: JSON.stringify({ firstname: 'Rahel', lastname: 'Meyer', country: 'CH' }),
    billing_address: index === 8 ? JSON.stringify({ firstname: 'Rahel', country: 'DE' }) : null,
    accepted_versions: '{}',
    bundle_discounts: '[]',
    vat_shares: null,
    payment_method: index === 9 ? JSON.stringify({ kind: 'bank_transfer' }) : null,
    bank_transfer: null,
    ...(index === 9 && { credit_cents: 900, amount_due_cents: 8_000 }),
    ...(index === 10 && { credit_cents: 900, amount_due_cents: 8_000, completed_at: null }),
    created_at: new Date(row.created_at.getTime() + Math.floor(index / 700)),
  }));
  await db.insertInto('orders').values(copies.slice(0, 700)).execute();
  await db.insertInto('orders').values(copies.slice(700)).execute();
  await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
    select gen_random_uuid(), ${id}, state, cents, 5, '{"lines":[],"shipping":0}', 'operator', state, now()
    from (values ('refused', 99), ('refunded', 100)) as given (state, cents)`.execute(db);

  const { exit, lines } = await run('export', 'orders', '--from', today, '--to', today);
  expect(exit).toBe(0);
  const [head = [], ...orders] = readCsv(`${lines.join('\n')}\n`);
  const cell = (line: readonly string[], column: string) => line[head.indexOf(column)];
  expect(new Set(orders.map((line) => cell(line, 'order'))).size).toBe(1_204);
  expect(orders).toHaveLength(1_204);
  const own = orders.find((line) => cell(line, 'order') === code) ?? [];
  expect(cell(own, 'total')).toBe('89.00');
  const paid = (line: readonly string[] = []) =>
    ['payment', 'paid', 'paid_by_credit'].map((column) => cell(line, column));
  const copied = (index: number) => orders.find((line) => cell(line, 'order') === `KOPIE-${index}`);
  expect(paid(own)).toEqual(['card', '89.00', '0.00']);
  expect(paid(copied(9)), 'by transfer and credit').toEqual(['bank_transfer', '80.00', '9.00']);
  expect(paid(copied(10)), 'not paid').toEqual(['', '0.00', '0.00']);
  expect(cell(own, 'state')).toBe('paid');
  expect(cell(own, 'items')).toBe('1 × kurs');
  expect(cell(own, 'name')).toBe('Johanna Brandt');
  const [copy = [], billed = []] = [copied(7), copied(8)];
  expect([own, copy, billed].map((line) => cell(line, 'country'))).toEqual(['AT', 'CH', 'DE']);
  expect(cell(own, 'given_back'), 'what was refused was not given back').toBe('1.05');
  expect(cell(copy, 'name')).toBe('Rahel Meyer');
  expect(cell(own, 'invoices')).toMatch(/^RE-2026-\d{6}$/);
  expect(cell(own, 'referral_code')).toBe('\'=HYPERLINK("http://boese.example")');
  const later = await run('export', 'orders', '--from', addDays(today, 1), '--to', addDays(today, 9));
  expect(later.lines).toHaveLength(1);
});
