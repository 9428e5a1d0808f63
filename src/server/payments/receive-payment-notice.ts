import { sql, type Transaction } from 'kysely';
import { blocksNewAttempt, type PaymentAttemptState } from '#core/rules/payments/payment-rules.ts';
import type { AskAgain, PaymentNotice, PaymentNoticeKind, WebhookNotice } from '#ports/payment-notices.ts';
import { lockOrder, transitionOrder } from '#server/orders/lock-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Kinds that need action by an operator. */
const troubles: readonly PaymentNoticeKind[] = [
  'dispute_opened',
  'dispute_lost',
  'settlement_declined',
  'refund_failed',
];

/**
 * Stores a webhook notice of the payment provider about an earlier charge, once even if it is sent repeatedly. A notice
 * never pays an order; one for an attempt with unknown outcome only makes the background job look it up at once. A
 * refund that failed waits for an operator (docs/behaviour/payments.md#paying-out-a-refund), as do disputes, money that
 * does not arrive, and money without a paid order (docs/behaviour/operations.md#what-needs-somebody), which are logged
 * as errors. `provider`: the name of the provider; transactions of different providers may have the same id.
 */
export async function receivePaymentNotice(
  context: ServerContext,
  provider: string,
  notice: WebhookNotice,
): Promise<void> {
  if (notice.kind === 'ask_again') return askAgain(context, provider, notice);
  const received = await inTransaction(context.db, async (trx) => {
    const attempt = await findAttempt(trx, provider, notice);
    const isWithoutOrder = await isMoneyWithoutOrder(trx, notice, attempt);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('payment_notices')
      .values({
        key: `${provider}/${notice.key}`,
        kind: notice.kind,
        transaction_id: notice.transaction_id,
        payment_attempt_id: attempt?.id ?? null,
        amount_cents: notice.amount,
        happened_at: new Date(notice.happened_at),
        received_at: new Date(context.clock.now()),
        is_open: notice.kind === 'settlement_declined' || isWithoutOrder,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    const isNew = numInsertedOrUpdatedRows === 1n;
    if (isNew && attempt !== null) await wake(trx, context, attempt.id);
    if (isNew && attempt?.refund) await refuseFailed(trx, context, attempt.refund);
    return { isNew, isWithoutOrder };
  });
  if (received.isNew) report(context, notice, received.isWithoutOrder);
}

/** Milliseconds between two look-ups that unsigned webhooks cause for one attempt. */
const askingPause = 5_000;

/**
 * Schedules a look-up of the attempt of a transaction, if the provider has not decided it. Anybody can send such a
 * webhook, so it has no other effect, and repeated ones do not query the provider more often.
 */
async function askAgain(
  { db, clock }: ServerContext,
  provider: string,
  { transaction_id }: AskAgain,
): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('payment_attempts')
    .set({ next_check_at: new Date(now), asked_again_at: new Date(now) })
    .where('transaction_id', '=', transaction_id)
    .where(isOfProvider(provider))
    .where('state', 'in', wakeableStates)
    .where((one) =>
      one.or([one('asked_again_at', 'is', null), one('asked_again_at', '<', new Date(now - askingPause))]),
    )
    .execute();
}

function isOfProvider(provider: string) {
  return sql<boolean>`split_part(payment_attempts.provider, '/', 1) = ${provider}`;
}

interface FoundAttempt {
  readonly id: string;
  readonly state: PaymentAttemptState;
  /** The refund that has failed. */
  readonly refund?: FailedRefund;
}

interface FailedRefund {
  readonly id: string;
  readonly order_id: string;
}

async function findAttempt(
  trx: Transaction<Database>,
  provider: string,
  { transaction_id, attempt_key, kind }: PaymentNotice,
): Promise<FoundAttempt | null> {
  const isOfThis = isOfProvider(provider);
  if (kind === 'refund_failed') {
    const refund = await trx
      .selectFrom('refunds')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.payment_attempt_id')
      .select([
        'payment_attempts.id',
        'payment_attempts.state',
        'refunds.id as refund_id',
        'refunds.order_id',
      ])
      .where('gateway_refund_id', '=', transaction_id)
      .where(isOfThis)
      .executeTakeFirst();
    if (refund === undefined) return null;
    const { id, state, refund_id, order_id } = refund;
    return { id, state: state as PaymentAttemptState, refund: { id: refund_id, order_id } };
  }
  const attempt = await trx
    .selectFrom('payment_attempts')
    .select(['id', 'state'])
    .where((one) =>
      one.or([
        one('attempt_key', '=', attempt_key),
        one.and([one('transaction_id', '=', transaction_id), isOfThis]),
      ]),
    )
    .executeTakeFirst();
  return (attempt as FoundAttempt | undefined) ?? null;
}

/** States of attempts that are looked up at once after a notice. */
const wakeableStates = [
  'unknown',
  'awaiting_action',
  'processing',
  'authorised',
  'declined',
  'never_charged',
] as const satisfies readonly PaymentAttemptState[];

async function wake(trx: Transaction<Database>, context: ServerContext, attemptId: string): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ next_check_at: new Date(context.clock.now()) })
    .where('id', '=', attemptId)
    .where('state', 'in', wakeableStates)
    .execute();
}

/**
 * Marks a failed refund as refused. Its money is owed again, so the order counts as paid; amount, correction, codes and
 * access stay as decided.
 */
async function refuseFailed(
  trx: Transaction<Database>,
  context: ServerContext,
  { id, order_id }: FailedRefund,
): Promise<void> {
  const { order } = await lockOrder(trx, order_id);
  const refused = await trx
    .updateTable('refunds')
    .set({ state: 'refused', settled_at: new Date(context.clock.now()), gateway_refund_id: null })
    .where('id', '=', id)
    .where('state', '=', 'refunded')
    .returning('id')
    .executeTakeFirst();
  if (refused !== undefined && order.state === 'refunded')
    await transitionOrder(trx, context, { order, event: 'refund_failed', cause: 'gateway' });
}

/** Whether a notice is about money that belongs to no paid order and whose refund the shop has not requested. */
async function isMoneyWithoutOrder(
  trx: Transaction<Database>,
  { kind, transaction_id }: PaymentNotice,
  attempt: FoundAttempt | null,
): Promise<boolean> {
  if (kind !== 'settled') return false;
  if (attempt === null) return true;
  if (blocksNewAttempt(attempt.state)) return false;
  const late = await trx
    .selectFrom('late_payments')
    .select('payment_attempt_id')
    .where('payment_attempt_id', '=', attempt.id)
    .where('transaction_id', '=', transaction_id)
    .where('step', '=', 'refund')
    // A refused refund has its own notice.
    .where('outcome', 'in', ['refunded', 'refused'])
    .limit(1)
    .executeTakeFirst();
  return late === undefined;
}

function report(context: ServerContext, notice: PaymentNotice, isWithoutOrder: boolean): void {
  const facts = { kind: notice.kind, transaction: notice.transaction_id, attempt: notice.attempt_key };
  if (isWithoutOrder) {
    context.log.error(
      'money_without_order',
      new Error('A charge has settled that no paid order stands for'),
      facts,
    );
  } else if (troubles.includes(notice.kind)) {
    context.log.error('payment_in_trouble', new Error('The payment provider reports trouble'), facts);
  } else {
    context.log.info('payment_notice', facts);
  }
}
