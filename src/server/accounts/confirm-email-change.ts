import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { followNewsletter } from '#server/marketing/follow-newsletter.ts';
import { leaveNewsletter } from '#server/marketing/leave-newsletter.ts';
import type { HostContext } from '#server/server-context.ts';
import { useOneTimeToken, voidOneTimeTokens } from './use-one-time-token.ts';

const factsSchema = z.object({ email: z.string() });

/**
 * Gives an account its new e-mail address by the link that was mailed there; once, within 60 minutes. Links that went to
 * the old address stop working. An address that somebody else has meanwhile is 410 `LINK_EXPIRED` like any dead link.
 */
export async function confirmEmailChange(
  context: Pick<HostContext, 'db' | 'clock' | 'ids'>,
  token: string,
): Promise<Result<null, ApiFailure>> {
  const now = new Date(context.clock.now());
  const closed = err(apiFailure('LINK_EXPIRED', { pointer: '/token' }));
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
    // Two accounts that take one address at the same moment: the second one finds it taken.
    if (isDuplicate(error)) return closed;
    throw error;
  }
}

async function isTaken(trx: Transaction<Database>, email: string): Promise<boolean> {
  const owner = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return owner !== undefined;
}

/** The newsletter goes along with its reader, who has just proved to read the new address. */
async function moveNewsletter(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
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
  if (moved === undefined) await leaveNewsletter(trx, context, { email: from, source: 'email_change' });
  await followNewsletter(trx, to);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
