import { sql } from 'kysely';
import { endpoints } from '#api/endpoints.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import { lockCredit } from '#server/coupons/credit.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { tally } from '#test/integration/support/outcomes.ts';
import { insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  orderAs,
  password,
  payOrder,
  products,
  type Shopper,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';

/** A mail of the outbox. `facts` are the values for its template. */
export interface WaitingMail {
  readonly template: string;
  readonly locale: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Returns the mails to an address from the outbox, all or those of one template, oldest first. */
export async function mailsTo(
  shop: TestShop,
  recipient: string,
  template?: string,
): Promise<readonly WaitingMail[]> {
  const wanted = template === undefined ? { recipient } : { recipient, template };
  const columns = ['template', 'locale', 'facts'] as const;
  return (await rowsOf(shop.db, 'outbox', wanted, columns, 'created_at', 'id')) as WaitingMail[];
}

/** Returns how many mails of each template wait for these addresses together. */
export async function countMails(shop: TestShop, ...recipients: readonly string[]) {
  const mails = await Promise.all(recipients.map((recipient) => mailsTo(shop, recipient)));
  return tally(mails.flat().map(({ template }) => template));
}

async function newestFacts(
  shop: TestShop,
  template: string,
  recipient: string,
): Promise<WaitingMail['facts']> {
  return (await mailsTo(shop, recipient, template)).at(-1)?.facts ?? {};
}

/** Returns the token of the newest mail of this template, or an empty string if no such mail exists. */
export async function mailedToken(shop: TestShop, template: string, recipient: string): Promise<string> {
  return (await newestFacts(shop, template, recipient)).token ?? '';
}

/** Returns the six-digit code of the newest mail of this template, or an empty string. */
export async function mailedCode(
  shop: TestShop,
  recipient: string,
  template = 'login_code',
): Promise<string> {
  return (await newestFacts(shop, template, recipient)).code ?? '';
}

/** Logs in with the six-digit code that is mailed to the address. */
export async function logInByCode(shop: TestShop, email: string) {
  const { id } = await storeGuestCart(shop, { [products.course]: 1 });
  await shop.call(endpoints.requestLoginCode, { body: { email, cart_id: id, locale: 'de' } });
  const body = { email, code: await mailedCode(shop, email) };
  const { value } = await shop.call(endpoints.logInWithCode, { body });
  if (value === null) throw new Error(`The code of ${email} was refused`);
  return value;
}

/** Requests a link to a new password and returns its token. */
export async function passwordLink(shop: TestShop, email: string): Promise<string> {
  await shop.call(endpoints.requestPasswordReset, { body: { email } });
  return mailedToken(shop, 'reset_password', email);
}

export function resetPassword(shop: TestShop, token: string, next = password, confirmation = next) {
  return shop.call(endpoints.resetPassword, {
    body: { token, password: next, password_confirmation: confirmation },
  });
}

export function changePassword(
  shop: TestShop,
  bearer: string,
  next: string,
  { current = password, confirmation = next }: { current?: string; confirmation?: string } = {},
) {
  return shop.call(endpoints.changePassword, {
    bearer,
    body: { current_password: current, password: next, password_confirmation: confirmation },
  });
}

export function refreshSession(shop: TestShop, refresh: string) {
  return shop.call(endpoints.refreshSession, { body: { refresh } });
}

/** Stores an address in Berlin, changed by these attributes. */
export function storeAddress(shop: TestShop, bearer: string, attributes: object = {}) {
  return shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: { ...berlin, ...attributes } } },
  });
}

/** Returns whether the server still accepts an access token. */
export async function isLoggedIn(shop: TestShop, { id, access }: Pick<Shopper, 'id' | 'access'>) {
  const { status } = await shop.call(endpoints.getUser, { params: { id }, bearer: access });
  return status === 200;
}

export function logIn(shop: TestShop, identifier: string, password: string) {
  return shop.call(endpoints.logIn, { body: { identifier, password } });
}

/**
 * Changes attributes of the user's own profile. A change of the e-mail is sent with the password that all
 * test users have, unless `attributes` contains a code.
 */
export function patchUser(
  shop: TestShop,
  { id, access }: Pick<Shopper, 'id' | 'access'>,
  attributes: Readonly<Record<string, string | boolean>>,
  language: 'de' | 'en' = 'de',
) {
  const proof = 'email' in attributes && !('code' in attributes) ? { password } : {};
  return shop.call(endpoints.updateUser, {
    params: { id },
    bearer: access,
    language,
    body: { data: { type: 'users', id, attributes: { ...proof, ...attributes } } },
  });
}

/**
 * Changes the e-mail address of an account and confirms the new one in the same session. `proof` is the password, by
 * default that of all test users, or a mailed code.
 */
export async function changeEmail(
  shop: TestShop,
  account: Pick<Shopper, 'id' | 'access'>,
  email: string,
  proof: Readonly<Record<string, string>> = {},
): Promise<void> {
  const requested = await patchUser(shop, account, { email, ...proof });
  if (requested.value === null) throw new Error(`Not changed: ${requested.text}`);
  const body = { token: await mailedToken(shop, 'email_change', email) };
  const confirmed = await shop.call(endpoints.confirmEmail, { bearer: account.access, body });
  if (confirmed.value === null) throw new Error(`Not confirmed: ${confirmed.text}`);
}

/** Undoes the newest e-mail change with the link that was mailed to the former address. */
export async function undoEmailChange(shop: TestShop, formerEmail: string) {
  const body = { token: await mailedToken(shop, 'email_changed', formerEmail) };
  return shop.call(endpoints.undoEmailChange, { body });
}

/** Subscribes an address to the newsletter and confirms it with the mailed token. */
export async function joinNewsletter(shop: TestShop, email: string): Promise<void> {
  await shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source: 'widget' } });
  const body = { token: await mailedToken(shop, 'newsletter_confirm', email) };
  const confirmed = await shop.call(endpoints.confirmNewsletter, { body });
  if (confirmed.value === null) throw new Error(`${email} was not confirmed: ${confirmed.text}`);
}

let purchases = 0;

/**
 * Creates an account without a password, as a guest's purchase does, and logs in with the mailed six-digit
 * code.
 */
export async function arriveByPurchase(shop: TestShop): Promise<Shopper> {
  const email = `kauf-desk-${++purchases}@example.org`;
  const { user_id } = await inTransaction(shop.db, (trx) =>
    createPurchaseAccount(trx, shop.context, { email, locale: 'de' }),
  );
  const { access, refresh } = await logInByCode(shop, email);
  return { id: user_id, email, access, refresh };
}

/** Buys one of each product as a logged-in user. Returns the order's id and its state after the payment. */
export async function buy(
  shop: TestShop,
  shopper: Shopper,
  productIds: readonly string[],
  nonce = 'fake-valid-nonce',
  early_start_requested = false,
): Promise<{ readonly id: string; readonly code: string; readonly state: string }> {
  const order = await orderAs(shop, shopper, Object.fromEntries(productIds.map((id) => [id, 1])));
  const { id, code } = order;
  await shop.call(endpoints.verifyOrder, { bearer: shopper.access, body: { id } });
  const paid = await payOrder(shop, order, nonce, { early_start_requested });
  if (paid.value === null) throw new Error(`Not paid: ${paid.text}`);
  return { id, code, state: paid.value.data.attributes.state };
}

/** Deletes a user's own account; `typed` is the password. */
export function deleteAccount(
  shop: TestShop,
  { id, access }: Pick<Shopper, 'id' | 'access'>,
  typed: string = password,
) {
  const body = { password: typed };
  return shop.call(endpoints.deleteAccount, { params: { id }, bearer: access, body });
}

/** Deletes a user's own account and gives up its credit. */
export function deleteAccountAndCredit(shop: TestShop, { id, access }: Shopper) {
  const body = { password, forfeit_credit: true };
  return shop.call(endpoints.deleteAccount, { params: { id }, bearer: access, body });
}

/** Gives a user 20 EUR of credit, as a redeemed voucher does. Returns the credit's id. */
export function giveCredit(shop: TestShop, userId: string): Promise<string> {
  return inTransaction(shop.db, async (trx) => {
    const id = await lockCredit(trx, shop.context, userId, false);
    const changed = { balance_cents: sql<number>`balance_cents + 2000` };
    await trx.updateTable('gift_codes').set(changed).where('id', '=', id).execute();
    await insertRows(trx, 'voucher_entries', {
      id: shop.context.ids.uuid(),
      gift_code_id: id,
      order_id: null,
      amount_cents: 2_000,
      cause: 'redeemed',
      happened_at: new Date(shop.context.clock.now()),
    });
    return id;
  });
}

/** Returns the stored row of a user. */
export function userRow(shop: TestShop, id: string) {
  return rowOf(shop.db, 'users', { id });
}
