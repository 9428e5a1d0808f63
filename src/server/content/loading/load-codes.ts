import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ContentCode } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

/**
 * Adds gift and voucher codes that are made before any sale. A code once loaded keeps its balance and its owner;
 * one that is gone is revoked while nobody has used it.
 */
export async function loadCodes(
  trx: Transaction<Database>,
  { ids }: Pick<HostContext, 'ids'>,
  codes: readonly ContentCode[],
  now: Date,
): Promise<void> {
  const names = codes.map(({ code }) => code);
  await sql`update gift_codes
    set revoked_at = case when code = any(${names}::text[]) then null else coalesce(revoked_at, ${now}) end
    where is_content and redeemed_at is null and balance_cents = initial_cents`.execute(trx);
  for (const code of codes) {
    const initial_cents = code.kind === 'voucher' ? code.amount_cents : 0;
    const inserted = await trx
      .insertInto('gift_codes')
      .values({
        id: ids.uuid(),
        code: code.code,
        kind: code.kind === 'voucher' ? 'voucher' : 'gift',
        product_id: code.kind === 'voucher' ? null : code.product_id,
        initial_cents,
        balance_cents: initial_cents,
        order_line_id: null,
        redeemed_by: null,
        redeemed_at: null,
        revoked_at: null,
        created_at: now,
        is_content: true,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined && initial_cents > 0) {
      await trx
        .insertInto('voucher_entries')
        .values({
          id: ids.uuid(),
          gift_code_id: inserted.id,
          order_id: null,
          amount_cents: initial_cents,
          cause: 'issued',
          happened_at: now,
        })
        .execute();
    }
  }
}
