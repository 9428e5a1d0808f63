import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { err } from '#core/rules/basics/result.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import {
  deleteForCustomer,
  deleteAccount as deleteOwnAccount,
} from '#server/personal-data/delete-account.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { free } from '#test/integration/support/media-shop.ts';
import { inParallel, outcomeOfCall, refusal, tally } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  giveCourse,
  linesOf,
  orderAs,
  password,
  products,
  register,
  type Shopper,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import {
  arriveByPurchase,
  buy,
  changeEmail,
  deleteAccount,
  deleteAccountAndCredit,
  giveCredit,
  isLoggedIn,
  logIn,
  logInByCode,
  mailedCode,
  mailedToken,
  mailsTo,
  passwordLink,
  refreshSession,
  resetPassword,
  storeAddress,
  undoEmailChange,
  userRow,
} from './account-shop.ts';

const shop = await openTestShop();

/** Returns the number of rows of a table that belong to a user. */
const countOf = async (table: OwnTable | 'subscriptions', user_id: string) =>
  (await rowsOf(shop.db, table, { user_id })).length;

const ownTables = [
  'sessions',
  'passkeys',
  'passkey_challenges',
  'addresses',
  'carts',
  'cart_merges',
  'lesson_progress',
  'lesson_notes',
  'wish_list_items',
  'reviews',
  'one_time_tokens',
  'registration_sources',
] as const;
type OwnTable = (typeof ownTables)[number];

/** Registers a user and creates data in every part of the account. */
async function registerWithData(): Promise<Shopper> {
  const me = await register(shop);
  const { access: bearer, id: user_id } = me;
  const now = new Date(shop.context.clock.now());
  await buy(shop, me, [products.course, products.book]);
  await storeAddress(shop, bearer);
  const guest = await storeGuestCart(shop, { [products.book]: 1 });
  await shop.call(endpoints.mergeCart, {
    bearer,
    body: { merge_id: shop.context.ids.uuid(), products: [], bundle_cart_unique_id: guest.id },
  });
  await shop.call(endpoints.trackUtm, { bearer, body: { utm_source: 'zeitung', user_id } });
  await shop.call(endpoints.subscribeToNewsletter, {
    body: { email: me.email, locale: 'de', source: 'widget' },
  });
  await shop.call(endpoints.requestPasswordReset, { body: { email: me.email } });
  const lesson = await shop.db.selectFrom('lessons').select('id').executeTakeFirstOrThrow();
  const watched = { position_seconds: 10, is_finished: false, watched_at: now };
  await insertRows(shop.db, 'lesson_progress', { user_id, lesson_id: lesson.id, ...watched });
  await shop.call(endpoints.addNote, { bearer, body: { lesson: lesson.id, position_seconds: 3, text: '' } });
  await insertRows(shop.db, 'wish_list_items', { user_id, product_id: products.otherCourse, added_at: now });
  await insertRows(shop.db, 'passkeys', {
    ...{ id: shop.context.ids.uuid(), user_id, credential_id: user_id, public_key: Buffer.from('key') },
    ...{ sign_count: 0, transports: [], is_synced: true, name: 'Telefon', created_at: now },
  });
  const challenge_hash = Buffer.from(user_id);
  await insertRows(shop.db, 'passkey_challenges', { challenge_hash, user_id, expires_at: now });
  return me;
}

async function review(userId: string, stars: number): Promise<void> {
  const now = new Date(shop.context.clock.now());
  await insertRows(shop.db, 'reviews', {
    ...{ id: shop.context.ids.uuid(), product_id: products.course, user_id: userId, stars },
    ...{ text: 'Gut.', author: 'Ada K.', locale: 'de', created_at: now, changed_at: now },
  });
}

const ratingOf = (product_id: string) => rowOf(shop.db, 'product_ratings', { product_id });

/** Returns the invoices of a user's orders. */
const invoicesOf = (userId: string) =>
  shop.db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['number', 'facts', 'orders.email'])
    .where('user_id', '=', userId)
    .execute();

const putIntoCart = { action: 'add', products: linesOf({ [products.book]: 1 }) } as const;

/** Calls that store personal data, by what they store. */
const stores: Readonly<Record<string, (bearer: string) => Promise<object>>> = {
  'an address': (bearer) => storeAddress(shop, bearer),
  'a note': (bearer) =>
    shop.call(endpoints.addNote, { bearer, body: { lesson: free, position_seconds: 3, text: '' } }),
  'a wish list item': (bearer) =>
    shop.call(endpoints.addWishListItem, { bearer, params: { product_id: products.course } }),
  progress: (bearer) =>
    shop.call(endpoints.saveProgress, { bearer, params: { lesson: free }, body: { position_seconds: 3 } }),
  'a cart line': (bearer) => shop.call(endpoints.updateCart, { bearer, body: putIntoCart }),
  'a billing contact': (bearer) => {
    const body = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
    return shop.call(endpoints.setBillingContact, { bearer, body });
  },
  'a cart merge': (bearer) => {
    const body = { merge_id: shop.context.ids.uuid(), products: putIntoCart.products };
    return shop.call(endpoints.mergeCart, { bearer, body });
  },
  'a review': (bearer) => {
    const body = { stars: 5, text: 'Ein Kurs, den ich gern empfehle.', author: 'Ada' };
    return shop.call(endpoints.writeReview, { bearer, params: { slug: 'clara-schumann' }, body });
  },
  'a membership': async (bearer) => {
    const { ids, clock } = shop.context;
    const code = ids.code(16);
    const gift = { id: ids.uuid(), code, kind: 'gift', product_id: 'gift-geschenk-masterpass' };
    await insertRows(shop.db, 'gift_codes', { ...gift, created_at: new Date(clock.now()) });
    return shop.call(endpoints.redeemGiftCode, { bearer, body: { code } });
  },
};

describe('deleting an account', () => {
  test('removes personal data and keeps orders and invoices', async () => {
    const me = await registerWithData();
    await review(me.id, 5);
    const before = await invoicesOf(me.id);
    for (const table of ownTables) expect(await countOf(table, me.id), table).toBeGreaterThan(0);
    const deleted = await deleteAccount(shop, me);
    expect([deleted.status, deleted.value?.state]).toEqual([200, 'deleted']);
    for (const table of ownTables) expect(await countOf(table, me.id), table).toBe(0);
    expect(await userRow(shop, me.id)).toMatchObject({
      email: `deleted-${me.id}@deleted.invalid`,
      password_hash: null,
      firstname: '',
      lastname: '',
      is_active: false,
      deleted_at: new Date(shop.context.clock.now()),
    });
    // The subscription was never confirmed.
    expect(await rowsOf(shop.db, 'newsletter_subscriptions', { email: me.email })).toEqual([]);
    expect(before).toHaveLength(1);
    expect(await invoicesOf(me.id)).toEqual(before);
    expect((await mailsTo(shop, me.email)).at(-1)).toMatchObject({ template: 'account_deleted', facts: {} });
  });

  test('covers every table that references a user', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as "table" from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`.execute(shop.db);
    // Rows of these tables are kept without personal data.
    const kept = ['orders', 'subscriptions', 'entitlements', 'gift_codes'];
    expect(rows.map(({ table }) => table).toSorted()).toEqual([...ownTables, ...kept].toSorted());
  });

  test('ends all sessions, and no login or link works any more', async () => {
    const me = await register(shop);
    const token = await passwordLink(shop, me.email);
    await deleteAccount(shop, me);
    expect(await isLoggedIn(shop, me)).toBe(false);
    expect((await refreshSession(shop, me.refresh)).status).toBe(401);
    expect((await logIn(shop, me.email, password)).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await logIn(shop, `deleted-${me.id}@deleted.invalid`, password)).status).toBe(401);
    expect((await resetPassword(shop, token)).codes).toEqual(['LINK_EXPIRED']);
    expect((await register(shop, me.email)).id).not.toBe(me.id);
  });

  test('needs the password', async () => {
    const me = await register(shop);
    const wrong = await deleteAccount(shop, me, 'nicht mein Passwort');
    expect([wrong.status, wrong.codes]).toEqual([422, ['WRONG_PASSWORD']]);
    const request = { params: { id: me.id }, bearer: me.access, body: {} };
    const missing = await shop.call(endpoints.deleteAccount, request);
    expect(missing.codes).toEqual(['INVALID_INPUT']);
    expect(JSON.parse(missing.text).errors[0].source).toEqual({ pointer: '/password' });
    expect(await isLoggedIn(shop, me)).toBe(true);
  });

  test('allows ten wrong passwords', async () => {
    const me = await register(shop);
    const tries = await inParallel(12, () => deleteAccount(shop, me, 'geraten wie sonst'));
    expect(tries.filter(({ codes }) => codes[0] === 'TOO_MANY_ATTEMPTS')).toHaveLength(2);
  });

  test('of a reviewer recalculates the ratings, without hidden reviews', async () => {
    const [one, other, third] = [await register(shop), await register(shop), await register(shop)];
    await shop.db.deleteFrom('reviews').execute();
    await review(third.id, 1);
    await shop.db.updateTable('reviews').set({ hidden_at: new Date() }).execute();
    await review(one.id, 2);
    await review(other.id, 4);
    const both = { reviewers: 2, stars_total: 6, lowest: 2, highest: 4 };
    await insertRows(shop.db, 'product_ratings', { product_id: products.course, ...both });
    await deleteAccount(shop, one);
    const left = { reviewers: 1, stars_total: 4, lowest: 4, highest: 4 };
    expect(await ratingOf(products.course)).toMatchObject(left);
    await deleteAccount(shop, other);
    expect(await ratingOf(products.course)).toMatchObject({ reviewers: 0, stars_total: 0 });
  });

  test('cancels unpaid orders and removes their personal data', async () => {
    const me = await register(shop);
    const { id } = await orderAs(shop, me, { [products.course]: 1 });
    await deleteAccount(shop, me);
    const voided = { state: 'voided', email: `deleted-${id}@deleted.invalid`, shipping_address: null };
    expect(await rowOf(shop.db, 'orders', { id })).toMatchObject(voided);
  });

  test('succeeds once in ten parallel calls', async () => {
    const me = await registerWithData();
    const answers = await inParallel(10, () => deleteAccount(shop, me));
    const { 200: deletions, ...others } = tally(answers.map(outcomeOfCall));
    expect(deletions).toBe(1);
    expect([refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')]).toEqual(
      expect.arrayContaining(Object.keys(others)),
    );
  });

  test('refuses calls that began before it, and no mail goes to the placeholder address', async () => {
    const me = await register(shop);
    expect((await deleteAccount(shop, me)).status).toBe(200);
    const request = { password: undefined, forfeit_credit: false };
    expect(await deleteOwnAccount(shop.context, me.id, request, 'de')).toEqual(
      err(domainFailure('NOT_FOUND')),
    );
    expect(await checkOwnPassword(shop.context, me.id, password, '/password')).toEqual(
      err(domainFailure('UNAUTHENTICATED')),
    );
    expect(await mailsTo(shop, `deleted-${me.id}@deleted.invalid`)).toEqual([]);
  });

  test.each(Object.entries(stores))('refuses a waiting call that would store %s', async (_what, store) => {
    const me = await register(shop);
    await giveCourse(shop, me.id);
    const { storing } = await inTransaction(shop.db, async (trx) => {
      const account = await lockErasable(trx, me.id, null);
      if (!account.ok) throw new Error(account.error.code);
      const storing = store(me.access);
      await untilBlocked(shop.db);
      await eraseAccount(trx, shop.context, account.value);
      return { storing };
    });
    expect(await storing).toMatchObject({ status: 401, codes: ['UNAUTHENTICATED'] });
    for (const table of [...ownTables, 'subscriptions'] as const)
      expect(await countOf(table, me.id), table).toBe(0);
  });
});

describe('deleting is refused', () => {
  test('while a subscription renews, and possible once it is cancelled', async () => {
    const me = await register(shop);
    const { id: order_id } = await buy(shop, me, [products.membership]);
    expect(await deleteAccount(shop, me)).toMatchObject({ status: 409, codes: ['CONTRACT_RENEWS'] });
    expect(await isLoggedIn(shop, me)).toBe(true);
    await changeRows(shop.db, 'subscriptions', { user_id: me.id }, { status: 'cancelled' });
    expect((await deleteAccount(shop, me)).status).toBe(200);
    const kept = { vault_token: null, payment_method: null };
    expect(await rowOf(shop.db, 'subscriptions', { user_id: me.id })).toMatchObject(kept);
    expect((await rowOf(shop.db, 'payment_attempts', { order_id })).vault_token).toBeNull();
  });

  test('but not because of a gift period, which never renews', async () => {
    const me = await register(shop);
    await buy(shop, me, [products.membership]);
    await changeRows(shop.db, 'subscriptions', { user_id: me.id }, { renews: false });
    expect((await deleteAccount(shop, me)).status).toBe(200);
  });

  test('while there is credit, until the user gives it up; the ledger keeps the amount', async () => {
    const me = await register(shop);
    const credit = await giveCredit(shop, me.id);
    expect(await deleteAccount(shop, me)).toMatchObject({ status: 409, codes: ['CREDIT_LEFT'] });
    expect(await isLoggedIn(shop, me)).toBe(true);
    expect((await deleteAccountAndCredit(shop, me)).value?.state).toBe('deleted');
    const kept = { balance_cents: 2_000, redeemed_by: me.id };
    expect(await rowOf(shop.db, 'gift_codes', { id: credit })).toMatchObject(kept);
  });

  test('but not because of spent credit', async () => {
    const me = await register(shop);
    await changeRows(shop.db, 'gift_codes', { id: await giveCredit(shop, me.id) }, { balance_cents: 0 });
    expect((await deleteAccount(shop, me)).status).toBe(200);
  });

  test('when a refund that it has waited for creates credit', async () => {
    const { id: order_id, email } = await buyAsGuest(
      shop,
      { [products.course]: 1 },
      { code: 'GUTSCHEIN-50' },
    );
    const { access } = await logInByCode(shop, email);
    const me = { id: (await rowOf(shop.db, 'orders', { id: order_id })).user_id ?? '', access };
    // The refund of a payment by a revoked voucher becomes credit of the buyer.
    const revoked = { revoked_at: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'gift_codes', { code: 'GUTSCHEIN-50' }, revoked);
    const whole = { order_id, lines: 'all', includes_shipping: true, cause: 'operator' } as const;
    const { deleting } = await inTransaction(shop.db, async (trx) => {
      expect(await createRefund(trx, shop.context, whole)).toMatchObject({ ok: true });
      const deleting = deleteAccount(shop, me);
      await untilBlocked(shop.db);
      return { deleting };
    });
    expect((await deleting).codes).toEqual(['CREDIT_LEFT']);
    expect(await isLoggedIn(shop, me)).toBe(true);
  });

  /** Changes the e-mail address of an account; returns the account with its former address. */
  async function moved(me: Shopper, proof: Readonly<Record<string, string>> = {}) {
    await changeEmail(shop, me, `neu-${me.email}`, proof);
    return me;
  }

  test('while an e-mail change can still be undone from the former address', async () => {
    const me = await moved(await register(shop));
    expect(await deleteAccount(shop, me)).toMatchObject({ status: 409, codes: ['EMAIL_JUST_CHANGED'] });
    expect((await undoEmailChange(shop, me.email)).status).toBe(200);
    expect((await userRow(shop, me.id)).email).toBe(me.email);
    const { access } = await logInByCode(shop, me.email);
    expect((await deleteAccount(shop, { id: me.id, access })).value?.state).toBe('link_sent');
  });

  test('for seven days after an e-mail change, except for an operator', async () => {
    const [me, other] = [await moved(await register(shop)), await moved(await register(shop))];
    expect((await deleteForCustomer(shop.context, other.id, { forfeit_credit: false })).ok).toBe(true);
    const bought = await arriveByPurchase(shop);
    await shop.call(endpoints.requestEmailCode, { bearer: bought.access, body: {} });
    const code = await mailedCode(shop, bought.email, 'email_change_code');
    expect((await deleteAccount(shop, await moved(bought, { code }))).codes).toEqual(['EMAIL_JUST_CHANGED']);
    shop.advance(7 * 24 * 60 * 60_000 - 1);
    const { access = '' } = (await refreshSession(shop, me.refresh)).value ?? {};
    expect((await deleteAccount(shop, { ...me, access })).codes).toEqual(['EMAIL_JUST_CHANGED']);
    shop.advance(1);
    expect((await deleteAccount(shop, { ...me, access })).status).toBe(200);
  });

  test('while a payment is in progress', async () => {
    const me = await register(shop);
    expect((await buy(shop, me, [products.course], 'fake-timeout-after-charge-nonce')).state).toBe('unknown');
    expect(await deleteAccount(shop, me)).toMatchObject({ status: 409, codes: ['ORDER_BUSY'] });
  });
});

describe('an account without a password', () => {
  function confirm(token: string) {
    return shop.call(endpoints.confirmAccountDeletion, { body: { token } });
  }

  test('is deleted by a mailed link, once', async () => {
    const me = await arriveByPurchase(shop);
    const asked = await deleteAccount(shop, me, 'irgendein Passwort');
    expect([asked.status, asked.value?.state]).toEqual([202, 'link_sent']);
    expect(await isLoggedIn(shop, me)).toBe(true);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    const answers = await inParallel(10, () => confirm(token));
    expect(tally(answers.map(outcomeOfCall))).toEqual({ 200: 1, [refusal(410, 'LINK_EXPIRED')]: 9 });
    expect((await userRow(shop, me.id)).deleted_at).not.toBeNull();
  });

  test('gives up its credit by requesting the link, but not credit added later', async () => {
    const me = await arriveByPurchase(shop);
    await giveCredit(shop, me.id);
    expect((await deleteAccount(shop, me)).codes).toEqual(['CREDIT_LEFT']);
    expect((await deleteAccountAndCredit(shop, me)).value?.state).toBe('link_sent');
    const first = await mailedToken(shop, 'account_deletion', me.email);
    shop.advance(60_000);
    await giveCredit(shop, me.id);
    expect((await confirm(first)).codes).toEqual(['CREDIT_LEFT']);
    shop.advance(60_000);
    await deleteAccountAndCredit(shop, me);
    expect((await confirm(await mailedToken(shop, 'account_deletion', me.email))).status).toBe(200);
  });

  test('gets five links in an hour, counted by account', async () => {
    const [me, other] = [await arriveByPurchase(shop), await arriveByPurchase(shop)];
    const ask = async (who: typeof me) => (await deleteAccount(shop, who)).status;
    for (let count = 0; count < 5; count += 1) expect(await ask(me), `link ${count + 1}`).toBe(202);
    expect(await ask(me)).toBe(429);
    expect(await ask(other)).toBe(202);
  });

  test('keeps its link when the deletion is refused', async () => {
    const me = await arriveByPurchase(shop);
    await deleteAccount(shop, me);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    await buy(shop, me, [products.membership]);
    expect((await confirm(token)).codes).toEqual(['CONTRACT_RENEWS']);
    await changeRows(shop.db, 'subscriptions', { user_id: me.id }, { status: 'expired' });
    const { id } = await buy(shop, me, [products.book], 'fake-timeout-after-charge-nonce');
    expect((await confirm(token)).codes).toEqual(['ORDER_BUSY']);
    await changeRows(shop.db, 'orders', { id }, { state: 'voided' });
    expect((await confirm(token)).status).toBe(200);
  });

  test('rejects links that are expired, unknown or for another purpose', async () => {
    const me = await arriveByPurchase(shop);
    await deleteAccount(shop, me);
    const token = await mailedToken(shop, 'account_deletion', me.email);
    const other = await passwordLink(shop, me.email);
    for (const wrong of ['A'.repeat(43), other])
      expect((await confirm(wrong)).codes).toEqual(['LINK_EXPIRED']);
    shop.advance(60 * 60_000);
    expect((await confirm(token)).codes).toEqual(['LINK_EXPIRED']);
    expect((await userRow(shop, me.id)).deleted_at).toBeNull();
  });

  test('erases data that is found only by its e-mail address, which is confirmed', async () => {
    const me = await arriveByPurchase(shop);
    await shop.call(endpoints.sendMessage, {
      body: { email: me.email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage.' },
    });
    const { email } = me;
    await shop.call(endpoints.storeGuestCart, { body: { email, products: [] } });
    const now = new Date(shop.context.clock.now());
    await insertRows(shop.db, 'giveaway_entries', { giveaway: 'los', email, locale: 'de', entered_at: now });
    await deleteAccount(shop, me);
    const token = await mailedToken(shop, 'account_deletion', email);
    await changeRows(shop.db, 'outbox', { recipient: email }, { sent_at: now });
    await confirm(token);
    for (const table of ['contact_messages', 'carts', 'giveaway_entries'] as const)
      expect(await rowsOf(shop.db, table, { email }), table).toEqual([]);
    expect((await mailsTo(shop, email)).map(({ template }) => template)).toEqual(['account_deleted']);
    expect(shop.faults).toEqual([]);
  });
});
