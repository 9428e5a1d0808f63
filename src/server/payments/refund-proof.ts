import { type Kysely, sql } from 'kysely';
import { err, type Result } from '#core/rules/basics/result.ts';
import { isFreshProof, refundWithProof } from '#core/rules/operations/permissions.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { OperatorCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';

/** Rolls back the transaction of an operator's refund that requires a fresh proof. */
class RefundProofMissing extends Error {}

/**
 * Runs an operator's call that may refund money. `PROOF_REQUIRED`, with nothing changed, when operators' refunds of an
 * order would reach the amount that requires a fresh proof, and the caller has none; an API key never has one
 * (docs/behaviour/operations.md#refunds-by-operators).
 */
export async function makeRefundingCall<Value>(
  context: OrderContext,
  caller: OperatorCaller,
  work: (acting: OrderContext) => Promise<Result<Value, DomainFailure>>,
): Promise<Result<Value, DomainFailure>> {
  const { session } = caller.operator;
  const isProved = session !== null && isFreshProof(session.provedAt.getTime(), context.clock.now());
  try {
    return await work({ ...actingAs(context, caller), lacksRefundProof: !isProved });
  } catch (error) {
    if (error instanceof RefundProofMissing) return err(domainFailure('PROOF_REQUIRED'));
    throw error;
  }
}

/**
 * Whether `more` cents bring operators' refunds of an order to the amount that requires a fresh proof. All their
 * refunds count together, whatever their reason; refunds by the shop itself do not count.
 */
export async function needsRefundProof(
  db: Kysely<Database>,
  orderId: string,
  more: number,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('audit_log')
    .select(({ fn }) =>
      fn.sum<string | null>(sql`(after ->> 'amount')::int + (after ->> 'credit')::int`).as('given'),
    )
    .where('record_type', '=', 'orders')
    .where('record_id', '=', orderId)
    .where('action', '=', 'order.refunded')
    .where('actor_kind', '!=', 'job')
    .executeTakeFirstOrThrow();
  return Number(earlier.given) + more >= refundWithProof;
}

/** Throws when an operator's refund of `more` cents requires a fresh proof that is missing. */
export async function requireRefundProof(
  db: Kysely<Database>,
  { lacksRefundProof = false }: OrderContext,
  orderId: string,
  more: number,
): Promise<void> {
  if (lacksRefundProof && (await needsRefundProof(db, orderId, more))) throw new RefundProofMissing();
}
