import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { expectedDelivery } from '#core/rules/orders/parcel-tracking.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { formatDay } from '#server/platform/outbox/mail-texts.ts';
import { mailsTo } from '#test/integration/accounts/account-shop.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest, type PaidOrder } from '#test/integration/support/guest-purchase.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const day = 24 * 60 * 60_000;

const lookUp = (code: string, email: string, address?: string) =>
  shop.call(endpoints.requestOrderLink, {
    body: { code, email },
    ...(address === undefined ? {} : { address }),
  });

const linksTo = async (email: string) => (await mailsTo(shop, email, 'order_link')).length;

/** Sends all waiting mails and returns those to an address, oldest first. */
const receivedBy = async (email: string) =>
  (await deliverMails(shop.context)).filter(({ recipient }) => recipient === email);

/** Returns the order token of the link in a mail. */
function tokenIn(text: string, { id }: PaidOrder): string {
  return new RegExp(`/de/bestellung\\?id=${id}#token=([\\w.-]+)`).exec(text)?.[1] ?? '';
}

const open = (order: PaidOrder, orderToken: string) =>
  shop.call(endpoints.getOrder, { params: { id: order.id }, orderToken });

describe('an order without an account', () => {
  test('is opened by the link of its confirmation, for 180 days', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const [confirmation] = await receivedBy(order.email);
    const token = tokenIn(confirmation?.text ?? '', order);
    expect((await open(order, token)).value?.data.attributes.code).toBe(order.code);
    shop.advance(180 * day - 60_000);
    expect((await open(order, token)).status).toBe(200);
    shop.advance(120_000);
    expect((await open(order, token)).codes).toEqual(['NOT_FOUND']);
  });

  test('is opened by a fresh link that is mailed for its number and e-mail, in any spelling', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    await receivedBy(order.email);
    shop.advance(200 * day);
    const typed = ` ${order.code.toLowerCase().slice(0, 4)}-${order.code.slice(4)} `;
    expect((await lookUp(typed, order.email.toUpperCase())).status).toBe(202);
    const [mail, ...others] = await receivedBy(order.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(order.code);
    expect((await open(order, tokenIn(mail?.text ?? '', order))).status).toBe(200);
  });

  test('is opened by the link of its shipping notice; the order of an account has none', async () => {
    const guest = await buyAsGuest(shop, { [products.book]: 1 });
    const owner = await buyAsGuest(shop, { [products.book]: 1, [products.course]: 1 });
    await deliverMails(shop.context);
    for (const { code } of [guest, owner])
      await shipOrder(shop.context, code, { carrier: 'dpd', tracking_code: `D-${code}` });
    const notices = await deliverMails(shop.context);
    const noticeTo = ({ email }: PaidOrder) => notices.find((mail) => mail.recipient === email)?.text ?? '';
    expect((await open(guest, tokenIn(noticeTo(guest), guest))).status).toBe(200);
    expect(noticeTo(owner)).toContain(`D-${owner.code}`);
    expect(noticeTo(owner)).not.toContain('/bestellung');
  });

  test('is opened neither by a changed token nor by that of another order', async () => {
    const [mine, other] = [
      await buyAsGuest(shop, { [products.book]: 1 }),
      await buyAsGuest(shop, { [products.book]: 1 }),
    ];
    const mails = await receivedBy(mine.email);
    const token = tokenIn(mails[0]?.text ?? '', mine);
    const [end = '', signature = ''] = token.split('.');
    const later = `${(Number.parseInt(end, 36) + day).toString(36)}.${signature}`;
    for (const wrong of [later, end, signature, `${token}.`.slice(0, -2), ''])
      expect((await open(mine, wrong)).codes, wrong).toEqual(['NOT_FOUND']);
    expect((await open(other, token)).codes).toEqual(['NOT_FOUND']);
  });
});

test('the confirmation names the days on which the parcel is expected', async () => {
  const order = await buyAsGuest(shop, { [products.book]: 1 });
  const [confirmation] = await receivedBy(order.email);
  const { delivery_days } = shop.content.shop;
  const expected = expectedDelivery(delivery_days, 'DE', calendarDay(shop.context.clock.now()));
  if (expected === null) throw new Error('No delivery days for Germany');
  for (const day of [expected.from, expected.to]) expect(confirmation?.text).toContain(formatDay(day, 'de'));
});

test('the link to an order of an account is mailed to the account and has no token, because it needs a login', async () => {
  const order = await buyAsGuest(shop, { [products.course]: 1 });
  const current = `neu-${order.email}`;
  await shop.db.updateTable('users').set({ email: current }).where('email', '=', order.email).execute();
  await receivedBy(current);
  expect((await lookUp(order.code, order.email)).status).toBe(202);
  expect(await linksTo(order.email)).toBe(0);
  const [mail] = await receivedBy(current);
  expect(mail?.text).toContain('/de/profil/subscription');
  expect(mail?.text).not.toContain('token');
});

describe('the response to a lookup', () => {
  test('does not reveal whether an order exists: it has the same text and delay', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const other = await buyAsGuest(shop, { [products.book]: 1 });
    const answers: { readonly text: string; readonly steps: number }[] = [];
    for (const [code, email] of [
      [order.code, order.email],
      [order.code, other.email],
      ['ABCDEFGHJK', order.email],
      ['ABCDEFGHJK', 'niemand@example.org'],
    ] as const) {
      const before = shop.responseSteps();
      const { status, text } = await lookUp(code, email);
      answers.push({ text: `${status} ${text}`, steps: shop.responseSteps() - before });
    }
    expect(new Set(answers.map(({ text }) => text)).size, 'different responses').toBe(1);
    for (const { steps } of answers) expect(steps).toBeGreaterThan(0);
    expect([await linksTo(order.email), await linksTo(other.email)]).toEqual([1, 0]);
  });

  test('is the same beyond five mails an hour, for known and unknown orders', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    for (const [code, email] of [
      [order.code, order.email],
      ['ABCDEFGHJM', 'fremd@example.org'],
    ] as const) {
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) statuses.push((await lookUp(code, email)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202]);
    }
    expect(await linksTo(order.email)).toBe(5);
    shop.advance(60 * 60_000);
    for (let count = 0; count < 6; count += 1) await lookUp(order.code, order.email);
    expect(await linksTo(order.email)).toBe(10);
  });

  test('is not limited for the owner by guesses with a wrong number or e-mail address', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    for (let count = 0; count < 12; count += 1) {
      await lookUp(`GERATEN${count}`, order.email);
      await lookUp(order.code, `geraten-${count}@example.org`);
    }
    expect((await lookUp(order.code, order.email)).status).toBe(202);
    expect(await linksTo(order.email)).toBe(1);
  });

  test('is limited by number, in any spelling, and client address, whichever e-mails are tried', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const typed = count % 2 === 0 ? order.code : ` ${order.code.toLowerCase()}`;
      statuses.push((await lookUp(typed, `geraten-${count}@example.com`, 'one guesser')).status);
    }
    expect(statuses.indexOf(429), 'look-ups before the first refusal').toBe(10);
  });
});

test('the link to an unpaid order is mailed only while it waits for its transfer', async () => {
  const order = await buyAsGuest(shop, { [products.book]: 1 });
  for (const [state, links] of [
    ['verified', 0],
    ['awaiting_payment', 1],
    ['refunded', 2],
  ] as const) {
    const changes = { state, completed_at: state === 'refunded' ? new Date(shop.context.clock.now()) : null };
    await changeRows(shop.db, 'orders', { id: order.id }, changes);
    await lookUp(order.code, order.email);
    expect(await linksTo(order.email), state).toBe(links);
  }
});
