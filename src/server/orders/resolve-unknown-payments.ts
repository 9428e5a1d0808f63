import { sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { attemptGateway } from './attempt-gateway.ts';
import { settleAttempt } from './settle-attempt.ts';

/** How many attempts one scan looks at before it looks at the clock again. */
const batch = 20;

/** How long one host keeps an attempt to itself, in milliseconds: a little more than the gateway's ten seconds. */
const lease = 15_000;

/**
 * Asks the gateway what became of attempts whose answer is missing, and settles them (decisions §4). Also finds those
 * that a host was charging when it died. Several hosts may scan at once: each attempt is leased to one of them, and only
 * when its turn has come, so that a host that dies holds up a single one. Answers how many attempts it looked at.
 */
export async function resolveUnknownPayments(context: HostContext): Promise<number> {
  for (let looked = 0; looked < batch; looked += 1) {
    const due = await leaseDueAttempt(context);
    if (due === undefined) return looked;
    const { id, attempt_key, started_at, provider } = due;
    const outcome = await attemptGateway(context, provider).findCharge(attempt_key, started_at.getTime());
    await inTransaction(context.db, (trx) => settleAttempt(trx, context, id, outcome, 'background'));
    context.log.info('payment_attempt_looked_up', { attempt: attempt_key, outcome: outcome.outcome });
  }
  return batch;
}

async function leaseDueAttempt(context: HostContext) {
  const now = context.clock.now();
  const { rows } = await sql<{ id: string; attempt_key: string; started_at: Date; provider: string }>`
    update payment_attempts set next_check_at = ${new Date(now + lease)}
    where id = (
      select id from payment_attempts
      where state in ('charging', 'unknown') and next_check_at <= ${new Date(now)}
      order by next_check_at limit 1 for update skip locked
    )
    returning id, attempt_key, started_at, provider
  `.execute(context.db);
  return rows[0];
}
