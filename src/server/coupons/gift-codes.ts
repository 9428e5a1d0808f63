import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { RateLimit } from '#server/rate-limits.ts';

export type GiftCodeRow = Selectable<Database['gift_codes']>;

/**
 * A gift or voucher code, undefined when nobody knows it; a user's credit has no code to type. It is looked up by its
 * digest: the time that takes tells nothing about how much of a guess is right. `for_update` locks it.
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
 * Whether a gift or voucher code still gives anything. One that was used or taken back is refused like one that nobody
 * knows, so that a guess learns nothing from how it failed.
 */
export function isGood(row: GiftCodeRow): boolean {
  if (row.revoked_at !== null || row.redeemed_at !== null) return false;
  return row.kind !== 'voucher' || row.balance_cents > 0;
}

/** Codes that give nothing, by the address that tries them and by the account: only wrong guesses count. */
export function guessLimits(address: string, userId: string | null): RateLimit[] {
  const tried = [address, ...(userId === null ? [] : [`account:${userId}`])];
  return tried.map((who) => ({ key: ['code-guess', who], hits: 30, minutes: 10 }));
}
