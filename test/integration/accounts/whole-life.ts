import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileMailer } from '#adapters/mail/file/file-mailer.ts';
import type { Endpoint, EndpointResponse } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { drawGiveaway } from '#server/gifts/draw-giveaway.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { noteOrder } from '#server/operations/order-actions/order-notes.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { contentAccess, openContent } from '#server/orders/delivery/open-contents.ts';
import { chaseTransfers } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { deleteOldHits } from '#server/platform/rate-limits.ts';
import { deliverWebhooks } from '#server/platform/webhooks/deliver-webhooks.ts';
import { addEndpoint } from '#server/platform/webhooks/webhook-endpoints.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  linesOf,
  password,
  register,
  type Shopper,
  products as sold,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { createSoftwareAuthenticator } from '#test/support/software-authenticator.ts';
import { buy, mailedToken, patchUser } from './account-shop.ts';

/** A call that has to succeed: what is refused would leave its columns empty. */
async function call<E extends Endpoint>(
  shop: TestShop,
  endpoint: E,
  options: Parameters<typeof shop.call<E>>[1],
): Promise<EndpointResponse<E>> {
  const { value, text } = await shop.call(endpoint, options);
  if (value === null) throw new Error(`${endpoint.name}: ${text}`);
  return value;
}

const products = {
  ...sold,
  otherGift: 'gift-geschenk-ignaz-semmelweis',
  subscription: 'subscription-monatskarte',
} as const;

/** Part of every text that the learner types, and of nothing else in the database. */
export const stem = 'zq7x';

/** The same for somebody who never has an account. */
export const guestStem = 'zq7y';

const email = `${stem}@xn--bcher-kva.example`;

/** The same address as the learner types it: in capitals, and with an umlaut in two characters. */
const typed = `${stem.toUpperCase()}@Bu\u0308cher.Example`;

const guestEmail = `${guestStem}@example.org`;

const homeOf = (whose: string) => ({
  ...berlin,
  firstname: `${whose}-vorname`,
  lastname: `${whose}-name`,
  street: `${whose}-weg`,
});
const home = homeOf(stem);
const billedOf = (whose: string) => ({
  firstname: `${whose}-billed`,
  lastname: `${whose}-name`,
  country: 'DE' as const,
});
const present: CustomProperties = {
  recipient_name: `${stem}-friend`,
  recipient_email: `${stem}-friend@example.org`,
  sender_name: `${stem}-sender`,
  greeting: `${stem} greets`,
  delivery: 'email',
  deliver_on: '2026-11-22',
};

/** The setting of a shop in which such a life is possible. */
export const bankTransfer = {
  account_holder: 'Meisterhand GmbH',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  term_days: 7,
};

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

/** Past the limit of single receipts: one for the others comes when the hour is over. */
async function declareOften(shop: TestShop): Promise<void> {
  for (let time = 0; time < 7; time += 1)
    await call(shop, endpoints.declareWithdrawal, {
      body: { code: `${stem}-3`, email: typed, name: `${stem}-name` },
    });
  await work(shop);
  shop.advance(61 * 60_000);
  await work(shop);
}

/** Where mails are written; whoever uses it removes it. */
export const mailFolder = mkdtempSync(join(tmpdir(), 'meisterhand-mails-'));
const mailFiles = createFileMailer({ directory: mailFolder });

/** Runs the jobs of the server until nothing is due. The mail server refuses the guest. */
export async function work({ context }: TestShop): Promise<void> {
  const send = async (mail: MailMessage) => {
    if (mail.recipient === guestEmail) throw new Error(`550 ${guestStem} has no mailbox`);
    await mailFiles.send(mail);
  };
  await resolveUnknownPayments(context);
  await chaseTransfers(context);
  for (let count = 0; count < 3; count += 1) {
    await decideDeclarations(context);
    await settleRefunds(context);
    while ((await deliverMail(context, { texts: apiTexts.mails, mailer: { send } })) > 0);
  }
  await renewSubscriptions(context);
  await deliverWebhooks(context, { timeLimit: 1_000 });
  await deleteOldHits(context);
  while ((await deleteExpiredData(context, { mailer: mailFiles })) > 0);
}

/** What operators do for and about the learner: search, read, note, give, answer, send again, export. */
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

/** A passkey that was used, and a challenge for another that nobody signs. */
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

/** Buys by card and by transfer, watches, withdraws, redeems; a subscription ends, a cart stays behind. */
async function shopAsLearner(shop: TestShop, me: Shopper): Promise<void> {
  const { access: bearer } = me;
  const gift = { product_id: products.gift, quantity: 2, custom_properties: present };
  const putGift = () =>
    call(shop, endpoints.updateCart, {
      bearer,
      body: { action: 'add', products: [gift], referral_code: `${stem}-REF`, affiliate_code: `${stem}-AFF` },
    });
  await putGift();
  await useCode(shop, me, 'ZUGABE', null);
  const bought = await buy(shop, me, [products.course, products.book, products.voucher]);
  await work(shop);
  await learn(shop, me);
  await runCommand(shop.context, 'ship', bought.code, 'dhl', `${stem}-parcel`);
  await noteOrder(shop.context, bought.id, { note_id: shop.context.ids.uuid(), text: `${stem} rief an` });
  await call(shop, endpoints.getCodeInfo, {
    body: { code: await giftCodeOf(shop, products.gift), opens: true },
  });
  const code = await giftCodeOf(shop, products.otherGift);
  await call(shop, endpoints.redeemGiftCode, { bearer, body: { code } });
  await withdraw(shop, await buy(shop, me, [products.otherCourse]));
  await withdraw(shop, await buy(shop, me, [products.membership], 'fake-valid-nonce', true));
  await buy(shop, me, [products.subscription], 'fake-valid-nonce', true);
  await work(shop);
  await watchOnTwoDays(shop, me);
  const { data } = await call(shop, endpoints.listSubscriptions, { bearer });
  const running = data.find(({ attributes }) => attributes.status === 'active');
  await call(shop, endpoints.cancelSubscription, { bearer, params: { id: running?.id ?? '' }, body: {} });

  const guest = await storeGuestCart(shop, { [products.otherGift]: 1 });
  const merge_id = shop.context.ids.uuid();
  await call(shop, endpoints.mergeCart, {
    bearer,
    body: {
      merge_id,
      products: linesOf({ [products.book]: 1, [products.course]: 1 }),
      bundle_cart_unique_id: guest.id,
    },
  });
  await putGift();
  await useCode(shop, me, await giftCodeOf(shop, products.voucher), null);
  await useCode(shop, me, 'HERBST', 'herbst');
}

async function useCode(shop: TestShop, { access: bearer }: Shopper, code: string, campaign: string | null) {
  const cart = await call(shop, endpoints.getOwnCart, { bearer });
  const id = cart.bundle_cart_unique_id ?? '';
  await call(shop, endpoints.applyCode, { bearer, body: { id, code, campaign } });
  return id;
}

async function giftCodeOf({ db }: TestShop, productId: string): Promise<string> {
  const row = await db
    .selectFrom('gift_codes')
    .select('code')
    .where('product_id', '=', productId)
    .where('order_line_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.code;
}

async function withdraw(shop: TestShop, { code }: { readonly code: string }): Promise<void> {
  await work(shop);
  await call(shop, endpoints.declareWithdrawal, {
    body: { code, email: typed, name: `${stem}-name`, reason: `${stem} regrets` },
  });
  await work(shop);
}

async function learn(shop: TestShop, { access: bearer, id: userId }: Shopper): Promise<void> {
  const lesson = 'schumann-das-gewicht-des-arms';
  const wanted = { userId, courseId: products.course, lessonId: lesson };
  const access = await contentAccess(shop.db, shop.context, wanted);
  if (access.state === 'open') await openContent(shop.db, shop.context, wanted, access.unnoted);
  const watched_at = new Date(shop.context.clock.now()).toISOString();
  await call(shop, endpoints.saveProgress, {
    bearer,
    params: { lesson },
    body: { position_seconds: 30, is_finished: true, watched_at },
  });
  await call(shop, endpoints.addNote, {
    bearer,
    body: { lesson, position_seconds: 9, text: `${stem} listens` },
  });
}

/** Is given a course that only the subscription opens, on two days. */
async function watchOnTwoDays({ db, context }: TestShop, { id: userId }: Shopper): Promise<void> {
  const wanted = { userId, courseId: products.otherCourse, lessonId: 'noether-sechs-arten' };
  for (const later of [0, 24 * 60 * 60_000]) {
    const clock = { now: () => context.clock.now() + later };
    const access = await contentAccess(db, { clock }, wanted);
    if (access.state === 'open') await openContent(db, { clock }, wanted, access.unnoted);
  }
}

/**
 * Somebody with the e-mail address of the account fills a cart; a guest has a draft, a purchase, a transfer that never
 * arrives, a card that is declined.
 */
export async function shopAsGuest(shop: TestShop): Promise<void> {
  const { id: own } = await storeGuestCart(shop, { [products.book]: 1 });
  await call(shop, endpoints.setShippingAddress, { body: { id: own, email: typed, ...home } });
  const draft = await storeGuestCart(shop, { [products.course]: 1 });
  await call(shop, endpoints.setBillingContact, {
    body: { id: draft.id, email: guestEmail, ...billedOf(guestStem) },
  });
  await call(shop, endpoints.createOrder, { body: { email: guestEmail, bundle_cart_unique_id: draft.id } });
  await pay(shop, 'fake-valid-nonce');
  await pay(shop, 'fake-processor-declined-visa-nonce');
  await pay(shop, 'fake-redirect-action-nonce');
  await pay(shop, 'transfer');
  await call(shop, endpoints.subscribeToNewsletter, {
    body: { email: guestEmail, locale: 'de', source: 'widget' },
  });
  await work(shop);
}

/** Orders a book as a guest and pays. `transfer`: by the nonce that the order was given. */
async function pay(shop: TestShop, nonce: string): Promise<void> {
  const { id } = await storeGuestCart(shop, { [products.book]: 1 });
  await call(shop, endpoints.setShippingAddress, { body: { id, email: guestEmail, ...homeOf(guestStem) } });
  const ordered = await call(shop, endpoints.createOrder, {
    body: { email: guestEmail, bundle_cart_unique_id: id },
  });
  const { data, meta } = ordered;
  const orderToken = meta?.order_token ?? '';
  const verified = await call(shop, endpoints.verifyOrder, { orderToken, body: { id: data.id } });
  const offered = verified.transfer_nonce ?? '';
  // Some of these cards are refused.
  await shop.call(endpoints.checkOutOrder, {
    orderToken,
    body: {
      id: data.id,
      payment_method_nonce: nonce === 'transfer' ? offered : nonce,
      expected_total: data.attributes.amount_due,
      waiver_accepted: true,
    },
  });
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
  // As if it was entered months ago, so that it can be drawn.
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
  // Noted when somebody registers in other ways than `register`.
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
