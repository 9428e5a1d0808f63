import type { Transaction } from 'kysely';
import type { SubscriptionResource } from '#api/subscriptions.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { endsEarly } from '#core/rules/subscription-end.ts';
import { startOfDay } from '#core/rules/validity.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { UserCaller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import type { ContractRow } from './contract.ts';
import { dueDayOf, lockContractRow } from './contract.ts';
import { enqueueContractMail } from './enqueue-contract-mail.ts';
import { showContract } from './list-contracts.ts';
import { moveContract } from './move-contract.ts';

/** Takes the cancellation of one of the caller's own contracts back, and answers it as it is then. */
export async function resumeSubscription(
  context: HostContext,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, ApiFailure>> {
  const own = await showContract(context, caller, id);
  if (!own.ok) return own;
  const resumed = await inTransaction(context.db, async (trx) => {
    const contract = await lockContractRow(trx, id);
    const isRunning = contract.status === 'active' || contract.status === 'past_due';
    // A cancellation that waits for a charge under way is only forgotten.
    if (isRunning) return ok(await forgetWish(trx, contract));
    const due = startOfDay(dueDayOf(contract));
    const isOver = context.clock.now() >= due;
    if (
      contract.status !== 'cancelled' ||
      isOver ||
      contract.ends_on === null ||
      endsEarly(contract, contract.ends_on)
    ) {
      return err(apiFailure('RESUME_REFUSED'));
    }
    await goOn(trx, context, contract, new Date(due));
    return ok(null);
  });
  return resumed.ok ? showContract(context, caller, id) : resumed;
}

async function forgetWish(trx: Transaction<Database>, { id }: ContractRow): Promise<null> {
  await trx.updateTable('subscriptions').set({ cancelled_at: null }).where('id', '=', id).execute();
  return null;
}

async function goOn(
  trx: Transaction<Database>,
  context: HostContext,
  contract: ContractRow,
  due: Date,
): Promise<void> {
  await moveContract(trx, context, {
    contract,
    event: 'resume',
    cause: 'buyer',
    changes: { cancelled_at: null, ends_on: null, next_action_at: due },
  });
  await enqueueContractMail(trx, context, {
    contract,
    template: 'subscription_resumed',
    facts: { due: dueDayOf(contract), amount: contract.price_cents },
    occasion: context.ids.uuid(),
  });
}
