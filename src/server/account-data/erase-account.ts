import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import { isSettling } from '#core/rules/order.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { moveOrder } from '#server/orders/lock-order.ts';
import type { ServerContext } from '#server/server-context.ts';

/** An account whose rows the transaction holds, so that nothing is bought or renewed under it any more. */
export interface ErasableAccount {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly is_email_confirmed: boolean;
  readonly unpaid: readonly { readonly id: string; readonly state: string }[];
}

/**
 * Takes hold of everything that an erasure has to look at, in the lock order of the shop (cart, orders, subscriptions) with
 * the user last. 409 `ORDER_BUSY` while a payment is under way, 409 `CONTRACT_RENEWS` while a subscription renews by itself,
 * 409 `CREDIT_LEFT` when credit would lapse that came in after `forfeitedAt`, the moment at which its owner gave it up
 * (null: never; decisions/0038); 404 when the account is gone already.
 */
export async function lockErasable(
  trx: Transaction<Database>,
  userId: string,
  forfeitedAt: Date | null,
): Promise<Result<ErasableAccount, DomainFailure>> {
  await trx.selectFrom('carts').select('id').where('user_id', '=', userId).forUpdate().execute();
  const open = await trx
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('state', 'in', ['draft', 'verified', 'charging', 'unknown', 'awaiting_payment'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const isBusy = open.some(({ state }) => isSettling(state as OrderState) || state === 'awaiting_payment');
  if (isBusy) return err(domainFailure('ORDER_BUSY'));
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
  const { id, email, password_hash, email_confirmed_at } = user;
  return ok({ id, email, password_hash, is_email_confirmed: email_confirmed_at !== null, unpaid: open });
}

/** Whether there is credit, locked, that its owner has not given up: some of it came in later. */
async function holdsCredit(
  trx: Transaction<Database>,
  userId: string,
  forfeitedAt: Date | null,
): Promise<boolean> {
  const credit = await trx
    .selectFrom('gift_codes')
    .select(['id', 'balance_cents'])
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (credit === undefined || credit.balance_cents === 0) return false;
  if (forfeitedAt === null) return true;
  const later = await trx
    .selectFrom('voucher_entries')
    .select('id')
    .where('gift_code_id', '=', credit.id)
    .where('amount_cents', '>', 0)
    .where('happened_at', '>', forfeitedAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Takes the person out of an account (GDPR, article 17). The row stays, without a person in it, because orders and
 * invoices point to it and tax law wants those kept as they are. What is only known by the e-mail address goes along as
 * far as somebody proved to read its mails; anybody else could have registered with it.
 */
export async function eraseAccount(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  account: ErasableAccount,
): Promise<void> {
  const nobody = `deleted-${account.id}@deleted.invalid`;
  await forgetUnpaidOrders(trx, context, account, nobody);
  await removeReviews(trx, account.id);
  for (const table of ownTables) await trx.deleteFrom(table).where('user_id', '=', account.id).execute();
  await trx
    .updateTable('subscriptions')
    .set({ vault_token: null, payment_method: null })
    .where('user_id', '=', account.id)
    .execute();
  await trx.deleteFrom('newsletter_subscriptions').where('email', '=', account.email).execute();
  if (account.is_email_confirmed) await forgetAddress(trx, account.email, nobody);
  const now = new Date(context.clock.now());
  await trx
    .updateTable('users')
    .set({
      email: nobody,
      password_hash: null,
      firstname: '',
      lastname: '',
      salutation: 'none',
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
}

/** Rows that say something about the person and belong to nothing else. */
const ownTables = [
  'sessions',
  'addresses',
  'carts',
  'cart_merges',
  'lesson_progress',
  'wish_list_items',
  'one_time_tokens',
  'registration_sources',
] as const;

/** Orders that were never paid bind nobody: they end, and forget who began them. */
async function forgetUnpaidOrders(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { id, unpaid }: ErasableAccount,
  nobody: string,
): Promise<void> {
  for (const order of unpaid) await moveOrder(trx, context, { order, event: 'void', cause: 'buyer' });
  await trx
    .updateTable('orders')
    .set({ email: nobody, shipping_address: null, billing_address: null })
    .where('user_id', '=', id)
    .where('completed_at', 'is', null)
    .execute();
  await trx
    .updateTable('payment_attempts')
    .set({ vault_token: null })
    .where('vault_token', 'is not', null)
    .where('order_id', 'in', (own) => own.selectFrom('orders').select('id').where('user_id', '=', id))
    .execute();
}

/** Takes the reviews away and counts those of the same products anew, under the lock that writing a review takes. */
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
  await sql`
    update product_ratings set reviewers = sums.reviewers, stars_total = sums.total, lowest = sums.lowest,
      highest = sums.highest
    from (
      select one.product_id, count(stars)::int as reviewers, coalesce(sum(stars), 0)::int as total,
        coalesce(min(stars), 0) as lowest, coalesce(max(stars), 0) as highest
      from unnest(${products}::text[]) as one (product_id)
      left join reviews on reviews.product_id = one.product_id
      group by one.product_id
    ) sums
    where product_ratings.product_id = sums.product_id
  `.execute(trx);
}

/** What is known by the address alone; mails that went out keep their kind and time, not their reader. */
async function forgetAddress(trx: Transaction<Database>, email: string, nobody: string): Promise<void> {
  await trx.deleteFrom('giveaway_entries').where('email', '=', email).execute();
  await trx.deleteFrom('contact_messages').where('email', '=', email).execute();
  await trx
    .updateTable('outbox')
    .set({ recipient: nobody })
    .where('recipient', '=', email)
    .where('sent_at', 'is not', null)
    .execute();
}
