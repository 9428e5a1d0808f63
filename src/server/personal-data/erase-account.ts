import type { RawBuilder, Transaction } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import { defaultLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isSettling, unfinishedStates } from '#core/rules/orders/order-states.ts';
import { recountRatings } from '#server/catalogue/product-rating.ts';
import { endNewsletter } from '#server/marketing/newsletter.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { forgetOrders } from './forget-orders.ts';
import { rowsOfAccount, wasMailedTo } from './row-conditions.ts';

/** An account whose rows are locked by the transaction. */
export interface ErasableAccount {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly is_email_confirmed: boolean;
  readonly unpaid: UnpaidOrders;
}

type UnpaidOrders = readonly { readonly id: string; readonly state: string }[];

/**
 * Locks what an erasure depends on in the shop's lock order (cart, orders, subscriptions), the user last. 409
 * `ORDER_BUSY` while a payment is in progress, 409 `CONTRACT_RENEWS` while a subscription renews automatically, 409
 * `CREDIT_LEFT` when credit would be lost that was added after `forfeitedAt`, the moment at which the user gave it up
 * (null: never; docs/behaviour/accounts.md#credit-left-at-deletion), 404 when the account is already
 * deleted.
 */
export async function lockErasable(
  trx: Transaction<Database>,
  userId: string,
  forfeitedAt: Date | null,
): Promise<Result<ErasableAccount, DomainFailure>> {
  await trx.selectFrom('carts').select('id').where('user_id', '=', userId).forUpdate().execute();
  const unpaid = await lockUnpaidOrders(trx, rowsOfAccount({ id: userId, email: null }).orders);
  if (!unpaid.ok) return unpaid;
  const keepsCredit = await holdsCredit(trx, userId, forfeitedAt);
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select(['status', 'renews'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const renews = subscriptions.some((one) => one.renews && ['active', 'past_due'].includes(one.status));
  if (renews) return err(domainFailure('CONTRACT_RENEWS'));
  if (keepsCredit) return err(domainFailure('CREDIT_LEFT'));
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'email_confirmed_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) return err(domainFailure('NOT_FOUND'));
  // A refund, which locks the user first, may have created the first credit while this waited for the lock.
  if (await holdsCredit(trx, userId, forfeitedAt)) return err(domainFailure('CREDIT_LEFT'));
  const { id, email, password_hash, email_confirmed_at } = user;
  const is_email_confirmed = email_confirmed_at !== null;
  return ok({ id, email, password_hash, is_email_confirmed, unpaid: unpaid.value });
}

/** Locks orders that can still be paid; 409 `ORDER_BUSY` while one is being paid or waits for a transfer. */
export async function lockUnpaidOrders(
  trx: Transaction<Database>,
  own: RawBuilder<boolean>,
): Promise<Result<UnpaidOrders, DomainFailure>> {
  const open = await trx
    .selectFrom('orders')
    .select(['id', 'state'])
    .where(own)
    .where('state', 'in', unfinishedStates)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isBusy = open.some(({ state }) => isSettling(state as OrderState) || state === 'awaiting_payment');
  return isBusy ? err(domainFailure('ORDER_BUSY')) : ok(open);
}

/**
 * Locks paid and promotional credit and returns whether there is credit that was not given up, for example because it
 * was added later.
 */
async function holdsCredit(
  trx: Transaction<Database>,
  userId: string,
  forfeitedAt: Date | null,
): Promise<boolean> {
  const credits = await trx
    .selectFrom('gift_codes')
    .select(['id', 'balance_cents'])
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const filled = credits.filter(({ balance_cents }) => balance_cents > 0).map(({ id }) => id);
  if (filled.length === 0) return false;
  if (forfeitedAt === null) return true;
  const later = await trx
    .selectFrom('voucher_entries')
    .select('id')
    .where('gift_code_id', 'in', filled)
    .where('amount_cents', '>', 0)
    .where('happened_at', '>', forfeitedAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Removes all personal data from an account (GDPR, article 17). The row stays, because orders and invoices reference
 * it and tax law requires those to be kept. Data found by the e-mail address alone is erased only when the address was
 * confirmed; otherwise somebody else may own it.
 */
export async function eraseAccount(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  account: ErasableAccount,
): Promise<void> {
  const nobody = `deleted-${account.id}@deleted.invalid`;
  await forgetUnpaidOrders(trx, context, { own: rowsOfAccount(account).orders, unpaid: account.unpaid });
  await removeReviews(trx, account.id);
  for (const table of ownTables) await trx.deleteFrom(table).where('user_id', '=', account.id).execute();
  await trx
    .updateTable('subscriptions')
    .set({ vault_token: null, vault_provider: null, payment_method: null })
    .where('user_id', '=', account.id)
    .execute();
  if (account.is_email_confirmed)
    await forgetAddress(trx, context, { email: account.email, nobody, source: 'account_deletion' });
  const now = new Date(context.clock.now());
  await trx
    .updateTable('users')
    .set({
      email: nobody,
      password_hash: null,
      firstname: '',
      lastname: '',
      salutation: 'none',
      preferred_language: defaultLocale,
      created_at: now,
      is_active: false,
      newsletter: false,
      newsletter_requested_at: null,
      declined_newsletter: false,
      is_registered_with_funnel: false,
      email_confirmed_at: null,
      deleted_at: now,
    })
    .where('id', '=', account.id)
    .execute();
  await recordEvent(trx, context, 'account.deleted', () => ({ account_id: account.id }));
}

/** Tables with personal data that no other record needs: the user's rows are deleted. */
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
  'one_time_tokens',
  'registration_sources',
] as const;

interface OwnOrders {
  readonly own: RawBuilder<boolean>;
  /** Locked by `lockUnpaidOrders`. */
  readonly unpaid: UnpaidOrders;
}

/** Cancels unpaid orders and removes their personal data. Skips orders that were created after the lock. */
export async function forgetUnpaidOrders(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { own, unpaid }: OwnOrders,
): Promise<void> {
  for (const order of unpaid) await transitionOrder(trx, context, { order, event: 'void', cause: 'buyer' });
  const never = await trx
    .selectFrom('orders')
    .select('id')
    .where(own)
    .where('completed_at', 'is', null)
    .where('state', 'not in', unfinishedStates)
    .execute();
  await forgetOrders(
    trx,
    never.map((order) => order.id),
    new Date(context.clock.now()),
  );
  await trx
    .updateTable('payment_attempts')
    .set({ vault_token: null })
    .where('vault_token', 'is not', null)
    .where('order_id', 'in', (orders) => orders.selectFrom('orders').select('id').where(own))
    .execute();
}

/** Deletes the user's reviews and updates the ratings of their products, under the lock that writing a review takes. */
async function removeReviews(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .selectFrom('product_ratings')
    .select('product_id')
    .where('product_id', 'in', (own) =>
      own.selectFrom('reviews').select('product_id').where('user_id', '=', userId),
    )
    .orderBy('product_id')
    .forUpdate()
    .execute();
  const removed = await trx
    .deleteFrom('reviews')
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute();
  const products = removed.map(({ product_id }) => product_id);
  await recountRatings(trx, products);
}

interface ForgottenAddress {
  readonly email: string;
  /** Recipient that replaces the address in sent mails. */
  readonly nobody: string;
  /** Where the newsletter was ended. */
  readonly source: string;
}

/** Erases data found by the address alone. Sent mails keep their template and time, without the recipient. */
export async function forgetAddress(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { email, nobody, source }: ForgottenAddress,
): Promise<void> {
  // Ended and not deleted, because the proof of consent is kept for the time promised on the privacy page.
  await endNewsletter(trx, context, { email, source });
  await trx.deleteFrom('giveaway_entries').where('email', '=', email).execute();
  await trx.deleteFrom('contact_messages').where('email', '=', email).execute();
  await trx
    .updateTable('carts')
    .set({ email: null, shipping_address: null, billing_contact: null })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .execute();
  await trx
    .updateTable('outbox')
    .set({ recipient: nobody, last_error: null })
    .where(wasMailedTo(email))
    .where((where) => where.or([where('sent_at', 'is not', null), where('failed_at', 'is not', null)]))
    .execute();
}
