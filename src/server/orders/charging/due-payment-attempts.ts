import { sql } from 'kysely';
import type { FoundCharge, PaymentGateway } from '#ports/payment-gateway.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { gatewayOf, isCapturing, knownProviders } from '#server/platform/payment-gateways.ts';
import { addOrderToSpans, inTrace } from '#server/platform/spans.ts';
import { type AttemptRow, hasEnded, isGranted, setLateCheck } from './late-payments.ts';
import { endAction, type WaitingAttempt } from './payment-actions.ts';
import { countsAsDeclined, countUnfinishedAction } from './payment-limits.ts';
import { capture, completePaymentAttempt, lease } from './settle-payment-attempt.ts';

/** Payment attempts per run; the clock is read again for the next run. */
const batch = 20;

/**
 * Queries the gateway for the outcome of undecided payment attempts and settles them
 * (docs/behaviour/checkout-and-payment.md#unknown-outcome), including those of a server that stopped during a charge.
 * Several servers may run this at once: each attempt is leased to one of them just before its look-up, so that a server
 * that stops delays only one. Returns how many attempts it looked up.
 */
export async function resolveUnknownPayments(context: OrderContext, signal?: AbortSignal): Promise<number> {
  for (let looked = 0; looked < batch; looked += 1) {
    if (signal?.aborted) return looked;
    const due = await leaseDueAttempt(context);
    if (due === undefined) return looked;
    const start = { name: 'job resolve-unknown-payments' };
    await inTrace(context.tracing, start, () => resolve(context, due));
  }
  return batch;
}

async function resolve(context: OrderContext, due: DueAttempt): Promise<void> {
  const { id, order_id, attempt_key, provider, state, transaction_id } = due;
  addOrderToSpans(order_id);
  const gateway = gatewayOf(context, provider);
  if (state === 'authorised' && transaction_id !== null && isCapturing(gateway)) {
    await capture(context, { id, gateway }, transaction_id, 'background');
    return;
  }
  const outcome = await lookUp(context, gateway, due);
  const now = await completePaymentAttempt(context, { id, attempt_key, gateway }, outcome, 'background');
  // Undoing a late outcome has set the next check already. If it failed, the attempt is checked again after its lease.
  if (hasEnded(state) && !isGranted(outcome)) await setLateCheck(context, id, outcome.outcome !== 'unknown');
  if (state === 'awaiting_action' && countsAsDeclined(now)) await countUnfinishedAction(context, id);
  context.log.info('payment_attempt_looked_up', { attempt: attempt_key, outcome: outcome.outcome });
}

type DueAttempt = WaitingAttempt &
  Pick<AttemptRow, 'id' | 'order_id' | 'state'> & { readonly provider: string };

/** Ends an attempt whose action or decision is overdue; looks up any other. */
async function lookUp(
  { clock }: OrderContext,
  gateway: PaymentGateway,
  due: DueAttempt,
): Promise<FoundCharge> {
  const isWaiting = due.state === 'awaiting_action' || due.state === 'processing';
  const isOver = isWaiting && (due.action_expires_at?.getTime() ?? 0) <= clock.now();
  if (!isOver) return gateway.findCharge(due.attempt_key, due.started_at.getTime());
  const ended = await endAction(gateway, due);
  // An attempt that the provider cannot end is given up; a later authorisation or charge is found and undone.
  const isGivenUp = due.state === 'processing' && ended.outcome === 'processing';
  return isGivenUp ? { outcome: 'never_charged' } : ended;
}

async function leaseDueAttempt(context: OrderContext) {
  const now = context.clock.now();
  const providers = knownProviders(context);
  const { rows } = await sql<DueAttempt>`
    update payment_attempts set next_check_at = ${new Date(now + lease)}
    where id = (
      select id from payment_attempts
      where state in ('charging', 'unknown', 'awaiting_action', 'processing', 'authorised', 'declined', 'never_charged')
        and next_check_at <= ${new Date(now)} and provider = any (${providers})
      order by next_check_at limit 1 for update skip locked
    )
    returning id, order_id, attempt_key, started_at, provider, state, transaction_id, action_expires_at
  `.execute(context.db);
  return rows[0];
}
