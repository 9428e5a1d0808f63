import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { respondInConstantTime } from '#server/platform/http/constant-time-response.ts';
import { ownMailboxOf } from '#server/platform/mailboxes.ts';
import {
  hashToken,
  isLinkValid,
  linkMinutes,
  newOneTimeToken,
  useOneTimeToken,
} from '#server/platform/one-time-tokens.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { proveMailbox } from './email-confirmation.ts';
import {
  checkOwnPassword,
  mailPasswordChanged,
  removePasskeys,
  setPassword,
  validateNewPassword,
} from './passwords.ts';
import { type StartedSession, startSession } from './sessions.ts';

interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Sets a new password after checking the current one. All sessions end and the caller gets a new one; passkeys stay. Of
 * two parallel changes the second gets `WRONG_PASSWORD`, because its current password has changed.
 */
export async function changePassword(
  context: ServerContext,
  userId: string,
  change: PasswordChange,
  device: string,
): Promise<Result<StartedSession, DomainFailure>> {
  const validated = validateNewPassword(change);
  if (!validated.ok) return validated;
  const checked = await checkOwnPassword(context, userId, change.current_password, '/current_password');
  if (!checked.ok) return checked;
  const password_hash = await context.passwords.hash(change.password);
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const unchanged = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', checked.value)
      .forUpdate()
      .executeTakeFirst();
    if (unchanged === undefined)
      return err(domainFailure('WRONG_PASSWORD', { pointer: '/current_password' }));
    await setPassword(trx, userId, { password_hash }, now);
    const kept = await trx
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst();
    await mailPasswordChanged(trx, context, userId, kept === undefined ? {} : { passkeys: 'kept' });
    return ok(await startSession(trx, context, userId, device));
  });
}

/** Mails a link to set a new password. Known and unknown addresses get the same response after the same time. */
export function requestPasswordReset(
  context: ServerContext,
  email: string,
  { locale }: { readonly locale: Locale },
): Promise<Result<null, DomainFailure>> {
  return respondInConstantTime(context, async () => {
    const owner = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst();
    const mailbox = ownMailboxOf(email, owner !== undefined);
    const allowed = await takeHit(context.db, context, [limitOf('password_link', { mailbox })]);
    // Above the limit no further mail is sent: the links of this hour are still valid.
    if (allowed.ok) await mailLink(context, email, locale);
    return ok(null);
  });
}

function mailLink(context: ServerContext, email: string, locale: Locale): Promise<void> {
  return inTransaction(context.db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (user === undefined) return;
    const { token, row } = newOneTimeToken(context, {
      user_id: user.id,
      kind: 'password',
      minutes: linkMinutes,
    });
    await enqueueMail(trx, context, {
      template: 'reset_password',
      recipient: email,
      locale,
      facts: { token },
      link: row,
      dedupe_key: `reset_password:${hashToken(token).toString('base64url')}`,
    });
  });
}

interface PasswordReset {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Sets a password with a mailed link (once, within 60 minutes). Ends all sessions and removes all passkeys, because
 * owners use the link to take their account back.
 */
export async function resetPassword(
  context: ServerContext,
  reset: PasswordReset,
): Promise<Result<null, DomainFailure>> {
  const { db, clock, passwords } = context;
  const validated = validateNewPassword(reset);
  if (!validated.ok) return validated;
  const now = new Date(clock.now());
  const closed = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  if (!(await isLinkValid(db, 'password', reset.token, now))) return closed;
  const password_hash = await passwords.hash(reset.password);
  return inTransaction(db, async (trx) => {
    const link = await useOneTimeToken(trx, 'password', reset.token, now);
    if (link === undefined) return closed;
    await proveMailbox(trx, link.user_id, now);
    await setPassword(trx, link.user_id, { password_hash }, now);
    const hadPasskeys = await removePasskeys(trx, link.user_id);
    await mailPasswordChanged(trx, context, link.user_id, hadPasskeys ? { passkeys: 'removed' } : {});
    return ok(null);
  });
}
