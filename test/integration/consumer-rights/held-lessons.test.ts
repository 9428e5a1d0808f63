import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { buy, mailsTo } from '#test/integration/accounts/account-shop.ts';
import { products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openWatchingShop, paid } from './watching-shop.ts';

const watching = await openWatchingShop();
const { shop, sendMails, readLesson, fetchFilm, fetchAll, withdraw, fetchDuring, revoke, usesOf } = watching;

test('a course is withheld until its confirmation was sent, and is not refunded once it was watched', async () => {
  const shopper = await register(shop);
  const order = await buy(shop, shopper, [products.course]);
  expect(await readLesson(shopper, paid)).toMatchObject({
    hold: { reason: 'CONFIRMATION', order_id: order.id, opens_on: null },
    media: null,
    transcript: [],
    worksheet: null,
  });
  expect(await fetchFilm(shopper, paid)).toBe(403);
  await sendMails();
  expect(await readLesson(shopper, paid)).toMatchObject({ hold: null, media: expect.anything() });
  expect(await fetchFilm(shopper, paid)).toBe(206);
  expect(await withdraw(order.code, shopper.email)).toBe(0);
});

test('a membership opens once its buyer requests it, which one mail confirms; its days are not refunded from then on', async () => {
  const shopper = await register(shop);
  const order = await buy(shop, shopper, [products.membership]);
  await sendMails();
  expect(await readLesson(shopper, paid)).toMatchObject({
    hold: { reason: 'EARLY_START', order_id: order.id, opens_on: expect.stringMatching(/^\d{4}-/) },
  });
  const ask = async (who: Shopper) =>
    (await shop.call(endpoints.requestEarlyStart, { params: { id: order.id }, bearer: who.access })).status;
  expect(await ask(await register(shop)), 'of somebody else').toBe(404);
  expect(await fetchAll(shopper, null), 'lessons of any course').toBe(0);
  expect([await ask(shopper), await ask(shopper)]).toEqual([200, 200]);
  const mails = (await mailsTo(shop, shopper.email)).map(({ template }) => template);
  expect(mails.filter((template) => template === 'early_start')).toHaveLength(1);
  expect(await fetchFilm(shopper, paid)).toBe(206);
  expect(await withdraw(order.code, shopper.email)).toBe(Math.round((18_000 * 364) / 365));
  expect(await fetchFilm(shopper, paid)).toBe(403);
});

test('a film that is requested during a withdrawal waits for the decision, and is refused', async () => {
  const shopper = await register(shop);
  const order = await buy(shop, shopper, [products.course]);
  await sendMails();
  expect(await fetchDuring(shopper, order.id, (trx) => revoke(trx, order.id))).toBe(403);
  expect(await usesOf(order.id)).toEqual([{ opened_at: null, opened_lesson_id: null }]);
});
