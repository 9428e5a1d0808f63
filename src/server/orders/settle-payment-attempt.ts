import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { PaymentAttemptState } from '#core/rules/payment-attempt-life-cycle.ts';
import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { awaitTransfer } from '#server/payments/bank-transfers.ts';
import type { ServerContext } from '#server/server-context.ts';
import { isRenewal, renewalRefused } from '#server/subscriptions/settle-renewal.ts';
import { attemptGateway } from './attempt-gateway.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { lockOrder, moveOrder } from './lock-order.ts';
import { release } from './reservations.ts';

/** How long the background waits before asking again: 5 s, 10 s, 20 s, then every 30 s, in milliseconds. */
function checkDelay(checks: number): number {
  return Math.min(5_000 * 2 ** checks, 30_000);
}

/**
 * Stores what became of an attempt, together with everything that follows from it; an attempt that is settled already
 * stays as it is, so browser and background may both come with the answer.
 */
export async function settleAttempt(
  trx: Transaction<Database>,
  context: ServerContext,
  attemptId: string,
  outcome: ChargeOutcome | FoundCharge,
  cause: 'gateway' | 'background' | 'operator',
): Promise<void> {
  const { order } = await lockOrder(
    trx,
    sql<string>`(select order_id from payment_attempts where id = ${attemptId})`,
  );
  // Read under the lock: somebody else may have settled it meanwhile.
  const attempt = await trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const hasComeIn = attempt.state === 'awaiting_payment' && outcome.outcome === 'charged';
  if (attempt.state !== 'charging' && attempt.state !== 'unknown' && !hasComeIn) {
    const isPaidFor = attempt.state !== 'declined' && attempt.state !== 'never_charged';
    if (outcome.outcome === 'charged' && !isPaidFor) {
      // No gateway that keeps its promises does that. The order may be paid with another card by now: a person decides.
      const surprise = new Error('The gateway charged an attempt after it had said that it did not');
      context.log.error('charged_after_all', surprise, {
        attempt: attempt.attempt_key,
        transaction: outcome.transaction_id,
      });
    }
    return;
  }

  const now = context.clock.now();
  const settled = { settled_at: new Date(now), next_check_at: null };
  const setAttempt = (changes: AttemptChanges) =>
    trx.updateTable('payment_attempts').set(changes).where('id', '=', attemptId).execute();

  switch (outcome.outcome) {
    case 'charged':
      if (outcome.amount !== attempt.amount_cents) {
        const surprise = new Error('The gateway charged another amount than the order asked for');
        context.log.error('charged_amount_differs', surprise, {
          order: order.code,
          charged: outcome.amount,
          expected: attempt.amount_cents,
        });
      }
      await setAttempt({
        ...settled,
        state: 'charged',
        transaction_id: outcome.transaction_id,
        method: JSON.stringify(outcome.method),
        vault_token: outcome.vault_token,
      });
      await fulfilOrder(trx, context, order, {
        cause,
        method: outcome.method,
        vaultToken: outcome.vault_token,
      });
      return;
    case 'declined':
    case 'never_charged': {
      const reason = outcome.outcome === 'declined' ? outcome.reason : 'NEVER_CHARGED';
      await setAttempt({ ...settled, state: outcome.outcome, decline_reason: reason });
      await release(trx, context, order);
      await moveOrder(trx, context, {
        order,
        event: 'charge_declined',
        cause,
        changes: { last_decline: reason },
      });
      const open = { ...order, state: 'verified' };
      if (isRenewal(open)) await renewalRefused(trx, context, open, { outcome: outcome.outcome, cause });
      return;
    }
    case 'awaiting_payment': {
      const { transaction_id, method } = outcome;
      await setAttempt({
        state: 'awaiting_payment',
        next_check_at: null,
        transaction_id,
        method: JSON.stringify(method),
      });
      await awaitTransfer(trx, context, order, { method, cause });
      return;
    }
    case 'unknown':
      await setAttempt({
        state: 'unknown',
        checks: attempt.checks + 1,
        next_check_at: new Date(now + checkDelay(attempt.checks)),
      });
      if (order.state === 'charging')
        await moveOrder(trx, context, { order, event: 'outcome_unknown', cause });
  }
}

interface AttemptChanges {
  readonly state: PaymentAttemptState;
  readonly settled_at?: Date;
  readonly next_check_at?: Date | null;
  readonly checks?: number;
  readonly transaction_id?: string;
  readonly decline_reason?: string;
  readonly method?: string;
  readonly vault_token?: string | null;
}

/** How many attempts one scan looks at before it looks at the clock again. */
const batch = 20;

/** How long one server keeps an attempt to itself, in milliseconds: a little more than the gateway's ten seconds. */
const lease = 15_000;

/**
 * Asks the gateway what became of attempts whose answer is missing, and settles them (decisions §4). Also finds those
 * that a server was charging when it died. Several servers may scan at once: each attempt is leased to one of them, and only
 * when its turn has come, so that a server that dies holds up a single one. Answers how many attempts it looked at.
 */
export async function resolveUnknownPayments(context: ServerContext): Promise<number> {
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

async function leaseDueAttempt(context: ServerContext) {
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
