import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { PaymentAttemptState } from '#core/rules/payment.ts';
import { paymentAttemptStateMachine } from '#core/rules/payment.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { OrderRow } from '#server/order-events.ts';
import { cardProviders, gatewayOf } from '#server/payment-gateways.ts';
import type { ServerContext } from '#server/server-context.ts';
import { awaitTransfer } from './bank-transfers.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { lockOrder, moveOrder } from './lock-order.ts';
import { release } from './reservations.ts';

/** How long the background waits before asking again: 5 s, 10 s, 20 s, then every 30 s, in milliseconds. */
function checkDelay(checks: number): number {
  return Math.min(5_000 * 2 ** checks, 30_000);
}

/** What each outcome means for its attempt. */
const outcomeEvents = {
  charged: 'succeed',
  declined: 'decline',
  never_charged: 'rule_out',
  awaiting_payment: 'await_payment',
  unknown: 'lose_answer',
} as const;

/**
 * Stores what became of a payment attempt, together with everything that follows from it; an attempt that is settled
 * already stays as it is, so browser and background may both come with the outcome.
 */
export async function settlePaymentAttempt(
  trx: Transaction<Database>,
  context: ServerContext,
  attemptId: string,
  outcome: ChargeOutcome | FoundCharge,
  cause: SettlingCause,
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
  const event = hasComeIn ? 'receive_payment' : outcomeEvents[outcome.outcome];
  const moved = transition(paymentAttemptStateMachine, attempt.state as PaymentAttemptState, event);
  if (!moved.ok) {
    reportLateCharge(context, attempt, outcome);
    return;
  }
  const now = context.clock.now();
  const settled = { state: moved.value, settled_at: new Date(now), next_check_at: null };
  const setAttempt = (changes: AttemptChanges) =>
    trx.updateTable('payment_attempts').set(changes).where('id', '=', attemptId).execute();

  switch (outcome.outcome) {
    case 'charged': {
      reportOtherAmount(context, order, attempt, outcome.amount);
      const { transaction_id, method, vault_token } = outcome;
      await setAttempt({ ...settled, transaction_id, method: JSON.stringify(method), vault_token });
      const storedCard = vault_token === null ? null : { vault_token, vault_provider: attempt.provider };
      await fulfilOrder(trx, context, order, { cause, method, storedCard });
      return;
    }
    case 'declined':
    case 'never_charged': {
      const reason = outcome.outcome === 'declined' ? outcome.reason : 'NEVER_CHARGED';
      await setAttempt({ ...settled, decline_reason: reason });
      await release(trx, context, order);
      const changes = { last_decline: reason };
      const state = await moveOrder(trx, context, { order, event: 'charge_declined', cause, changes });
      const refused = { order: { ...order, state }, outcome: outcome.outcome, cause };
      for (const subscriber of context.orderSubscribers)
        await subscriber.chargeRefused?.(trx, context, refused);
      return;
    }
    case 'awaiting_payment': {
      const { transaction_id, method } = outcome;
      await setAttempt({
        state: moved.value,
        next_check_at: null,
        transaction_id,
        method: JSON.stringify(method),
      });
      await awaitTransfer(trx, context, order, { method, cause });
      return;
    }
    case 'unknown':
      await setAttempt({
        state: moved.value,
        checks: attempt.checks + 1,
        next_check_at: new Date(now + checkDelay(attempt.checks)),
      });
      if (order.state === 'charging')
        await moveOrder(trx, context, { order, event: 'outcome_unknown', cause });
  }
}

type SettlingCause = 'gateway' | 'background' | 'operator';

type AttemptRow = Selectable<Database['payment_attempts']>;

/**
 * A charge of an attempt that was said to have taken nothing: no gateway that keeps its promises does that. The order
 * may be paid with another card by now, so a person decides.
 */
function reportLateCharge(
  { log }: ServerContext,
  { state, attempt_key }: AttemptRow,
  outcome: ChargeOutcome | FoundCharge,
): void {
  if (outcome.outcome !== 'charged' || (state !== 'declined' && state !== 'never_charged')) return;
  const surprise = new Error('The gateway charged an attempt after it had reported that it did not');
  log.error('charged_after_all', surprise, { attempt: attempt_key, transaction: outcome.transaction_id });
}

function reportOtherAmount(
  { log }: ServerContext,
  order: OrderRow,
  attempt: AttemptRow,
  charged: number,
): void {
  const expected = attempt.amount_cents;
  if (charged === expected) return;
  const surprise = new Error('The gateway charged another amount than the order asked for');
  log.error('charged_amount_differs', surprise, { order: order.code, charged, expected });
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

/** How many payment attempts one run looks at before it looks at the clock again. */
const batch = 20;

/** How long one server keeps an attempt to itself, in milliseconds: a little more than the gateway's ten seconds. */
const lease = 15_000;

/**
 * Asks the gateway what became of attempts whose answer is missing, and settles them
 * (docs/behaviour/checkout-and-payment.md#unknown-outcome). Also finds those that a server was charging when it died.
 * Several servers may run this at once: each attempt is leased to one of them, and only when its turn has come, so that a
 * server that dies holds up a single one. Answers how many attempts it looked at.
 */
export async function resolveUnknownPayments(context: ServerContext, signal?: AbortSignal): Promise<number> {
  for (let looked = 0; looked < batch; looked += 1) {
    if (signal?.aborted) return looked;
    const due = await leaseDueAttempt(context);
    if (due === undefined) return looked;
    const { id, attempt_key, started_at, provider } = due;
    const outcome = await gatewayOf(context, provider).findCharge(attempt_key, started_at.getTime());
    await inTransaction(context.db, (trx) => settlePaymentAttempt(trx, context, id, outcome, 'background'));
    context.log.info('payment_attempt_looked_up', { attempt: attempt_key, outcome: outcome.outcome });
  }
  return batch;
}

async function leaseDueAttempt(context: ServerContext) {
  const now = context.clock.now();
  const providers = [...cardProviders(context), 'bank_transfer'];
  const { rows } = await sql<{ id: string; attempt_key: string; started_at: Date; provider: string }>`
    update payment_attempts set next_check_at = ${new Date(now + lease)}
    where id = (
      select id from payment_attempts
      where state in ('charging', 'unknown') and next_check_at <= ${new Date(now)}
        and provider = any (${providers})
      order by next_check_at limit 1 for update skip locked
    )
    returning id, attempt_key, started_at, provider
  `.execute(context.db);
  return rows[0];
}
