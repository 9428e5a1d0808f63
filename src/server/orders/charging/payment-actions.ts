import { type PaymentAction, paymentAction } from '#core/model/payment.ts';
import type { ChargeOutcome, FoundCharge, PaymentGateway } from '#ports/payment-gateway.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { AttemptRow } from './late-payments.ts';

const minute = 60_000;

/**
 * Milliseconds for which an order stays reserved while the buyer has to act
 * (docs/behaviour/checkout-and-payment.md#held-stock).
 */
function actionTerm({ holds_most }: Pick<AttemptRow, 'holds_most'>): number {
  return (holds_most ? 10 : 30) * minute;
}

/** Milliseconds until the gateway is queried again for the outcome of an action. */
const actionCheck = 30_000;

/**
 * Parses an action for the buyer's browser. Null when nobody can do it: the order renews without its owner, or the
 * action is invalid, which is logged.
 */
export function readAction(
  { log }: ServerContext,
  order: OrderRow,
  { action, transaction_id }: Extract<ChargeOutcome, { outcome: 'requires_action' }>,
): PaymentAction | null {
  if (isRenewal(order)) return null;
  const read = paymentAction.safeParse(action);
  if (read.success) return read.data;
  log.error('payment_action_unreadable', new Error(read.error.message), {
    order: order.code,
    transaction: transaction_id,
  });
  return null;
}

/** Returns the columns that an attempt stores for an action. The time limit counts from the first one. */
export function actionChanges(
  attempt: Pick<AttemptRow, 'state' | 'action_expires_at' | 'holds_most'>,
  action: PaymentAction,
  now: number,
) {
  const { state, action_expires_at } = attempt;
  const isFirst = state === 'processing' || action_expires_at === null;
  const expires = isFirst ? new Date(now + actionTerm(attempt)) : action_expires_at;
  return {
    action: JSON.stringify(action),
    action_expires_at: expires,
    // After the time limit, the gateway is still queried at the usual interval until it has ended the payment.
    next_check_at: new Date(
      expires.getTime() > now ? Math.min(now + actionCheck, expires.getTime()) : now + actionCheck,
    ),
  };
}

/**
 * Milliseconds after which an undecided payment is given up (docs/behaviour/checkout-and-payment.md#pending-payment).
 */
const decisionTerm = 7 * 86_400_000;

const firstDecisionCheck = 10_000;
const longestDecisionCheck = 3_600_000;

/**
 * Returns the columns that an attempt stores while the bank or provider decides. The time limit counts from the first
 * time. The next query of the gateway follows after a tenth of the elapsed time, from ten seconds to an hour.
 */
export function decisionChanges({ state, action_expires_at }: AttemptRow, now: number) {
  const isFirst = state !== 'processing' || action_expires_at === null;
  const expires = isFirst ? now + decisionTerm : action_expires_at.getTime();
  const passed = now - (expires - decisionTerm);
  const pause = Math.min(Math.max(passed / 10, firstDecisionCheck), longestDecisionCheck);
  return { action: null, action_expires_at: new Date(expires), next_check_at: new Date(now + pause) };
}

/** A payment attempt that may wait for an action. */
export type WaitingAttempt = Pick<
  AttemptRow,
  'attempt_key' | 'started_at' | 'transaction_id' | 'action_expires_at'
>;

/**
 * Ends an attempt that waits for an action or a decision, at the gateway. If the buyer was faster, returns the
 * authorisation or charge.
 */
export async function endAction(
  gateway: PaymentGateway,
  { attempt_key, transaction_id, started_at }: WaitingAttempt,
): Promise<FoundCharge> {
  if (gateway.cancelAction !== undefined && transaction_id !== null)
    return gateway.cancelAction(attempt_key, transaction_id);
  const found = await gateway.findCharge(attempt_key, started_at.getTime());
  // The provider cannot end the attempt, so it is given up; a later authorisation or charge is found and undone.
  return found.outcome === 'requires_action' ? { outcome: 'never_charged' } : found;
}
