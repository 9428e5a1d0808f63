import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { ContractRow } from './contract.ts';
import { lockContractRow } from './contract.ts';

interface LockedContract {
  readonly contract: ContractRow;
  /** The order of the period after the paid ones, once its charge was begun. */
  readonly renewal: OrderRow | null;
}

/**
 * Locks a contract with its newest order, the order first: cart → order → … → contract. While the contract is locked
 * no charge of it can begin or be settled.
 */
export async function lockContract(trx: Transaction<Database>, id: string): Promise<LockedContract> {
  const { newest } = await trx
    .selectFrom('subscriptions')
    .select(
      sql<string | null>`coalesce(
        (select id from orders where subscription_id = subscriptions.id order by period_number desc limit 1),
        order_id
      )`.as('newest'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (newest !== null) await lockOrder(trx, newest);
  const contract = await lockContractRow(trx, id);
  const renewal = await trx
    .selectFrom('orders')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('period_number', '=', contract.paid_periods + 1)
    .executeTakeFirst();
  return { contract, renewal: renewal ?? null };
}
