import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { waivedAt } from '#server/orders/delivery/content-access.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { buy, deleteAccount, logIn, mailsTo } from '#test/integration/accounts/account-shop.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { password, products, register } from '#test/integration/support/shoppers.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { openWatchingShop, paid } from './watching-shop.ts';

const watching = await openWatchingShop();
const { shop, mailer, sendMails, get, readLesson, fetchFilm, fetchAll, withdraw } = watching;
const { fetchDuring, revoke, usesOf } = watching;
const { db, context } = shop;

describe('a course that was watched is not refunded', () => {
  test('when its buyer deletes the account afterwards', async () => {
    const shopper = await register(shop);
    const order = await buy(shop, shopper, [products.course]);
    await sendMails();
    expect(await fetchAll(shopper, products.course)).toBeGreaterThan(5);
    expect((await deleteAccount(shop, shopper)).status).toBe(200);
    expect(await withdraw(order.code, shopper.email)).toBe(0);
  });

  test('when its mail is refused: the films wait until the buyer has downloaded the confirmation', async () => {
    mailer.refuse('550 no such mailbox');
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    await sendMails();
    const account = await shop.call(endpoints.openOrderAccount, {
      params: { id: order.id },
      orderToken: order.token,
      body: { password, password_confirmation: password },
    });
    const session = account.value ?? { access: '', refresh: '' };
    const shopper = { id: '', email: order.email, access: session.access, refresh: session.refresh };
    expect(await fetchAll(shopper, products.course)).toBe(0);
    const { value } = await shop.call(endpoints.listOrderDocuments, {
      params: { id: order.id },
      orderToken: order.token,
    });
    const [confirmation] = value?.data ?? [];
    expect(confirmation?.attributes).toMatchObject({ kind: 'confirmation', title: order.code });
    const url = confirmation?.attributes.url.replace(/^\/api/, '') ?? '';
    expect((await shop.send(`${url}x`)).status).toBe(403);
    expect(await fetchFilm(shopper, paid)).toBe(403);
    const downloaded = await shop.send(url);
    const pdf = await readPdf(new Uint8Array(await downloaded.arrayBuffer()));
    for (const part of [order.code, 'Widerrufsbelehrung', 'Geschäftsbedingungen', 'Sie haben ausdrücklich'])
      expect(pdf.text).toContain(part);
    expect(pdf.text).toContain('auf der Seite Ihrer Bestellung');
    expect(pdf.text).not.toContain('liegt bei');
    expect(await fetchAll(shopper, products.course)).toBeGreaterThan(5);
    expect(await withdraw(order.code, order.email)).toBe(0);
    mailer.refuse(null);
    shop.faults.splice(0);
  });

  test('when it was a gift that somebody else has watched, and deleted the account', async () => {
    const buyer = await register(shop);
    const friend = await register(shop);
    const order = await buy(shop, buyer, [products.gift]);
    const read = await shop.call(endpoints.getOrder, { params: { id: order.id }, bearer: buyer.access });
    const code = read.value?.data.attributes.products[0]?.code ?? '';
    await shop.call(endpoints.redeemGiftCode, { bearer: friend.access, body: { code } });
    expect(await readLesson(friend, paid)).toMatchObject({
      hold: { reason: 'CONFIRMATION', order_id: null },
    });
    expect(await fetchAll(friend, products.course)).toBe(0);
    await sendMails();
    expect(await fetchAll(friend, products.course)).toBeGreaterThan(5);
    await deleteAccount(shop, friend);
    expect(await withdraw(order.code, buyer.email)).toBe(0);
  });

  test('when two are in an order: only the other one is refunded; a worksheet on another device counts as watching', async () => {
    const shopper = await register(shop);
    const order = await buy(shop, shopper, [products.course, products.otherCourse]);
    await sendMails();
    const again = await logIn(shop, shopper.email, password);
    const { value } = await shop.call(endpoints.getLesson, {
      bearer: again.value?.access ?? '',
      params: { id: paid },
    });
    const sheet = await get(value?.data.attributes.worksheet?.address ?? '');
    expect(sheet.status).toBe(200);
    const lines = await rowsOf(db, 'order_lines', { order_id: order.id }, [
      'product_id',
      'price_cents',
      'discount_cents',
    ]);
    const other = lines.find((line) => line.product_id === products.otherCourse);
    const back = (other?.price_cents ?? 0) - (other?.discount_cents ?? 0);
    expect(await withdraw(order.code, shopper.email, [products.course])).toBe(0);
    expect(await withdraw(order.code, shopper.email)).toBe(back);
    expect(await withdraw(order.code, shopper.email)).toBe(back);
    expect(await fetchFilm(shopper, paid)).toBe(206);
  });
});

test.each([
  ['the course itself', true, [0, 18_000]],
  ['the membership while the course waits', false, [9_900, Math.round((18_000 * 364) / 365)]],
])('who has a course and a membership uses %s', async (_, isConfirmed, expected) => {
  const shopper = await register(shop);
  const membership = await buy(shop, shopper, [products.membership], 'fake-valid-nonce', true);
  await sendMails();
  const course = await buy(shop, shopper, [products.course]);
  if (isConfirmed) await sendMails();
  expect(await fetchFilm(shopper, paid)).toBe(206);
  await sendMails();
  const back = [await withdraw(course.code, shopper.email), await withdraw(membership.code, shopper.email)];
  expect(back, 'refunds of course and membership').toEqual(expected);
});

test('each kind of content has its own consent', () => {
  const [waiver_accepted_at, code_waiver_accepted_at] = [new Date(1_000), new Date(2_000)];
  expect(waivedAt({ waiver_accepted_at, code_waiver_accepted_at }, 'course')).toBe(1_000);
  expect(waivedAt({ waiver_accepted_at, code_waiver_accepted_at }, 'gift')).toBe(2_000);
  expect(waivedAt({ waiver_accepted_at: null, code_waiver_accepted_at }, 'course')).toBeNull();
  expect(waivedAt({ waiver_accepted_at, code_waiver_accepted_at: null }, 'gift')).toBeNull();
});

const mailsAbout = async (template: string, recipient: string) =>
  (await mailsTo(shop, recipient)).filter((mail) => mail.template === template).length;

describe('a membership', () => {
  test('is not refunded for the days since the first request, also when it is repeated later', async () => {
    const shopper = await register(shop);
    const order = await buy(shop, shopper, [products.membership]);
    await sendMails();
    const ask = (bearer: string) =>
      shop.call(endpoints.requestEarlyStart, { params: { id: order.id }, bearer });
    expect((await ask(shopper.access)).status).toBe(200);
    expect(await fetchFilm(shopper, paid)).toBe(206);
    shop.advance(5 * 86_400_000);
    const again = await logIn(shop, shopper.email, password);
    expect((await ask(again.value?.access ?? '')).status).toBe(200);
    expect(await withdraw(order.code, shopper.email)).toBe(Math.round((18_000 * 359) / 365));
  });

  test('that was bought with the request opens at once; without it at the end of the withdrawal period, to the instant', async () => {
    const asked = await register(shop);
    const silent = await register(shop);
    await buy(shop, asked, [products.membership], 'fake-valid-nonce', true);
    expect(await mailsAbout('early_start', asked.email), 'the order confirmation says it').toBe(0);
    const order = await buy(shop, silent, [products.membership]);
    await sendMails();
    expect(await fetchFilm(asked, paid)).toBe(206);
    const hold = await readLesson(silent, paid);
    const opens_on = 'hold' in hold ? (hold.hold?.opens_on ?? '') : '';
    shop.advance(Date.parse(`${opens_on}T00:00:00+01:00`) - 1 - context.clock.now());
    const late = await logIn(shop, silent.email, password);
    const shopper = { ...silent, access: late.value?.access ?? '' };
    expect(await fetchFilm(shopper, paid)).toBe(403);
    shop.advance(1);
    expect(await fetchFilm(shopper, paid)).toBe(206);
    expect(await withdraw(order.code, silent.email)).toBe(0);
  });
});

test('a course that nobody bought, such as those of the demo learner, is open at once', async () => {
  const shopper = await logIn(shop, 'lernende@meisterhand.example', 'meisterhand-demo');
  const { value } = await shop.call(endpoints.getLesson, {
    bearer: shopper.value?.access ?? '',
    params: { id: 'duerer-der-ruhende-blick' },
  });
  expect(value?.data.attributes).toMatchObject({ hold: null, media: expect.anything() });
});

test('a film that is requested while its course is withdrawn is recorded as a use of the membership only', async () => {
  const shopper = await register(shop);
  const membership = await buy(shop, shopper, [products.membership], 'fake-valid-nonce', true);
  const course = await buy(shop, shopper, [products.course]);
  await sendMails();
  expect(await fetchDuring(shopper, course.id, (trx) => revoke(trx, course.id))).toBe(206);
  expect(await usesOf(course.id)).toMatchObject([{ opened_lesson_id: null }]);
  expect(await usesOf(membership.id)).toMatchObject([{ opened_lesson_id: paid }]);
});

test('a film whose course and then membership are withdrawn waits for both, and is refused', async () => {
  const shopper = await register(shop);
  const membership = await buy(shop, shopper, [products.membership], 'fake-valid-nonce', true);
  const course = await buy(shop, shopper, [products.course]);
  await sendMails();
  const { film } = await inTransaction(db, async (other) => {
    await other.selectFrom('orders').select('id').where('id', '=', membership.id).forUpdate().execute();
    const waiting = fetchDuring(shopper, course.id, (trx) => revoke(trx, course.id));
    await Promise.race([waiting, vi.waitFor(() => expectRevoked(course.id), { timeout: 120_000 })]);
    await Promise.race([waiting, untilBlocked(db)]);
    await changeRows(other, 'subscriptions', { order_id: membership.id }, { status: 'expired' });
    return { film: waiting };
  });
  expect(await film).toBe(403);
  expect(await usesOf(membership.id)).toMatchObject([{ opened_lesson_id: null }]);
});

const expectRevoked = async (orderId: string) =>
  expect(
    await db.selectFrom('entitlements').select('revoked_at').where('order_id', '=', orderId).execute(),
  ).not.toContainEqual({ revoked_at: null });

test('of two requests at the same time the first one is recorded as the first use', async () => {
  const shopper = await register(shop);
  const order = await buy(shop, shopper, [products.course]);
  await sendMails();
  const { id: order_line_id } = await rowOf(db, 'order_lines', { order_id: order.id });
  const first = { opened_at: new Date(context.clock.now()), opened_lesson_id: 'duerer-der-ruhende-blick' };
  const { second } = await inTransaction(db, async (trx) => {
    await changeRows(trx, 'digital_contents', { order_line_id }, first);
    shop.advance(1_000);
    const waiting = fetchFilm(shopper, paid);
    await Promise.race([waiting, untilBlocked(db)]);
    return { second: waiting };
  });
  expect(await second).toBe(206);
  expect(await usesOf(order.id)).toEqual([first]);
});
