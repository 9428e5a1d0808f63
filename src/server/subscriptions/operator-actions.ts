import type { SubscriptionEnd } from '#core/model/subscription.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { beginRenewal } from './begin-renewal.ts';
import { cancelById } from './cancel-subscription.ts';
import { type ChargedRenewal, finishCharge } from './change-payment-method.ts';
import { lockSubscription } from './subscription-rows.ts';

/**
 * Charges a refused renewal again at once, outside of the planned tries
 * (docs/behaviour/operations.md#subscriptions-for-operators). A second call while the first one runs charges nothing.
 */
export async function retryRenewal(
  context: OrderContext,
  id: string,
): Promise<Result<ChargedRenewal, DomainFailure>> {
  const begun = await inTransaction(context.db, async (trx) => {
    const found = await trx.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) return err(domainFailure('NOT_FOUND'));
    const { subscription } = await lockSubscription(trx, id);
    if (subscription.status !== 'past_due') return err(domainFailure('NOTHING_TO_CHARGE'));
    const renewal = await beginRenewal(trx, context, { subscriptionId: id, lease: null });
    if (renewal.step === 'gone') return err(domainFailure('NOTHING_TO_CHARGE'));
    if (renewal.step !== 'busy')
      await recordChange(trx, context, {
        action: 'subscription.charged_again',
        record: { type: 'subscriptions', id },
        before: { failures: subscription.failures },
      });
    return ok(renewal);
  });
  return begun.ok ? ok(await finishCharge(context, begun.value)) : begun;
}

/**
 * Cancels a subscription for its owner, to the earliest day. Null while a charge is in progress: it is cancelled after
 * that.
 */
export function stopSubscription(
  context: OrderContext,
  id: string,
): Promise<Result<SubscriptionEnd | null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) return err(domainFailure('NOT_FOUND'));
    const { subscription } = await lockSubscription(trx, id);
    const cancelled = await cancelById(trx, context, id, { cause: 'operator' });
    if (!cancelled.ok) return err(domainFailure(cancelled.error));
    if (subscription.cancelled_at === null)
      await recordChange(trx, context, {
        action: 'subscription.cancelled',
        record: { type: 'subscriptions', id },
        before: { status: subscription.status },
        after: cancelled.value === null ? { awaits: 'charge' } : { ...cancelled.value },
      });
    return ok(cancelled.value);
  });
}

/**
 * Sets how many future months of a monthly subscription are free. Their orders are created on the due days with a total
 * of 0, so numbers, periods and access continue as usual. Not for yearly periods, because a cancellation refunds their
 * unused months (docs/behaviour/subscriptions.md#end-after-cancellation).
 */
export function giveFreePeriods(
  context: OrderContext,
  id: string,
  periods: number,
  seen?: number,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const found = await trx.selectFrom('subscriptions').select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) return err(domainFailure('NOT_FOUND'));
    const { subscription, renewal } = await lockSubscription(trx, id);
    const { free_periods, status, period_months, renews } = subscription;
    if (status !== 'active' || !renews || period_months !== 1 || renewal !== null)
      return err(domainFailure('PERIOD_NOT_GIVEN'));
    const unseen = conflictFailure({ seen, current: free_periods, wanted: periods });
    if (unseen !== null) return err(unseen);
    if (free_periods === periods) return ok(null);
    await trx.updateTable('subscriptions').set({ free_periods: periods }).where('id', '=', id).execute();
    await recordChange(trx, context, {
      action: 'subscription.months_given',
      record: { type: 'subscriptions', id },
      before: { free_periods },
      after: { free_periods: periods },
    });
    return ok(null);
  });
}
