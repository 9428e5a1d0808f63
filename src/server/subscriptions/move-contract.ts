import type { Transaction, Updateable } from 'kysely';
import { move } from '#core/rules/life-cycle.ts';
import type { SubscriptionStatus } from '#core/rules/session.ts';
import type { SubscriptionEvent } from '#core/rules/subscription-life-cycle.ts';
import { subscriptionLifeCycle } from '#core/rules/subscription-life-cycle.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

/** Who caused a move, for the contract's history. */
export type ContractCause = 'buyer' | 'declaration' | 'gateway' | 'background' | 'operator';

interface ContractMove {
  readonly contract: { readonly id: string; readonly status: string };
  readonly event: SubscriptionEvent;
  readonly cause: ContractCause;
  readonly changes: Updateable<Database['subscriptions']>;
}

/**
 * Moves a contract that the transaction has locked along its life cycle table and notes it in its history.
 * @throws Error when the status does not know the event: a bug, since callers look at the status first.
 */
export async function moveContract(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { contract, event, cause, changes }: ContractMove,
): Promise<void> {
  const moved = move(subscriptionLifeCycle, contract.status as SubscriptionStatus, event);
  if (!moved.ok) throw new Error(`Contract ${contract.id} cannot ${event} while it is ${contract.status}`);
  await trx
    .updateTable('subscriptions')
    .set({ ...changes, status: moved.value })
    .where('id', '=', contract.id)
    .execute();
  await trx
    .insertInto('subscription_events')
    .values({
      id: context.ids.uuid(),
      subscription_id: contract.id,
      event,
      from_status: contract.status,
      to_status: moved.value,
      cause,
      happened_at: new Date(context.clock.now()),
    })
    .execute();
}

/** Notes in their history that contracts have begun. */
export async function noteContractStart(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  contracts: readonly { readonly id: string }[],
  cause: ContractCause,
): Promise<void> {
  const happened_at = new Date(context.clock.now());
  await trx
    .insertInto('subscription_events')
    .values(
      contracts.map((contract) => ({
        id: context.ids.uuid(),
        subscription_id: contract.id,
        event: 'start',
        from_status: 'none',
        to_status: 'active',
        cause,
        happened_at,
      })),
    )
    .execute();
}
