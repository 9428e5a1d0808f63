import type { Kysely, Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { getsNewsletter } from '#server/marketing/newsletter.ts';
import type { Caller, UserCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, isDuplicate } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { hashToken, hasWorkingLink, newOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { enqueueMail, type MailContext } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { attachGuestOrders } from './attach-guest-orders.ts';
import { confirmEmailChange } from './email-change.ts';
import { removePassword } from './passwords.ts';
import { isSessionActive } from './sessions.ts';

/** Lifetime of the link after a registration in minutes: a week. */
const confirmationMinutes = 7 * 24 * 60;

interface Registrant {
  readonly id: string;
  readonly email: string;
  readonly locale: Locale;
}

/** Mails the link that confirms the address of a registration; six a day to one mailbox, else `TOO_MANY_ATTEMPTS`. */
export async function mailEmailConfirmation(
  trx: Transaction<Database>,
  context: MailContext,
  { id, email, locale }: Registrant,
): Promise<Result<null, DomainFailure>> {
  const { token, row } = newOneTimeToken(context, {
    user_id: id,
    kind: 'email_confirmation',
    minutes: confirmationMinutes,
  });
  return enqueueMail(trx, context, {
    template: 'email_confirmation',
    recipient: email,
    locale,
    facts: { token },
    link: row,
    dedupe_key: `email_confirmation:${hashToken(token).toString('base64url')}`,
  });
}

/**
 * Mails the link again, unless the address is confirmed already. Above the limit of the mailbox, which strangers can
 * use up, succeeds if an earlier link still works, else `TOO_MANY_ATTEMPTS`.
 */
export async function requestEmailConfirmation(
  context: ServerContext,
  { user: { id }, locale }: Pick<UserCaller, 'user' | 'locale'>,
): Promise<Result<null, DomainFailure>> {
  const user = await context.db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (user === undefined) return err(domainFailure('NOT_FOUND'));
  if (user.email_confirmed_at !== null) return ok(null);
  const mailed = await inTransaction(context.db, (trx) =>
    mailEmailConfirmation(trx, context, { ...user, locale }),
  );
  if (mailed.ok) return mailed;
  const now = new Date(context.clock.now());
  return (await hasWorkingLink(context.db, 'email_confirmation', id, now)) ? ok(null) : mailed;
}

/**
 * Confirms an address by the link mailed to it: the one of a registration, or a changed one. The link alone is not
 * enough: a stranger may have registered with the address, and its owner may click without thinking. So it works in a
 * session of the account only, for a changed address in the one that asked for it. 410 `LINK_EXPIRED`, 401
 * `UNAUTHENTICATED` without a session, 403 `WRONG_SESSION` in another one; the link stays valid then.
 */
export async function confirmEmail(
  context: MailContext & Pick<ServerContext, 'db'>,
  token: string,
  user: Caller['user'],
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  const closed = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  const work = async (trx: Transaction<Database>): Promise<Result<null, DomainFailure>> => {
    const link = await trx
      .selectFrom('one_time_tokens')
      .select(['id', 'kind', 'user_id', 'facts'])
      .where('kind', 'in', ['email_confirmation', 'email_change'])
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (link === undefined) return closed;
    if (user === null) return err(domainFailure('UNAUTHENTICATED'));
    if (link.user_id !== user.id) return err(domainFailure('WRONG_SESSION'));
    const own = await lockUser(trx, link.user_id);
    if (!(await isSessionActive(trx, user))) return err(domainFailure('UNAUTHENTICATED'));
    if (link.kind === 'email_change') {
      return confirmEmailChange(trx, context, { ...own, sessionId: user.sessionId }, link.facts);
    }
    await trx.updateTable('one_time_tokens').set({ used_at: now }).where('id', '=', link.id).execute();
    await markConfirmed(trx, own, now);
    return ok(null);
  };
  try {
    return await inTransaction(context.db, work);
  } catch (error) {
    // Two accounts may confirm the same address in parallel: the second violates the unique constraint.
    if (isDuplicate(error)) return closed;
    throw error;
  }
}

/** Whether the address of an account is confirmed. Until then it may be somebody else's. */
export async function isEmailConfirmed(db: Kysely<Database>, userId: string): Promise<boolean> {
  const confirmed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return confirmed !== undefined;
}

/**
 * Called when somebody proves access to the mailbox of an account without a session, by a mailed code or link. If the
 * address was not confirmed before, a stranger may have registered it: password, sessions and links are invalidated, no
 * stored address is preselected any more, and the address is confirmed. A confirmed account is not changed.
 */
export async function proveMailbox(trx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  if (await isEmailConfirmed(trx, userId)) return;
  // The cart first, according to the lock order.
  await trx
    .updateTable('carts')
    .set({ shipping_address: null, billing_contact: null })
    .where('user_id', '=', userId)
    .execute();
  const user = await lockUser(trx, userId);
  if (await isEmailConfirmed(trx, userId)) return;
  await trx
    .updateTable('addresses')
    .set({ is_default_shipping: false, is_default_billing: false })
    .where('user_id', '=', userId)
    .execute();
  await removePassword(trx, userId, now);
  await markConfirmed(trx, user, now);
}

function lockUser(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'preferred_language'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Marks the address as confirmed and gives the account the paid guest orders of that address. */
async function markConfirmed(
  trx: Transaction<Database>,
  { id, email }: { readonly id: string; readonly email: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_confirmed_at: now, newsletter: getsNewsletter(email) })
    .where('id', '=', id)
    .execute();
  await attachGuestOrders(trx, { id, email });
}
