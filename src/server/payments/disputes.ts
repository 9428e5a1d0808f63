import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** Whether two notices, given by the names of their tables, are about one dispute; keys are `provider/kind:dispute`. */
export function ofOneDispute(one: string, other: string): RawBuilder<boolean> {
  return sql<boolean>`${subjectOf(one)} = ${subjectOf(other)}`;
}

/** Provider and dispute of a notice; its transaction where the key names no dispute. */
function subjectOf(table: string) {
  const [key, transaction] = [sql.ref(`${table}.key`), sql.ref(`${table}.transaction_id`)];
  const provider = sql`coalesce(substring(${key} from '^([^/:]*)/'), '')`;
  return sql`(${provider}, coalesce(substring(${key} from ':(.*)'), ${transaction}))`;
}

/** Whether the bank has taken the money of a charge back, or may do so: a dispute that the shop has not won. */
export async function isDisputed(db: Kysely<Database>, paymentAttemptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_notices notice
    where payment_attempt_id = ${paymentAttemptId}
      and kind in ('dispute_opened', 'dispute_under_review', 'dispute_lost')
      and not exists (
        select from payment_notices won where won.transaction_id = notice.transaction_id
          and won.kind = 'dispute_won' and ${ofOneDispute('won', 'notice')}
      )
    limit 1`.execute(db);
  return rows.length > 0;
}
