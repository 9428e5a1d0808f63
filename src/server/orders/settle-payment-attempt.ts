import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { cents } from '#core/rules/money.ts';
import type { PaymentAttemptState } from '#core/rules/payment.ts';
import { paymentAttemptStateMachine } from '#core/rules/payment.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { CardGateway, ChargeOutcome, FoundCharge, PaymentGateway } from '#ports/payment-gateway.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { OrderRow } from '#server/order-events.ts';
import { cardProviders, gatewayOf, isCardGateway } from '#server/payment-gateways.ts';
import type { ServerContext } from '#server/server-context.ts';
import { awaitTransfer } from './bank-transfers.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { lockOrder, transitionOrder } from './lock-order.ts';
import { release } from './reservations.ts';

/** Milliseconds until the next look-up of an unknown outcome: 5 s, 10 s, 20 s, then always 30 s. */
function checkDelay(checks: number): number {
  return Math.min(5_000 * 2 ** checks, 30_000);
}

/** The event of the payment attempt's state machine for each outcome. */
const outcomeEvents = {
  authorised: 'authorise',
  charged: 'succeed',
  declined: 'decline',
  never_charged: 'rule_out',
  awaiting_payment: 'await_payment',
  unknown: 'lose_answer',
} as const;

/**
 * The next call to the gateway after an outcome was stored: capture a stored authorisation, or release one that arrived
 * after its payment attempt had ended.
 */
type NextStep = { readonly step: 'capture' | 'release'; readonly transactionId: string } | null;

/**
 * Stores the outcome of a payment attempt and completes it: an authorisation is stored before it is captured
 * (docs/behaviour/checkout-and-payment.md#authorise-then-capture); one that arrives too late is released. Money is only
 * taken for an attempt whose row says `authorised`, and an order has at most one such row. Returns the state of the
 * attempt.
 */
export async function completePaymentAttempt(
  context: ServerContext,
  attempt: { readonly id: string; readonly gateway: PaymentGateway },
  outcome: ChargeOutcome | FoundCharge,
  cause: SettlingCause,
): Promise<PaymentAttemptState> {
  const { id, gateway } = attempt;
  const next = await inTransaction(context.db, (trx) =>
    settlePaymentAttempt(trx, context, id, outcome, cause),
  );
  if (next !== null && isCardGateway(gateway)) {
    if (next.step === 'capture') await capture(context, { id, gateway }, next.transactionId, cause);
    else await releaseLate(context, { id, gateway }, next.transactionId);
  }
  const { state } = await context.db
    .selectFrom('payment_attempts')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state as PaymentAttemptState;
}

interface CardAttempt {
  readonly id: string;
  readonly gateway: CardGateway;
}

/** Captures a stored authorisation and stores the outcome. */
async function capture(
  context: ServerContext,
  { id, gateway }: CardAttempt,
  transactionId: string,
  cause: SettlingCause,
): Promise<void> {
  const { outcome } = await gateway.capture(transactionId);
  await inTransaction(context.db, async (trx) => {
    const { amount_cents, method, vault_token } = await trx
      .selectFrom('payment_attempts')
      .select(['amount_cents', 'method', 'vault_token'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const charged = {
      outcome: 'charged',
      transaction_id: transactionId,
      amount: cents(amount_cents),
      method: method as PaymentMethodSummary,
      vault_token,
    } as const;
    const declined = {
      outcome: 'declined',
      reason: 'PROCESSOR_DECLINED',
      transaction_id: transactionId,
    } as const;
    const results = { captured: charged, refused: declined, unknown: { outcome: 'unknown' } } as const;
    await settlePaymentAttempt(trx, context, id, results[outcome], cause);
  });
}

/**
 * Releases an authorisation that no payment attempt needs any more; repeated by the background job until it has
 * succeeded.
 */
async function releaseLate(
  context: ServerContext,
  { id, gateway }: CardAttempt,
  transactionId: string,
): Promise<void> {
  const { outcome } = await gateway.release(transactionId);
  context.log.info('late_authorisation', { transaction: transactionId, outcome });
  await setLateCheck(context, id, outcome !== 'unknown');
}

/** Sets or clears the time at which an attempt that was never charged is checked again for a late authorisation. */
async function setLateCheck({ db, clock }: ServerContext, id: string, isOver: boolean): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ next_check_at: isOver ? null : new Date(clock.now() + lateCheck) })
    .where('id', '=', id)
    .where('state', '=', 'never_charged')
    .execute();
}

/**
 * Stores the outcome of a payment attempt with all its consequences. An attempt that is settled already is not changed,
 * because browser and background job may both report an outcome.
 */
export async function settlePaymentAttempt(
  trx: Transaction<Database>,
  context: ServerContext,
  attemptId: string,
  outcome: ChargeOutcome | FoundCharge,
  cause: SettlingCause,
): Promise<NextStep> {
  const { order } = await lockOrder(
    trx,
    sql<string>`(select order_id from payment_attempts where id = ${attemptId})`,
  );
  // Read after locking the order, because another call may have settled the attempt in the meantime.
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
    const isLate = outcome.outcome === 'authorised' && attempt.transaction_id !== outcome.transaction_id;
    return isLate ? { step: 'release', transactionId: outcome.transaction_id } : null;
  }
  const now = context.clock.now();
  const settled = { state: moved.value, settled_at: new Date(now), next_check_at: null, promised_from: null };
  const setAttempt = (changes: AttemptChanges) =>
    trx.updateTable('payment_attempts').set(changes).where('id', '=', attemptId).execute();

  switch (outcome.outcome) {
    case 'authorised': {
      const { transaction_id, method, vault_token } = outcome;
      if (outcome.amount !== attempt.amount_cents) {
        reportOtherAmount(context, order, attempt, outcome.amount);
        // Nothing is taken yet. The attempt is given up, so that a release that fails is repeated.
        await settlePaymentAttempt(trx, context, attemptId, { outcome: 'never_charged' }, cause);
        return { step: 'release', transactionId: transaction_id };
      }
      await setAttempt({
        state: moved.value,
        next_check_at: new Date(now + lease),
        transaction_id,
        method: JSON.stringify(method),
        vault_token,
      });
      return { step: 'capture', transactionId: transaction_id };
    }
    case 'charged': {
      reportOtherAmount(context, order, attempt, outcome.amount);
      const { transaction_id, method, vault_token } = outcome;
      await setAttempt({ ...settled, transaction_id, method: JSON.stringify(method), vault_token });
      const storedCard = vault_token === null ? null : { vault_token, vault_provider: attempt.provider };
      await fulfilOrder(trx, context, order, { cause, method, storedCard });
      return null;
    }
    case 'declined':
    case 'never_charged': {
      const reason = outcome.outcome === 'declined' ? outcome.reason : 'NEVER_CHARGED';
      // An authorisation that is still being processed takes no money; a later check finds and releases it.
      const next_check_at = outcome.outcome === 'never_charged' ? new Date(now + lateCheck) : null;
      await setAttempt({ ...settled, next_check_at, decline_reason: reason });
      await release(trx, context, order);
      const changes = { last_decline: reason };
      const state = await transitionOrder(trx, context, { order, event: 'charge_declined', cause, changes });
      const refused = { order: { ...order, state }, outcome: outcome.outcome, cause };
      for (const subscriber of context.orderSubscribers)
        await subscriber.chargeRefused?.(trx, context, refused);
      return null;
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
      return null;
    }
    case 'unknown':
      await setAttempt({
        state: moved.value,
        checks: attempt.checks + 1,
        next_check_at: new Date(now + checkDelay(attempt.checks)),
      });
      if (order.state === 'charging')
        await transitionOrder(trx, context, { order, event: 'outcome_unknown', cause });
      return null;
  }
}

type SettlingCause = 'gateway' | 'background' | 'operator';

type AttemptRow = Selectable<Database['payment_attempts']>;

/**
 * Logs a charge of an attempt that the gateway had reported as not charged, which should never happen. The order may
 * have been paid by another card in the meantime, so an operator has to decide.
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
  const surprise = new Error('The gateway granted or charged another amount than the order asked for');
  log.error('charged_amount_differs', surprise, { order: order.code, charged, expected });
}

interface AttemptChanges {
  readonly state: PaymentAttemptState;
  readonly settled_at?: Date;
  readonly next_check_at?: Date | null;
  readonly promised_from?: null;
  readonly checks?: number;
  readonly transaction_id?: string;
  readonly decline_reason?: string;
  readonly method?: string;
  readonly vault_token?: string | null;
}

/** Milliseconds until an attempt that was never charged is checked again; by then no sale can still be in progress. */
const lateCheck = 3_600_000;

/** Payment attempts per run; the clock is read again for the next run. */
const batch = 20;

/** Lease of a payment attempt by one server, in milliseconds: more than the 10 s limit of a gateway call. */
const lease = 15_000;

/**
 * Asks the gateway for the outcome of payment attempts without one, and settles them
 * (docs/behaviour/checkout-and-payment.md#unknown-outcome), also those of a server that stopped during a charge.
 * Several servers may run this at once: each attempt is leased to one of them just before its look-up, so that a server
 * that stops delays only one. Returns how many attempts it looked up.
 */
export async function resolveUnknownPayments(context: ServerContext, signal?: AbortSignal): Promise<number> {
  for (let looked = 0; looked < batch; looked += 1) {
    if (signal?.aborted) return looked;
    const due = await leaseDueAttempt(context);
    if (due === undefined) return looked;
    const { id, attempt_key, started_at, provider, state, transaction_id } = due;
    const gateway = gatewayOf(context, provider);
    if (state === 'authorised' && transaction_id !== null && isCardGateway(gateway)) {
      await capture(context, { id, gateway }, transaction_id, 'background');
      continue;
    }
    const outcome = await gateway.findCharge(attempt_key, started_at.getTime());
    if (state === 'never_charged') await setLateCheck(context, id, outcome.outcome !== 'unknown');
    await completePaymentAttempt(context, { id, gateway }, outcome, 'background');
    context.log.info('payment_attempt_looked_up', { attempt: attempt_key, outcome: outcome.outcome });
  }
  return batch;
}

type DueAttempt = Pick<AttemptRow, 'id' | 'attempt_key' | 'started_at' | 'state' | 'transaction_id'> & {
  readonly provider: string;
};

async function leaseDueAttempt(context: ServerContext) {
  const now = context.clock.now();
  const providers = [...cardProviders(context), 'bank_transfer'];
  const { rows } = await sql<DueAttempt>`
    update payment_attempts set next_check_at = ${new Date(now + lease)}
    where id = (
      select id from payment_attempts
      where state in ('charging', 'unknown', 'authorised', 'never_charged') and next_check_at <= ${new Date(now)}
        and provider = any (${providers})
      order by next_check_at limit 1 for update skip locked
    )
    returning id, attempt_key, started_at, provider, state, transaction_id
  `.execute(context.db);
  return rows[0];
}
