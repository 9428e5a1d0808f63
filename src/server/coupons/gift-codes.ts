import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { RateLimit } from '#server/rate-limits.ts';

export type GiftCodeRow = Selectable<Database['gift_codes']>;

/**
 * A gift or voucher code; undefined when unknown. Account credits have no code. The lookup uses a digest of the code,
 * so its duration does not reveal how much of a guess is right. `for_update` locks the row.
 */
export function findGiftCode(
  db: Kysely<Database>,
  code: string,
  { for_update = false }: { readonly for_update?: boolean } = {},
): Promise<GiftCodeRow | undefined> {
  return db
    .selectFrom('gift_codes')
    .selectAll()
    .where(sql`md5(code)`, '=', createHash('md5').update(code).digest('hex'))
    .where('code', '=', code)
    .where('kind', '!=', 'credit')
    .$if(for_update, (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Whether a gift or voucher code can still be used. Callers refuse a used or revoked code like an unknown one, so that
 * a guess does not learn which codes exist.
 */
export function isGood(row: GiftCodeRow): boolean {
  if (row.revoked_at !== null || row.redeemed_at !== null) return false;
  return row.kind !== 'voucher' || row.balance_cents > 0;
}

/** Rate limits for unusable codes, by client address and by account; only wrong guesses count. */
export function guessLimits(address: string, userId: string | null): RateLimit[] {
  const tried = [address, ...(userId === null ? [] : [`account:${userId}`])];
  return tried.map((who) => ({ key: ['code-guess', who], hits: 30, minutes: 10 }));
}
