import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { drawGiveaway } from '#server/gifts/draw-giveaway.ts';
import { addEndpoint } from '#server/platform/webhooks/webhook-endpoints.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { password, register, type Shopper } from '#test/integration/support/shoppers.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';
import { mailedToken, patchUser } from './account-shop.ts';
import { work } from './whole-life-jobs.ts';
import { call, email, home, products, stem, typed } from './whole-life-people.ts';
import { shopAsLearner } from './whole-life-purchases.ts';

/**
 * Does through the API what a customer does, and what jobs and operators do for one. Together with `shopAsGuest` this
 * fills every column of the map of personal data. Returns the account, whose e-mail address is `email`.
 */
export async function liveAsLearner(shop: TestShop): Promise<Shopper> {
  await declareOften(shop);
  const me = await register(shop, email);
  const events = ['order.shipped', 'account.deleted'] as const;
  const added = await addEndpoint(shop.context, { url: 'http://127.0.0.1:1/', events: [...events] });
  if (!added.ok) throw new Error(added.error);
  await fillAccount(shop, me);
  await shopAsLearner(shop, me);
  await writeToShop(shop, me);
  await work(shop);
  return me;
}

/** Exceeds the limit of single receipts, so that a collected one is mailed after an hour. */
async function declareOften(shop: TestShop): Promise<void> {
  for (let time = 0; time < 7; time += 1)
    await call(shop, endpoints.declareWithdrawal, {
      body: { code: `${stem}-3`, email: typed, name: `${stem}-name` },
    });
  await work(shop);
  shop.advance(61 * 60_000);
  await work(shop);
}

/** Does what operators do for the learner: search, read, note, give, answer, send again, export. */
export async function serveLearner(shop: TestShop, { id }: Shopper): Promise<void> {
  const { cookie: operator } = await logInAs(shop, 'owner');
  const newest = async (table: 'contact_messages' | 'reviews') =>
    (await shop.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
  const found = await call(shop, operatorEndpoints.listCustomers, { operator, query: { 'filter[q]': stem } });
  if (!found.data.some((one) => one.id === id)) throw new Error('The learner was not found');
  await call(shop, operatorEndpoints.getCustomer, { operator, params: { id } });
  for (const has_access of [true, false])
    await call(shop, operatorEndpoints.setCourseAccess, {
      operator,
      params: { id, course_id: products.otherCourse },
      body: { has_access, reason: 'as a courtesy' },
    });
  await call(shop, operatorEndpoints.exportCustomer, { operator, params: { id } });
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'code'])
    .where('email', '=', email)
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const note_id = shop.context.ids.uuid();
  await call(shop, operatorEndpoints.noteOperatorOrder, {
    operator,
    params: { id: order.id },
    body: { note_id, text: `${stem} calls again` },
  });
  await call(shop, operatorEndpoints.removeOperatorNote, { operator, params: { id: order.id, note_id } });
  await call(shop, operatorEndpoints.noteMessage, {
    operator,
    params: { id: await newest('contact_messages') },
    body: { is_handled: true },
  });
  const review = { id: await newest('reviews') };
  for (const is_hidden of [true, false])
    await call(shop, operatorEndpoints.setReviewVisibility, {
      operator,
      params: review,
      body: { is_hidden, reason: 'somebody has complained' },
    });
  await call(shop, operatorEndpoints.answerReview, {
    operator,
    params: review,
    body: { text: `Thank you once more, ${stem}.` },
  });
  const mail = await rowOf(shop.db, 'outbox', { recipient: email, template: 'collected_receipt' });
  await call(shop, operatorEndpoints.readMailText, { operator, params: mail });
  await call(shop, operatorEndpoints.sendMailAgain, {
    operator,
    params: mail,
    body: { copy_id: shop.context.ids.uuid() },
  });
  const { reference } = await rowOf(shop.db, 'declarations', { email, state: 'unmatched' });
  await runCommand(
    shop.context,
    'declaration',
    'answer',
    reference,
    '--reject',
    `We know no such order, ${stem}.`,
  );
  await work(shop);
}

async function fillAccount(shop: TestShop, me: Shopper): Promise<void> {
  const { access: bearer, id: user_id } = me;
  await patchUser(shop, me, {
    firstname: `${stem}-vorname`,
    lastname: `${stem}-name`,
    salutation: 'ms',
    preferred_language: 'en',
  });
  await call(shop, endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: home } },
  });
  await call(shop, endpoints.trackUtm, {
    bearer,
    body: {
      user_id,
      utm_source: `${stem}-source`,
      utm_medium: `${stem}-medium`,
      utm_campaign: `${stem}-campaign`,
      utm_social: `${stem}-social`,
    },
  });
  await keepPasskey(shop, me);
  await patchUser(shop, me, { email: `${stem}-new@example.org` });
  await call(shop, endpoints.requestPasswordReset, { body: { email: typed } });
  await call(shop, endpoints.addWishListItem, {
    bearer,
    params: { product_id: products.otherCourse },
    body: {},
  });
  const ended = await shop.send('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    body: JSON.stringify({ identifier: typed, password }),
  });
  const { refresh } = (await ended.json()) as { refresh: string };
  await call(shop, endpoints.logOut, { body: { refresh } });
}

/** Adds and uses a passkey, and leaves a challenge for another one unused. */
async function keepPasskey(shop: TestShop, { access: bearer }: Shopper): Promise<void> {
  const device = createSoftwareAuthenticator(shop.context.settings.siteUrl);
  const { options } = await call(shop, endpoints.openNewPasskey, { bearer, body: {} });
  const { data } = await call(shop, endpoints.addPasskey, {
    bearer,
    body: { credential: device.create(options, { isSynced: true }) },
  });
  await call(shop, endpoints.renamePasskey, {
    bearer,
    params: { id: data.id },
    body: { name: `${stem}-phone` },
  });
  const { options: asked } = await call(shop, endpoints.openPasskeyLogIn, { body: {} });
  const credential = device.sign(asked, { isSynced: true });
  const { refresh } = await call(shop, endpoints.logInWithPasskey, { body: { credential } });
  await call(shop, endpoints.logOut, { body: { refresh } });
  await call(shop, endpoints.openNewPasskey, { bearer, body: {} });
}

async function writeToShop(shop: TestShop, me: Shopper): Promise<void> {
  const { access: bearer } = me;
  await call(shop, endpoints.sendMessage, {
    body: {
      email: typed,
      name: `${stem}-name`,
      topic: 'Kurse',
      message: `${stem} asks`,
      order_code: `${stem}-1`,
    },
  });
  await call(shop, endpoints.declareCancellation, {
    body: {
      code: `${stem}-2`,
      email: typed,
      name: `${stem}-name`,
      kind: 'ordinary',
      reason: `${stem} moves`,
    },
  });
  await call(shop, endpoints.enterGiveaway, {
    body: { email: typed, giveaway: 'winterlos', newsletter: false },
  });
  // Moves the entry to a giveaway of months ago, which can be drawn.
  const giveaway = 'sommerlos';
  await shop.db.updateTable('giveaway_entries').set({ giveaway }).where('email', '=', email).execute();
  const drawn = await drawGiveaway(shop.context, giveaway, { winners: 1, reserves: 0 });
  if (!drawn.ok) throw new Error(drawn.error.code);
  await call(shop, endpoints.writeReview, {
    bearer,
    params: { slug: 'clara-schumann' },
    body: { stars: 5, text: `${stem} plays the piano again.`, author: `${stem}-author` },
  });
  const review = await shop.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  await runCommand(shop.context, 'review', 'answer', review.id, '--text', `We thank you, ${stem}.`);
  await askForNewsletter(shop);
  const token = await mailedToken(shop, 'newsletter_confirm', email);
  await call(shop, endpoints.confirmNewsletter, { body: { token } });
  await patchUser(shop, me, { newsletter: false });
  await askForNewsletter(shop);
  // Columns that registrations other than `register` fill.
  await changeRows(
    shop.db,
    'users',
    { id: me.id },
    {
      newsletter: true,
      newsletter_requested_at: new Date(shop.context.clock.now()),
      declined_newsletter: true,
      is_registered_with_funnel: true,
    },
  );
}

function askForNewsletter(shop: TestShop) {
  return call(shop, endpoints.subscribeToNewsletter, {
    body: { email: typed, locale: 'de', source: 'widget' },
  });
}
