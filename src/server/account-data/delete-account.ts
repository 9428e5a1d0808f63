import type { Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import {
  hashToken,
  issueOneTimeToken,
  linkMinutes,
  useOneTimeToken,
} from '#server/accounts/one-time-tokens.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { ErasableAccount } from './erase-account.ts';
import { eraseAccount, lockErasable } from './erase-account.ts';

interface DeletionRequest {
  readonly password?: string | undefined;
  /** The user agrees to lose the credit of the account. */
  readonly forfeit_credit: boolean;
}

/**
 * Deletes the user's own account after checking its password. An account without a password gets a link by mail
 * instead, because a session alone is not enough proof. `lockErasable` says when it is refused.
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
    const account = await lockErasable(trx, userId, forfeitedAt);
    if (!account.ok) return account;
    if (account.value.password_hash !== checked.value) {
      return err(domainFailure('WRONG_PASSWORD', { pointer: '/password' }));
    }
    await erase(trx, context, account.value, locale);
    return ok('deleted' as const);
  });
}

/**
 * Deletes an account by the link of its mail (once, within 60 minutes). When the deletion is refused, the link stays
 * valid.
 */
export function confirmAccountDeletion(
  context: ServerContext,
  token: string,
): Promise<Result<null, DomainFailure>> {
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
  user: { readonly id: string; readonly email: string; readonly forfeitedAt: Date | null },
  locale: Locale,
): Promise<Result<'link_sent', DomainFailure>> {
  const allowed = await takeHit(context.db, context, [
    { key: ['account-deletion', user.id], hits: 5, minutes: 60 },
  ]);
  if (!allowed.ok) return allowed;
  return inTransaction(context.db, async (trx) => {
    const account = await lockErasable(trx, user.id, user.forfeitedAt);
    if (!account.ok) return account;
    const token = await issueOneTimeToken(trx, context, {
      user_id: user.id,
      kind: 'account_deletion',
      minutes: linkMinutes,
    });
    await enqueueMail(trx, context, {
      template: 'account_deletion',
      recipient: user.email,
      locale,
      facts: { token },
      dedupe_key: `account_deletion:${hashToken(token).toString('base64url')}`,
    });
    return ok('link_sent' as const);
  });
}
