import type { Transaction } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { ProductKind } from '#core/model/product.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { keepTypedAddresses } from '#server/accounts/addresses.ts';
import { findConfirmedAccount } from '#server/accounts/attach-guest-orders.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { newOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { enqueueMail, type NewMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { selectAddressUse } from './create-order.ts';
import type { OrderLineRow, OrderRow } from './order-events.ts';

type Needs = Pick<ServerContext, 'clock' | 'ids' | 'log'>;

interface Buyer {
  /** Null for a guest whose order needs no account. */
  readonly user_id: string | null;
  /** True when the account was created just now. */
  readonly is_new: boolean;
}

/**
 * Returns the account of a paid order (docs/behaviour/orders.md#account-for-a-guest). If the order needs an account,
 * one is created even for an address that was reserved after the payment began: the purchase needs an owner, and nobody
 * can open the account without the order token or the mailbox.
 */
export async function findBuyer(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<Buyer> {
  const { user_id, email } = order;
  if (user_id !== null) return { user_id, is_new: false };
  if (needsAccount(lines.map((line) => line.kind as ProductKind)))
    return createPurchaseAccount(trx, context, purchaseAccount(order));
  return { user_id: await findConfirmedAccount(trx, email), is_new: false };
}

/**
 * Returns the buyer's account; creates one for a guest without an account: voucher money that cannot go back to its
 * voucher becomes credit, and credit needs an account (docs/behaviour/payments.md#refund-to-a-voucher). Null when the
 * buyer has deleted the account, or while the owner of another account can still take the address back, which a new
 * account would prevent. The order must be locked, so that no account takes over the address in parallel: it would have
 * to update the order first (`attachGuestOrders`).
 */
export async function ensureBuyerAccount(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
): Promise<string | null> {
  if (order.user_id !== null) return keptAccount(trx, order.user_id);
  const use = trx.selectNoFrom(selectAddressUse(order.email, new Date(context.clock.now())));
  const { has_account, is_reserved } = await use.executeTakeFirstOrThrow();
  if (is_reserved && !has_account) return null;
  const { user_id, is_new } = await createPurchaseAccount(trx, context, purchaseAccount(order));
  await trx.updateTable('orders').set({ user_id }).where('id', '=', order.id).execute();
  const isOnPage = false;
  if (is_new)
    await enqueueMail(trx, context, firstPasswordMail(context, order, { userId: user_id, isOnPage }));
  return user_id;
}

/** The id of an account, which stays until the transaction ends; null when it was deleted. */
export async function keptAccount(trx: Transaction<Database>, id: string): Promise<string | null> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return account?.id ?? null;
}

/** How long a first password can be set, in minutes (docs/behaviour/accounts.md#links-in-mails). */
export const firstPasswordMinutes = 60;

/** Minutes in which the page after the payment can set the first password before its mail is sent. */
const pageMinutes = 10;

/**
 * Returns the mail with a link to set the first password of an account that an order has created. If the buyer sees the
 * page after the payment (`isOnPage`), which asks for the password as well, the mail is due later and is sent only if
 * the account has no password by then.
 */
export function firstPasswordMail(
  context: Needs,
  order: OrderRow,
  { userId, isOnPage }: { readonly userId: string; readonly isOnPage: boolean },
): NewMail<'set_password'> {
  const delay = isOnPage ? pageMinutes : 0;
  const { token, row } = newOneTimeToken(context, {
    user_id: userId,
    kind: 'password',
    minutes: firstPasswordMinutes + delay,
  });
  return {
    template: 'set_password',
    recipient: order.email,
    locale: localeOf(order),
    facts: { token },
    link: row,
    dedupe_key: `set_password:${order.id}`,
    due_at: context.clock.now() + delay * 60_000,
  };
}

/** The account that an order creates, with the name typed at checkout. */
function purchaseAccount(order: OrderRow) {
  const typed = (order.billing_address ?? order.shipping_address ?? order.billing_contact) as Named | null;
  const name = typed === null ? {} : { name: pickName(typed) };
  return { email: order.email, locale: localeOf(order), ...name };
}

type Named = BillingContact & Partial<Pick<PostalAddress, 'salutation'>>;

function pickName({ salutation = 'none', firstname, lastname }: Named) {
  return { salutation, firstname, lastname };
}

/**
 * Adds the typed addresses to the address book of a logged-in buyer or of the account created just now. Not to an
 * account found by the e-mail of a guest's order, because the buyer may be somebody else.
 */
export async function keepBuyerAddresses(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  buyer: Buyer,
): Promise<void> {
  const owner = buyer.is_new ? buyer.user_id : order.user_id;
  if (owner === null || order.subscription_id !== null) return;
  await keepTypedAddresses(trx, context, owner, {
    shipping: order.shipping_address as PostalAddress | null,
    billing: order.billing_address as PostalAddress | null,
    isPreselected: buyer.is_new,
  });
}

function localeOf({ locale }: OrderRow) {
  return isLocale(locale) ? locale : defaultLocale;
}
