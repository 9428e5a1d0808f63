import type { SubscriptionResource } from '#api/subscriptions.ts';
import type { Result } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { UserCaller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { cancelContract } from './cancel-contract.ts';
import { showContract } from './list-contracts.ts';

/** Cancels one of the caller's own contracts and answers it as it is then. */
export async function cancelSubscription(
  context: HostContext,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, ApiFailure>> {
  const own = await showContract(context, caller, id);
  if (!own.ok) return own;
  const cancelled = await inTransaction(context.db, (trx) =>
    cancelContract(trx, context, id, { cause: 'buyer' }),
  );
  return cancelled.ok ? showContract(context, caller, id) : err(apiFailure(cancelled.error));
}
