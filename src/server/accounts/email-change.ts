import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import {
  endNewsletter,
  getsNewsletter,
  recordAddressChange,
  updateNewsletterFlag,
} from '#server/marketing/newsletter.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, isDuplicate } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import {
  hashToken,
  linkMinutes,
  newOneTimeToken,
  restoreOneTimeToken,
  useOneTimeToken,
  voidOneTimeTokens,
} from '#server/platform/one-time-tokens.ts';
import {
  enqueueMail,
  enqueueMails,
  type MailContext,
  type NewMail,
} from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { attachGuestOrders } from './attach-guest-orders.ts';
import { newMailedCode, useMailedCode } from './mailed-codes.ts';
import { checkOwnPassword, removePassword } from './passwords.ts';
import { revokeSessions } from './sessions.ts';

interface EmailChange {
  /** The new address. */
  readonly email: string;
  readonly locale: Locale;
}

interface AskingUser {
  readonly id: string;
  /** The current address. */
  readonly email: string;
  /** The session that requests the change; only this session can confirm it. */
  readonly sessionId: string;
}

/** How long the old address can undo a change, in minutes: a week. */
const undoMinutes = 7 * 24 * 60;

/** Mails a code to the current address; it allows changing the address. */
export async function requestEmailCode(
  context: ServerContext,
  { user, locale }: Pick<UserCaller, 'user' | 'locale'>,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { id, code, row } = await newMailedCode(trx, context, { id: user.id, kind: 'email_code' });
    return enqueueMail(trx, context, {
      template: 'email_change_code',
      recipient: email,
      locale,
      facts: { code },
      link: row,
      dedupe_key: `email_change_code:${id}`,
    });
  });
}

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * A session alone must not change the address: the password or a code mailed to the current one is needed. 422
 * `INVALID_INPUT` without either, `WRONG_PASSWORD`, `WRONG_CODE`.
 */
export async function checkEmailProof(
  context: ServerContext,
  userId: string,
  { password, code }: Proof,
): Promise<Result<null, DomainFailure>> {
  const at = '/data/attributes';
  if (code !== undefined) {
    const proof = { id: userId, kind: 'email_code', code } as const;
    const isRight = await inTransaction(context.db, (trx) => useMailedCode(trx, context, proof));
    return isRight ? ok(null) : err(domainFailure('WRONG_CODE', { pointer: `${at}/code` }));
  }
  if (password === undefined) {
    return err(domainFailure('INVALID_INPUT', { pointer: `${at}/password`, reason: 'required' }));
  }
  const checked = await checkOwnPassword(context, userId, password, `${at}/password`);
  return checked.ok ? ok(null) : checked;
}

/**
 * Starts the change of an e-mail address: mails a link to the new address and a notice to the current one. When the new
 * address has an account, or too many mails were requested for it, no link is sent; notice and response are the same,
 * so the caller cannot tell.
 */
export async function requestEmailChange(
  trx: Transaction<Database>,
  context: MailContext,
  user: AskingUser,
  { email, locale }: EmailChange,
): Promise<void> {
  const { token, row } = newOneTimeToken(context, {
    user_id: user.id,
    kind: 'email_change',
    minutes: linkMinutes,
    facts: { email, session_id: user.sessionId },
  });
  const cause = hashToken(token).toString('base64url');
  const notice: NewMail<'email_change_notice'> = {
    template: 'email_change_notice',
    recipient: user.email,
    locale,
    facts: { email },
    dedupe_key: `email_change_notice:${cause}`,
  };
  const link: NewMail<'email_change'> = {
    template: 'email_change',
    recipient: email,
    locale,
    facts: { token },
    link: row,
    dedupe_key: `email_change:${cause}`,
  };
  const taken = await isTaken(trx, context, { email, id: user.id });
  await enqueueMails(trx, context, taken ? [notice] : [notice, link]);
}

const changeFacts = z.object({ email: z.string(), session_id: z.string() });

interface ChangedUser extends AskingUser {
  readonly email_confirmed_at: Date | null;
  readonly preferred_language: string;
}

/**
 * Sets the new e-mail address, whose link was used; `user` is locked and names the session that uses it. All other
 * sessions and all links to the old address end; an old address that was confirmed gets a link that undoes the change
 * for seven days. 403 `WRONG_SESSION` in another session than the one that asked, 410 `LINK_EXPIRED` when another
 * account has taken the address in the meantime; one that takes it at the same moment violates the unique constraint.
 */
export async function confirmEmailChange(
  trx: Transaction<Database>,
  context: MailContext,
  user: ChangedUser,
  facts: unknown,
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  const { email, session_id } = changeFacts.parse(facts);
  if (session_id !== user.sessionId) return err(domainFailure('WRONG_SESSION'));
  if (await isTaken(trx, context, { email, id: user.id })) {
    return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  }
  await attachGuestOrders(trx, { id: user.id, email });
  await trx
    .updateTable('users')
    .set({ email, email_confirmed_at: now, newsletter: getsNewsletter(email) })
    .where('id', '=', user.id)
    .execute();
  await voidOneTimeTokens(trx, user.id, now);
  await revokeSessions(trx, user.id, now, user.sessionId);
  if (user.email_confirmed_at === null) return ok(null);
  await moveNewsletter(trx, context, user.email, email);
  await mailUndoLink(trx, context, user, email);
  return ok(null);
}

async function mailUndoLink(
  trx: Transaction<Database>,
  context: MailContext,
  { id, email, preferred_language }: ChangedUser,
  next: string,
): Promise<void> {
  const { token, row } = newOneTimeToken(context, {
    user_id: id,
    kind: 'email_undo',
    minutes: undoMinutes,
    facts: { email },
  });
  await enqueueMail(trx, context, {
    template: 'email_changed',
    recipient: email,
    locale: isLocale(preferred_language) ? preferred_language : defaultLocale,
    facts: { token, email: next },
    link: row,
    dedupe_key: `email_changed:${hashToken(token).toString('base64url')}`,
  });
}

const undoFacts = z.object({ email: z.string() });

/**
 * Returns an account to its previous address, by the link mailed there (once, within seven days), whatever was changed
 * since then. Ends password, sessions, links and later undo links. 410 `LINK_EXPIRED`; 409 `EMAIL_TAKEN` when another
 * account has taken the address; the link stays valid then.
 */
export async function undoEmailChange(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  token: string,
): Promise<Result<null, DomainFailure>> {
  try {
    return await undo(context, token);
  } catch (error) {
    // A payment has made an account with the address at the same moment.
    if (isDuplicate(error)) return err(domainFailure('EMAIL_TAKEN'));
    throw error;
  }
}

function undo(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  token: string,
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const link = await useOneTimeToken(trx, 'email_undo', token, now);
    if (link === undefined) return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
    const { email } = undoFacts.parse(link.facts);
    const user = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', link.user_id)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
    const other = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('id', '!=', link.user_id)
      .executeTakeFirst();
    if (other !== undefined) {
      await restoreOneTimeToken(trx, token);
      return err(domainFailure('EMAIL_TAKEN'));
    }
    await trx
      .updateTable('one_time_tokens')
      .set({ used_at: now })
      .where('user_id', '=', link.user_id)
      .where('kind', '=', 'email_undo')
      .where('created_at', '>=', link.created_at)
      .where('used_at', 'is', null)
      .execute();
    await removePassword(trx, link.user_id, now);
    await attachGuestOrders(trx, { id: link.user_id, email });
    await trx
      .updateTable('users')
      .set({ email, email_confirmed_at: now })
      .where('id', '=', link.user_id)
      .execute();
    await moveNewsletter(trx, context, user.email, email);
    return ok(null);
  });
}

interface Claim {
  readonly email: string;
  /** Id of the user who asks for the address; null for a registration. */
  readonly id: string | null;
}

/** Whether another account has the address, or can still get it back by undoing a change. */
async function isTaken(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock'>,
  { email, id }: Claim,
): Promise<boolean> {
  const owner = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return owner !== undefined || (await isReserved(trx, context, { email, id }));
}

/** Whether an account gave up this address within the last seven days and can still get it back. */
export async function isReserved(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  { email, id }: Claim,
): Promise<boolean> {
  const { is_reserved } = await trx
    .selectNoFrom([selectIsReserved({ email, id }, new Date(clock.now())).as('is_reserved')])
    .executeTakeFirstOrThrow();
  return is_reserved;
}

/** The result of `isReserved` as a query expression. */
export function selectIsReserved({ email, id }: Claim, now: Date) {
  return sql<boolean>`exists (select from one_time_tokens
    where kind = 'email_undo' and facts ->> 'email' = ${email} and used_at is null and expires_at > ${now}
      ${id === null ? sql`` : sql`and user_id != ${id}`})`;
}

/** Moves the newsletter subscription to the new address, which the user has just confirmed. */
async function moveNewsletter(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  from: string,
  to: string,
): Promise<void> {
  const moved = await trx
    .updateTable('newsletter_subscriptions')
    .set({ email: to })
    .where('email', '=', from)
    .where('state', '=', 'confirmed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('newsletter_subscriptions as other')
            .select('other.id')
            .where('other.email', '=', to),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  const source = 'email_change';
  if (moved === undefined) await endNewsletter(trx, context, { email: from, source });
  else await recordAddressChange(trx, context, { id: moved.id, source });
  await updateNewsletterFlag(trx, to);
}
