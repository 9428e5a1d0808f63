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

/** Milliseconds until the gateway is asked again what became of an action. */
const actionCheck = 30_000;

/**
 * The action as the buyer's browser gets it. Null when nobody can do it: the order renews without its owner, or the
 * action is not of the stated form, which is logged.
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

/** What an attempt stores of an action; the time limit counts from the first one. */
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
    // After the end, the gateway is asked at the usual pace until it has ended the payment.
    next_check_at: new Date(
      expires.getTime() > now ? Math.min(now + actionCheck, expires.getTime()) : now + actionCheck,
    ),
  };
}

/**
 * Milliseconds after which a payment that was not decided is given up
 * (docs/behaviour/checkout-and-payment.md#pending-payment).
 */
const decisionTerm = 7 * 86_400_000;

const firstDecisionCheck = 10_000;
const longestDecisionCheck = 3_600_000;

/**
 * What an attempt stores while the bank or provider decides: the term counts from the first time, and the gateway is
 * asked after a tenth of what has passed, from ten seconds to an hour.
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
 * Ends an attempt that waits for an action or a decision, at the gateway. Returns what was granted if the buyer was
 * faster.
 */
export async function endAction(
  gateway: PaymentGateway,
  { attempt_key, transaction_id, started_at }: WaitingAttempt,
): Promise<FoundCharge> {
  if (gateway.cancelAction !== undefined && transaction_id !== null)
    return gateway.cancelAction(attempt_key, transaction_id);
  const found = await gateway.findCharge(attempt_key, started_at.getTime());
  // Without a way to end it the attempt is given up; what is granted later is found and undone.
  return found.outcome === 'requires_action' ? { outcome: 'never_charged' } : found;
}
