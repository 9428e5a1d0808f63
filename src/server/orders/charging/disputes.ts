import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Whether two notices concern the same dispute; takes the names of their tables. Keys have the form
 * `provider/kind:dispute`.
 */
export function ofOneDispute(one: string, other: string): RawBuilder<boolean> {
  return sql<boolean>`${subjectOf(one)} = ${subjectOf(other)}`;
}

/** Provider and dispute of a notice; its transaction if the key contains no dispute. */
function subjectOf(table: string) {
  const [key, transaction] = [sql.ref(`${table}.key`), sql.ref(`${table}.transaction_id`)];
  const provider = sql`coalesce(substring(${key} from '^([^/:]*)/'), '')`;
  return sql`(${provider}, coalesce(substring(${key} from ':(.*)'), ${transaction}))`;
}

/**
 * Whether the bank has taken the money of a charge back, or may do so: a dispute that the shop has not won. `attempt`:
 * name of the column with the id of the payment attempt, such as `refunds.payment_attempt_id`.
 */
export function isDisputed(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment_notices notice
    where notice.payment_attempt_id = ${sql.ref(attempt)}
      and notice.kind in ('dispute_opened', 'dispute_under_review', 'dispute_lost')
      and not exists (
        select from payment_notices won where won.transaction_id = notice.transaction_id
          and won.kind = 'dispute_won' and ${ofOneDispute('won', 'notice')}
      ))`;
}

/** Loads the dispute notices about the charges of an order, oldest first. */
export async function readDisputes(
  db: Kysely<Database>,
  orderId: string,
): Promise<OperatorOrder['disputes']> {
  const notices = await db
    .selectFrom('payment_notices')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_notices.payment_attempt_id')
    .selectAll('payment_notices')
    .select('payment_attempts.attempt_key')
    .where('payment_attempts.order_id', '=', orderId)
    .where('payment_notices.kind', 'like', 'dispute%')
    .orderBy('payment_notices.happened_at')
    .orderBy('payment_notices.received_at')
    .execute();
  return notices.map((notice) => ({
    id: notice.key,
    payment_key: notice.attempt_key,
    kind: notice.kind,
    amount: notice.amount_cents === null ? null : cents(notice.amount_cents),
    transaction_id: notice.transaction_id,
    at: notice.happened_at.toISOString(),
  }));
}
