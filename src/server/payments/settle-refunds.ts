import { sql, type Transaction } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { readRefundKey } from '#core/rules/payments/refund-key.ts';
import type { RefundOutcome } from '#ports/payment-gateway.ts';
import { isDisputed } from '#server/orders/charging/disputes.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { gatewayOf, knownProviders } from '#server/platform/payment-gateways.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { addOrderToSpans, inTrace } from '#server/platform/spans.ts';
import { updateRefundedOrder } from './create-refund.ts';

/** Refunds per run; the clock is read again for the next run. */
const batch = 20;

/**
 * Minimum milliseconds between two requests for one refund, even if a server was killed in between. A provider may work
 * up to a minute on a request whose response was lost. Until that is done it lists no refund, and without request keys
 * it would pay a second one.
 */
const lease = 75_000;

/** Milliseconds until the next try of a refund with unknown outcome: 75 s, 150 s, 300 s … ten minutes at most. */
function checkDelay(checks: number): number {
  return Math.min(lease * 2 ** Math.min(checks, 10), 600_000);
}

/**
 * Pays out decided refunds through the gateway (docs/behaviour/payments.md#paying-out-a-refund). Each refund is leased
 * to one server just before its call. The gateway knows it by its key, so that a repetition after a lost response or a
 * crash never pays twice. Returns how many refunds it requested.
 */
export async function settleRefunds(context: ServerContext, signal?: AbortSignal): Promise<number> {
  for (let requested = 0; requested < batch; requested += 1) {
    if (signal?.aborted) return requested;
    const due = await leaseDueRefund(context);
    if (due === undefined) return requested;
    const start = { name: 'job settle-refunds' };
    await inTrace(context.tracing, start, () => payOut(context, due));
  }
  return batch;
}

async function payOut(context: ServerContext, due: DueRefund): Promise<void> {
  const { order_id, refund_key } = due;
  addOrderToSpans(order_id);
  const outcome = isWithheld(context, due) ? withheld : await queryGateway(context, due);
  await inTransaction(context.db, (trx) => settleRefund(trx, context, due, outcome));
  context.log.info('refund_asked_for', { refund: refund_key, outcome: outcome.outcome });
}

const withheld = { outcome: 'refused' } as const;

/**
 * Whether a refund waits for an operator, because in a dispute the bank may return the same money. Not if the gateway
 * was asked for it before, because it may be paid by now, and not if an operator has retried it.
 */
function isWithheld({ log }: ServerContext, { state, refund_key, is_disputed }: DueRefund): boolean {
  if (state !== 'open' || isRetried(refund_key) || !is_disputed) return false;
  log.warn('refund_of_disputed_charge', { refund: refund_key });
  return true;
}

function queryGateway(
  context: ServerContext,
  { provider, transaction_id, amount_cents, refund_key }: DueRefund,
): Promise<RefundOutcome> {
  return gatewayOf(context, provider).refund(transaction_id, cents(amount_cents), refund_key);
}

interface DueRefund {
  readonly id: string;
  readonly state: string;
  readonly is_disputed: boolean;
  readonly order_id: string;
  readonly refund_key: string;
  readonly amount_cents: number;
  readonly transaction_id: string;
  readonly provider: string;
}

async function leaseDueRefund(context: ServerContext): Promise<DueRefund | undefined> {
  const now = context.clock.now();
  const providers = knownProviders(context);
  const { rows } = await sql<DueRefund>`
    update refunds set next_check_at = ${new Date(now + lease)}
    from payment_attempts
    where payment_attempts.id = refunds.payment_attempt_id and refunds.id = (
      select id from refunds
      where state in ('open', 'unknown') and next_check_at <= ${new Date(now)} and provider = any (${providers})
      order by next_check_at limit 1 for update skip locked
    )
    returning refunds.id, refunds.order_id, refunds.refund_key, refunds.amount_cents, payment_attempts.transaction_id,
      refunds.provider, refunds.state, ${isDisputed('refunds.payment_attempt_id')} as is_disputed
  `.execute(context.db);
  return rows[0];
}

/**
 * Stores the outcome of a refund. A settled refund is not changed. An outcome for an earlier key is ignored, because it
 * says nothing about the current one.
 */
async function settleRefund(
  trx: Transaction<Database>,
  context: ServerContext,
  { id: refundId, order_id, refund_key }: DueRefund,
  outcome: RefundOutcome,
): Promise<void> {
  const { order } = await lockOrder(trx, order_id);
  const refund = await trx
    .selectFrom('refunds')
    .select(['state', 'checks', 'refund_key'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  if (refund.state !== 'open' && refund.state !== 'unknown') return;
  if (refund.refund_key !== refund_key) return;
  const now = context.clock.now();
  const setRefund = (changes: RefundChanges) =>
    trx.updateTable('refunds').set(changes).where('id', '=', refundId).execute();

  switch (outcome.outcome) {
    case 'refunded':
      await setRefund({
        state: 'refunded',
        gateway_refund_id: outcome.refund_id,
        settled_at: new Date(now),
        next_check_at: null,
      });
      await updateRefundedOrder(trx, context, order, { refundId, cause: 'gateway' });
      return;
    case 'refused':
      // An operator retries it later or records another payment of it; `payments unknown` lists refused refunds.
      context.log.error('refund_refused', new Error('A refund was refused'), {
        refund: refund_key,
      });
      await setRefund({ state: 'refused', settled_at: new Date(now), next_check_at: null });
      return;
    case 'unknown':
      await setRefund({
        state: 'unknown',
        checks: refund.checks + 1,
        next_check_at: new Date(now + checkDelay(refund.checks)),
      });
  }
}

interface RefundChanges {
  readonly state: 'refunded' | 'refused' | 'unknown';
  readonly gateway_refund_id?: string;
  readonly settled_at?: Date;
  readonly next_check_at: Date | null;
  readonly checks?: number;
}

interface PaidByHand {
  readonly amount: Cents;
  readonly sent_at: Date;
}

/**
 * Records that the money of a refused refund was paid in another way, such as a transfer. A repeated call changes
 * nothing and returns the time of the first one. Null for a refund that the gateway has paid or may still pay.
 */
export async function settleByHand(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'actor'>,
  refundKey: string,
  orderId?: string,
): Promise<PaidByHand | null> {
  const found = await trx
    .selectFrom('refunds')
    .select(['id', 'order_id'])
    .where('refund_key', '=', refundKey)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .executeTakeFirst();
  if (found === undefined) return null;
  const { order } = await lockOrder(trx, found.order_id);
  const refund = await trx
    .selectFrom('refunds')
    .select(['state', 'amount_cents', 'gateway_refund_id', 'settled_at'])
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const amount = cents(refund.amount_cents);
  const isByHand = refund.state === 'refunded' && refund.gateway_refund_id === null && amount > 0;
  if (isByHand && refund.settled_at !== null) return { amount, sent_at: refund.settled_at };
  if (refund.state !== 'refused') return null;
  const sent_at = new Date(context.clock.now());
  await trx
    .updateTable('refunds')
    .set({ state: 'refunded', settled_at: sent_at })
    .where('id', '=', found.id)
    .execute();
  await updateRefundedOrder(trx, context, order, { refundId: found.id, cause: 'operator' });
  await recordChange(trx, context, {
    action: 'refund.transferred',
    record: { type: 'orders', id: order.id },
    after: { refund: refundKey, amount },
  });
  return { amount, sent_at };
}

/** Result of a retry: the gateway will be queried again, is being queried already, or has paid. */
type RetriedRefund = 'asked_again' | 'under_way' | 'paid_out';

/**
 * Lets the job `settle-refunds` request a refused refund again (docs/behaviour/payments.md#paying-out-a-refund). The
 * decision stays: amount, correction, codes and access. The gateway gets a new key, because it would repeat the refusal
 * for the old one. `key` may be the first key or that of any retry. Repeatable: only a refused refund is requested
 * again. `CHARGE_DISPUTED`: the buyer may get the money twice; `despiteDispute` accepts that.
 */
export async function retryRefund(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  refundKey: string,
  despiteDispute = false,
): Promise<Result<RetriedRefund, 'UNKNOWN_REFUND' | 'CHARGE_DISPUTED'>> {
  const id = readRefundKey(refundKey)?.id;
  if (id === undefined) return err('UNKNOWN_REFUND');
  const refund = await context.db
    .selectFrom('refunds')
    .select(['order_id', 'refund_key', 'state'])
    .select(isDisputed('refunds.payment_attempt_id').as('is_disputed'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (refund === undefined) return err('UNKNOWN_REFUND');
  if (refund.state !== 'refused') return ok(refund.state === 'refunded' ? 'paid_out' : 'under_way');
  if (refund.is_disputed && !despiteDispute) return err('CHARGE_DISPUTED');
  const refund_key = keyOfRetry(refund.refund_key);
  const isOpened = await inTransaction(context.db, async (trx) => {
    const opened = await trx
      .updateTable('refunds')
      .set({
        state: 'open',
        refund_key,
        checks: 0,
        settled_at: null,
        next_check_at: new Date(context.clock.now()),
      })
      .where('id', '=', id)
      .where('state', '=', 'refused')
      // Of two parallel retries one succeeds.
      .where('refund_key', '=', refund.refund_key)
      .returning('id')
      .executeTakeFirst();
    if (opened === undefined) return false;
    await recordChange(trx, context, {
      action: 'refund.retried',
      record: { type: 'orders', id: refund.order_id },
      before: { refund_key: refund.refund_key },
      after: { refund_key, ...(refund.is_disputed && { despite_dispute: true }) },
    });
    return true;
  });
  return ok(isOpened ? 'asked_again' : 'under_way');
}

function isRetried(refundKey: string): boolean {
  return (readRefundKey(refundKey)?.retries ?? 0) > 0;
}

function keyOfRetry(refundKey: string): string {
  const { first, retries } = readRefundKey(refundKey) ?? { first: refundKey, retries: 0 };
  return `${first}-${retries + 1}`;
}
