import type { Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import {
  hashToken,
  hasWorkingLink,
  linkMinutes,
  newOneTimeToken,
  useOneTimeToken,
} from '#server/platform/one-time-tokens.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { type ErasableAccount, eraseAccount, lockErasable } from './erase-account.ts';

interface DeletionRequest {
  readonly password?: string | undefined;
  /** The user agrees to lose the credit of the account. */
  readonly forfeit_credit: boolean;
}

/**
 * Deletes the user's own account after checking its password. An account without a password gets a link by mail
 * instead, because a session alone is not enough proof. Refused as described at `lockOwn`.
 */
export async function deleteAccount(
  context: ServerContext,
  userId: string,
  { password, forfeit_credit }: DeletionRequest,
  locale: Locale,
): Promise<Result<'deleted' | 'link_sent', DomainFailure>> {
  const { db } = context;
  const forfeitedAt = forfeit_credit ? new Date(context.clock.now()) : null;
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return err(domainFailure('NOT_FOUND'));
  if (user.password_hash === null)
    return mailDeletionLink(context, { id: userId, email: user.email, forfeitedAt }, locale);
  if (password === undefined) {
    return err(domainFailure('INVALID_INPUT', { pointer: '/password', reason: 'required' }));
  }
  const checked = await checkOwnPassword(context, userId, password, '/password');
  if (!checked.ok) return checked;
  return inTransaction(db, async (trx) => {
    const account = await lockOwn(trx, context, { id: userId, forfeitedAt });
    if (!account.ok) return account;
    if (account.value.password_hash !== checked.value) {
      return err(domainFailure('WRONG_PASSWORD', { pointer: '/password' }));
    }
    await erase(trx, context, account.value, locale);
    return ok('deleted' as const);
  });
}

interface OwnAccount {
  readonly id: string;
  readonly forfeitedAt: Date | null;
}

/**
 * As `lockErasable`, and 409 `EMAIL_JUST_CHANGED` while the former e-mail address can undo a change: somebody who has
 * taken the account over must not prevent that (docs/behaviour/accounts.md#changed-e-mail). A deletion by mailed link
 * needs no such check, because a change of the address invalidates the link.
 */
async function lockOwn(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  { id, forfeitedAt }: OwnAccount,
): Promise<Result<ErasableAccount, DomainFailure>> {
  const account = await lockErasable(trx, id, forfeitedAt);
  if (!account.ok) return account;
  const canUndo = await hasWorkingLink(trx, 'email_undo', id, new Date(clock.now()));
  return canUndo ? err(domainFailure('EMAIL_JUST_CHANGED')) : account;
}

/**
 * Deletes an account by the link of its mail (once, within 60 minutes), and returns its id. When the deletion is
 * refused, the link stays valid.
 */
export function confirmAccountDeletion(
  context: ServerContext,
  token: string,
): Promise<Result<string, DomainFailure>> {
  const now = new Date(context.clock.now());
  const closed = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  return inTransaction(context.db, async (trx) => {
    const link = await trx
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
      .select(['user_id', 'preferred_language', 'one_time_tokens.created_at'])
      .where('kind', '=', 'account_deletion')
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (link === undefined) return closed;
    // The user gave up only the credit that existed when the link was requested.
    const account = await lockErasable(trx, link.user_id, link.created_at);
    if (!account.ok) return account.error.code === 'NOT_FOUND' ? closed : account;
    if ((await useOneTimeToken(trx, 'account_deletion', token, now)) === undefined) return closed;
    const { preferred_language } = link;
    await erase(
      trx,
      context,
      account.value,
      isLocale(preferred_language) ? preferred_language : defaultLocale,
    );
    return ok(link.user_id);
  });
}

/**
 * Deletes an account as an operator, at the customer's request. The same rules and the same mail apply as when
 * customers delete it themselves. The operator has proved the second factor in place of the password.
 */
export function deleteForCustomer(
  context: ServerContext,
  userId: string,
  { forfeit_credit }: Pick<DeletionRequest, 'forfeit_credit'>,
): Promise<Result<null, DomainFailure>> {
  const forfeitedAt = forfeit_credit ? new Date(context.clock.now()) : null;
  return inTransaction(context.db, async (trx) => {
    const account = await lockErasable(trx, userId, forfeitedAt);
    if (!account.ok) return account;
    const { preferred_language } = await trx
      .selectFrom('users')
      .select('preferred_language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await erase(
      trx,
      context,
      account.value,
      isLocale(preferred_language) ? preferred_language : defaultLocale,
    );
    await recordChange(trx, context, {
      action: 'account.deleted',
      record: { type: 'users', id: userId },
      after: { forfeit_credit },
    });
    return ok(null);
  });
}

async function erase(
  trx: Transaction<Database>,
  context: ServerContext,
  account: ErasableAccount,
  locale: Locale,
): Promise<void> {
  await eraseAccount(trx, context, account);
  await enqueueMail(trx, context, {
    template: 'account_deleted',
    recipient: account.email,
    locale,
    facts: {},
    dedupe_key: `account_deleted:${account.id}`,
  });
}

async function mailDeletionLink(
  context: ServerContext,
  user: OwnAccount & { readonly email: string },
  locale: Locale,
): Promise<Result<'link_sent', DomainFailure>> {
  const allowed = await takeHit(context.db, context, [limitOf('account_deletion', { account: user.id })]);
  if (!allowed.ok) return allowed;
  return inTransaction(context.db, async (trx) => {
    const account = await lockOwn(trx, context, user);
    if (!account.ok) return account;
    const { token, row } = newOneTimeToken(context, {
      user_id: user.id,
      kind: 'account_deletion',
      minutes: linkMinutes,
    });
    const mailed = await enqueueMail(trx, context, {
      template: 'account_deletion',
      recipient: user.email,
      locale,
      facts: { token },
      link: row,
      dedupe_key: `account_deletion:${hashToken(token).toString('base64url')}`,
    });
    return mailed.ok ? ok('link_sent' as const) : mailed;
  });
}
