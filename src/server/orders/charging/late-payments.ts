import type { Selectable } from 'kysely';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, FoundCharge, PaymentGateway } from '#ports/payment-gateway.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { isCapturing } from '#server/platform/payment-gateways.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export type AttemptRow = Selectable<Database['payment_attempts']>;

/**
 * Step that undoes an outcome that arrived after its payment attempt had ended: releases an authorisation, refunds
 * money or cancels an action (docs/behaviour/checkout-and-payment.md#late-payments).
 */
export type UndoStep = { readonly attemptKey: string; readonly transactionId: string } & (
  | { readonly step: 'release' | 'cancel' }
  /** `amount` in cents. */
  | { readonly step: 'refund'; readonly amount: number }
);

/** States of attempts that ended without money. Later authorisations and charges are undone. */
const endedStates: readonly string[] = ['declined', 'never_charged'];

/** Whether an attempt in this state has ended without money. */
export function hasEnded(state: string): boolean {
  return endedStates.includes(state);
}

/** Whether an outcome has to be undone when it belongs to an attempt that has ended. */
export function isGranted({ outcome }: ChargeOutcome | FoundCharge): boolean {
  return ['authorised', 'charged', 'requires_action', 'processing'].includes(outcome);
}

/** Milliseconds until an attempt that has ended is checked again; by then no sale can still be in progress. */
export const lateCheckDelay = 3_600_000;

/**
 * Returns the step that undoes an outcome of an attempt that has ended; null when there is nothing to undo. A charge is
 * logged as an error, because the gateway had reported that none would follow.
 */
export function undoStepOf(
  { log }: Pick<ServerContext, 'log'>,
  attempt: Pick<AttemptRow, 'state' | 'attempt_key' | 'transaction_id'>,
  outcome: ChargeOutcome | FoundCharge,
): UndoStep | null {
  const isOver = hasEnded(attempt.state);
  const late = { attemptKey: attempt.attempt_key };
  switch (outcome.outcome) {
    case 'authorised': {
      const isAnother = attempt.transaction_id !== outcome.transaction_id;
      const { transaction_id: transactionId } = outcome;
      return isOver || isAnother ? { ...late, step: 'release', transactionId } : null;
    }
    case 'charged': {
      if (!isOver) return null;
      const { transaction_id: transactionId, amount } = outcome;
      const surprise = new Error(
        'The gateway has charged an attempt that had ended; the money is given back',
      );
      log.error('charged_after_all', surprise, { attempt: late.attemptKey, transaction: transactionId });
      return { ...late, step: 'refund', transactionId, amount };
    }
    case 'requires_action':
    case 'processing':
      return isOver ? { ...late, step: 'cancel', transactionId: outcome.transaction_id } : null;
    default:
      return null;
  }
}

interface UndoneAttempt {
  readonly id: string;
  readonly gateway: PaymentGateway;
}

/**
 * Undoes a late outcome at the gateway. The background job retries a failure an hour later. Returns the outcome that
 * the gateway reports instead, when the buyer was faster than the end of an action; else null.
 */
export async function undoLateOutcome(
  context: ServerContext,
  attempt: UndoneAttempt,
  late: UndoStep,
): Promise<FoundCharge | null> {
  const { id, gateway } = attempt;
  const { step, attemptKey, transactionId } = late;
  const outcome = await undo(gateway, late);
  context.log.info('late_payment', { step, transaction: transactionId, outcome: outcome.outcome });
  await noteLate(context, id, late, outcome.outcome);
  if (outcome.outcome === 'authorised' || outcome.outcome === 'charged') return outcome;
  if (late.step === 'refund' && outcome.outcome === 'refunded') await listKept(context, attempt, late, false);
  if (late.step === 'refund' && outcome.outcome === 'refused') {
    const stuck = new Error('A payment after its end could not be given back: refund it at the provider');
    context.log.error(keptKind, stuck, { attempt: attemptKey, transaction: transactionId });
    await listKept(context, attempt, late, true);
  }
  const isOver = !['unknown', 'requires_action', 'processing'].includes(outcome.outcome);
  await setLateCheck(context, id, isOver);
  return null;
}

/** Stores the undone outcome, which operators see with the order. */
async function noteLate(
  { db, clock }: ServerContext,
  payment_attempt_id: string,
  late: UndoStep,
  outcome: string,
): Promise<void> {
  const noted = { outcome, happened_at: new Date(clock.now()) };
  await db
    .insertInto('late_payments')
    .values({
      payment_attempt_id,
      transaction_id: late.transactionId,
      step: late.step,
      amount_cents: late.step === 'refund' ? late.amount : null,
      ...noted,
    })
    .onConflict((conflict) =>
      conflict.columns(['payment_attempt_id', 'transaction_id', 'step']).doUpdateSet(noted),
    )
    .execute();
}

/** Kind of the shop's own notice about money that could not be refunded. */
const keptKind = 'late_payment_kept';

/**
 * Adds one notice for operators about money that could not be refunded, in place of the provider's notice about it.
 * With `isKept` false, only closes such notices (docs/behaviour/operations.md#what-needs-somebody).
 */
function listKept(
  { db, clock }: ServerContext,
  { id, gateway }: UndoneAttempt,
  { transactionId: transaction_id, amount }: Extract<UndoStep, { readonly step: 'refund' }>,
  isKept: boolean,
): Promise<void> {
  const now = new Date(clock.now());
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('payment_notices')
      .set({ is_open: false })
      .where('payment_attempt_id', '=', id)
      .where('transaction_id', '=', transaction_id)
      .where('kind', 'in', isKept ? ['settled'] : ['settled', keptKind])
      .execute();
    if (!isKept) return;
    await trx
      .insertInto('payment_notices')
      .values({
        key: `${gateway.name}/${keptKind}:${transaction_id}`,
        kind: keptKind,
        transaction_id,
        payment_attempt_id: id,
        amount_cents: amount,
        happened_at: now,
        received_at: now,
        is_open: true,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  });
}

function undo(gateway: PaymentGateway, late: UndoStep) {
  const { attemptKey, transactionId } = late;
  const notPossible = { outcome: 'refused' } as const;
  switch (late.step) {
    case 'release':
      return isCapturing(gateway) ? gateway.release(transactionId) : Promise.resolve(notPossible);
    case 'cancel':
      return gateway.cancelAction?.(attemptKey, transactionId) ?? Promise.resolve(notPossible);
    case 'refund':
      return gateway.refund(transactionId, cents(late.amount), `${attemptKey}/late`);
  }
}

/**
 * Sets or clears the time at which an attempt that has ended is checked again for an authorisation or charge that
 * arrives late.
 */
export async function setLateCheck({ db, clock }: ServerContext, id: string, isOver: boolean): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ next_check_at: isOver ? null : new Date(clock.now() + lateCheckDelay) })
    .where('id', '=', id)
    .where('state', 'in', endedStates)
    .execute();
}
