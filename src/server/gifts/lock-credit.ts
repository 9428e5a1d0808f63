import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

/** Length of a credit's code, which nobody ever sees or types. */
const codeLength = 24;

/** The id of the user's credit, made when there is none yet and locked; one per user, however many ask at once. */
export async function lockCredit(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  userId: string,
): Promise<string> {
  const now = new Date(context.clock.now());
  await trx
    .insertInto('gift_codes')
    .values({
      id: context.ids.uuid(),
      code: context.ids.code(codeLength),
      kind: 'credit',
      product_id: null,
      order_line_id: null,
      redeemed_by: userId,
      redeemed_at: now,
      created_at: now,
    })
    // A literal: with a parameter PostgreSQL's general plan of the statement does not find the partial index.
    .onConflict((conflict) =>
      conflict.column('redeemed_by').where('kind', '=', sql.lit('credit')).doNothing(),
    )
    .execute();
  const credit = await trx
    .selectFrom('gift_codes')
    .select('id')
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return credit.id;
}
