import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { updateUser as updateUserEndpoint } from '#api/accounts.ts';
import type { Learner } from '#core/model/user.ts';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import { respondInConstantTime } from './constant-time-response.ts';
import { loadLearner } from './load-learner.ts';
import { endNewsletter, requestNewsletter, updateNewsletterFlag } from './newsletter.ts';
import {
  hashToken,
  issueOneTimeToken,
  linkMinutes,
  useOneTimeToken,
  voidOneTimeTokens,
} from './one-time-tokens.ts';

type Changes = z.output<typeof updateUserEndpoint.body>['data']['attributes'];

/**
 * Changes the given fields of the user's profile and returns the auth fields. A new e-mail and a newsletter request
 * take effect only by their links; unsubscribing takes effect at once. Changes that send mails are rate limited, and
 * an e-mail change takes constant time, so that it does not reveal whether the address is taken.
 */
export function updateUser(
  context: ServerContext,
  userId: string,
  changes: Changes,
  locale: Locale,
): Promise<Result<Learner, DomainFailure>> {
  const change = () => changeProfile(context, userId, changes, locale);
  return changes.email === undefined ? change() : respondInConstantTime(change);
}

async function changeProfile(
  context: ServerContext,
  userId: string,
  { email, newsletter, ...plain }: Changes,
  locale: Locale,
): Promise<Result<Learner, DomainFailure>> {
  if (email !== undefined || newsletter === true) {
    const allowed = await takeHit(context.db, context, [
      { key: ['profile-mail', userId], hits: 10, minutes: 60 },
    ]);
    if (!allowed.ok) return allowed;
  }
  const learner = await inTransaction(context.db, async (trx) => {
    await changePlain(trx, userId, plain);
    const own = await trx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (own === undefined) return undefined;
    if (newsletter === false) await endNewsletter(trx, context, { email: own.email, source: 'profile' });
    if (newsletter === true) {
      await requestNewsletter(trx, context, { email: own.email, locale, source: 'profile' });
    }
    if (email !== undefined && email !== own.email) {
      await requestEmailChange(trx, context, own, { email, locale });
    }
    return loadLearner(trx, userId);
  });
  return learner === undefined ? err(domainFailure('NOT_FOUND')) : ok(learner);
}

async function changePlain(
  trx: Transaction<Database>,
  userId: string,
  changes: Omit<Changes, 'email' | 'newsletter'>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await trx.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute();
}

interface EmailChange {
  /** The new address. */
  readonly email: string;
  readonly locale: Locale;
}

/**
 * Starts the change of an e-mail address: a link to the new address, a notice to the current one. When the new address
 * has an account, no link is sent; notice and response are the same, so the caller cannot tell.
 */
async function requestEmailChange(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  user: { readonly id: string; readonly email: string },
  { email, locale }: EmailChange,
): Promise<void> {
  const token = await issueOneTimeToken(trx, context, {
    user_id: user.id,
    kind: 'email_change',
    minutes: linkMinutes,
    facts: { email },
  });
  const cause = hashToken(token).toString('base64url');
  await enqueueMail(trx, context, {
    template: 'email_change_notice',
    recipient: user.email,
    locale,
    facts: { email },
    dedupe_key: `email_change_notice:${cause}`,
  });
  const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (taken !== undefined) return;
  await enqueueMail(trx, context, {
    template: 'email_change',
    recipient: email,
    locale,
    facts: { token },
    dedupe_key: `email_change:${cause}`,
  });
}

const factsSchema = z.object({ email: z.string() });

/**
 * Sets the new e-mail address by the link mailed to it (once, within 60 minutes). Links sent to the old address become
 * invalid. 410 `LINK_EXPIRED` also when another account has taken the address in the meantime.
 */
export async function confirmEmailChange(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  token: string,
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  const closed = err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  try {
    return await inTransaction(context.db, async (trx) => {
      const link = await useOneTimeToken(trx, 'email_change', token, now);
      if (link === undefined) return closed;
      const { email } = factsSchema.parse(link.facts);
      const user = await trx
        .selectFrom('users')
        .select('email')
        .where('id', '=', link.user_id)
        .where('is_active', '=', true)
        .forUpdate()
        .executeTakeFirst();
      if (user === undefined || (await isTaken(trx, email))) return closed;
      await trx
        .updateTable('users')
        .set({ email, email_confirmed_at: now })
        .where('id', '=', link.user_id)
        .execute();
      await voidOneTimeTokens(trx, link.user_id, now);
      await moveNewsletter(trx, context, user.email, email);
      return ok(null);
    });
  } catch (error) {
    // Two accounts may confirm the same address in parallel: the second violates the unique constraint.
    if (isDuplicate(error)) return closed;
    throw error;
  }
}

async function isTaken(trx: Transaction<Database>, email: string): Promise<boolean> {
  const owner = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return owner !== undefined;
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
  if (moved === undefined) await endNewsletter(trx, context, { email: from, source: 'email_change' });
  await updateNewsletterFlag(trx, to);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
