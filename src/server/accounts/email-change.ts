import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { ServerContext } from '#server/server-context.ts';
import { endNewsletter, getsNewsletter, updateNewsletterFlag } from './newsletter.ts';
import { hashToken, issueOneTimeToken, linkMinutes, voidOneTimeTokens } from './one-time-tokens.ts';

interface EmailChange {
  /** The new address. */
  readonly email: string;
  readonly locale: Locale;
}

/**
 * Starts the change of an e-mail address: a link to the new address, a notice to the current one. When the new address
 * has an account, no link is sent; notice and response are the same, so the caller cannot tell.
 */
export async function requestEmailChange(
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

interface ChangedUser {
  readonly id: string;
  /** The current address. */
  readonly email: string;
  readonly email_confirmed_at: Date | null;
}

/**
 * Sets the new e-mail address, whose link was used; `user` is locked. Links sent to the old address become invalid.
 * 410 `LINK_EXPIRED` when another account has taken the address in the meantime.
 */
export async function confirmEmailChange(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  user: ChangedUser,
  facts: unknown,
): Promise<Result<null, DomainFailure>> {
  const now = new Date(context.clock.now());
  const { email } = factsSchema.parse(facts);
  if (await isTaken(trx, email)) return err(domainFailure('LINK_EXPIRED', { pointer: '/token' }));
  await trx
    .updateTable('users')
    .set({ email, email_confirmed_at: now, newsletter: getsNewsletter(email) })
    .where('id', '=', user.id)
    .execute();
  await voidOneTimeTokens(trx, user.id, now);
  if (user.email_confirmed_at !== null) await moveNewsletter(trx, context, user.email, email);
  return ok(null);
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
