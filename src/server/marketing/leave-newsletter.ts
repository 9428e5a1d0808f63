import type { Transaction } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { followNewsletter } from './follow-newsletter.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/** Which subscription, and where the wish to leave was said. */
type Leaving = ({ readonly id: string } | { readonly email: string }) & { readonly source: string };

/**
 * Ends a newsletter, also one that still waits for its confirmation: open links stop working, and the end is noted.
 * Who has left already, or never asked, changes nothing.
 */
export async function leaveNewsletter(
  trx: Transaction<Database>,
  { clock, ids }: Pick<HostContext, 'clock' | 'ids'>,
  leaving: Leaving,
): Promise<void> {
  const now = new Date(clock.now());
  const left = await trx
    .updateTable('newsletter_subscriptions')
    .set({ state: 'unsubscribed', unsubscribed_at: now, token_hash: null, token_expires_at: null })
    .where((where) => ('id' in leaving ? where('id', '=', leaving.id) : where('email', '=', leaving.email)))
    .where('state', '<>', 'unsubscribed')
    .returning(['id', 'email'])
    .executeTakeFirst();
  if (left === undefined) return;
  await trx
    .insertInto('newsletter_events')
    .values({
      id: ids.uuid(),
      subscription_id: left.id,
      event: 'unsubscribed',
      source: leaving.source,
      happened_at: now,
    })
    .execute();
  await followNewsletter(trx, left.email);
}

/**
 * Ends a newsletter by the link in one of its mails, without login and as often as it is called (decisions §5). 404 for
 * a token that this shop never signed.
 */
export async function unsubscribe(
  context: Pick<HostContext, 'db' | 'clock' | 'ids' | 'settings'>,
  token: string,
): Promise<Result<null, ApiFailure>> {
  const id = readUnsubscribeToken(context.settings, token);
  if (id === null) return err(apiFailure('NOT_FOUND', { parameter: 'token' }));
  await inTransaction(context.db, (trx) => leaveNewsletter(trx, context, { id, source: 'link' }));
  return ok(null);
}
