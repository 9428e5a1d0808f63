import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { tally } from '#test/integration/support/outcomes.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { db, context } = shop;
const hour = 60 * 60_000;
const day = 24 * hour;

/** Declares a withdrawal. Returns when its receipt is mailed, as the response says. */
async function declare(body: { readonly code: string; readonly email: string }, address: string) {
  const { status, value } = await shop.call(endpoints.declareWithdrawal, {
    address,
    body: { ...body, name: 'Johanna Brandt' },
  });
  expect(status).toBe(201);
  return value?.data.attributes.mailed;
}

/** Decides all declarations, and returns the mails that are sent until the hour is over. */
async function sendAll() {
  while ((await decideDeclarations(context)) > 0);
  shop.advance(hour + 60_000);
  return deliverMails(context);
}

const strangers = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => ({
    code: `ZZZZ${1000 + index}`,
    email: `fremde-${index}@${of}.example`,
  }));

test('110 declarations of one network for unknown addresses cause 100 mails; a buyer there still gets receipt and outcome', async () => {
  const order = await buyAsGuest(shop, { [products.course]: 1 });
  await sendAll();
  const network = '198.51.100.7';
  const answers: unknown[] = [];
  for (const body of strangers(110, 'flut')) answers.push(await declare(body, network));
  const count = (of: string) => answers.filter((one) => one === of).length;
  expect([count('at_once'), count('later'), count('purchase_only')]).toEqual([60, 40, 10]);
  expect(await declare({ code: order.code, email: order.email }, network)).toBe('purchase_only');

  const mails = await sendAll();
  expect(mails.filter(({ recipient }) => recipient.endsWith('@flut.example'))).toHaveLength(100);
  const received = mails.filter(
    ({ recipient, subject }) => recipient === order.email && subject.includes('Widerruf'),
  );
  const kinds = received.map(({ subject, text }) => {
    if (subject.startsWith('Zu Ihrem Widerruf')) return 'outcome';
    return text.includes(`Bestell- oder Vertragsnummer: ${order.code}`) ? 'receipt' : subject;
  });
  expect(kinds.toSorted()).toEqual(['outcome', 'receipt']);
  const declared = await rowsOf(db, 'declarations', {}, ['state']);
  expect(tally(declared.map(({ state }) => state))).toEqual({ matched: 1, unmatched: 110 });

  // The limit of the network ends after a day.
  expect(await declare({ code: 'ZZZZ9999', email: 'spaeter@example.org' }, network)).toBe('purchase_only');
  shop.advance(day);
  expect(await declare({ code: 'ZZZZ9999', email: 'spaeter@example.org' }, network)).toBe('at_once');
  expect(shop.faults).toEqual([]);
});

test('the networks of one IPv6 site share a limit, those of two sites do not', async () => {
  const answers = [];
  for (const [index, body] of strangers(101, 'sechs').entries())
    answers.push(await declare(body, `2001:db8:1:${index.toString(16)}::/64`));
  expect(answers.slice(98)).toEqual(['at_once', 'at_once', 'purchase_only']);
  expect(await declare({ code: 'ZZZZ1', email: 'nebenan@example.org' }, '2001:db8:2:1::/64')).toBe('at_once');
  await sendAll();
});

test('declarations with an immediate receipt are decided before a flood that came first', async () => {
  const network = '203.0.113.9';
  for (const body of strangers(65, 'zuerst')) await declare(body, network);
  shop.advance(1);
  const order = await buyAsGuest(shop, { [products.course]: 1 });
  await declare({ code: order.code, email: order.email }, '203.0.113.10');
  const isDecided = async () => {
    const row = await rowOf(db, 'declarations', { email: order.email });
    return row.state !== 'received';
  };
  // Sixty of the flood have an immediate receipt too, and came before.
  for (let runs = 0; runs < 3; runs += 1) await decideDeclarations(context);
  expect(await isDecided()).toBe(false);
  await decideDeclarations(context);
  expect(await isDecided()).toBe(true);
  const left = await db.selectFrom('declarations').select('email').where('state', '=', 'received').execute();
  expect(left.every(({ email }) => email.endsWith('@zuerst.example'))).toBe(true);
  await sendAll();
});

test('a declaration without a receipt by mail is deleted as early as one with a collective receipt', async () => {
  const network = '203.0.113.77';
  for (const body of strangers(101, 'frist')) await declare(body, network);
  while ((await decideDeclarations(context)) > 0);
  const left = async () => {
    while ((await deleteExpiredData(context)) > 0);
    const rows = await db
      .selectFrom('declarations')
      .select('id')
      .where('email', 'like', '%@frist.example')
      .execute();
    return rows.length;
  };
  shop.advance(30 * day - 1);
  expect(await left()).toBe(101);
  shop.advance(2);
  expect(await left()).toBe(60);
});
