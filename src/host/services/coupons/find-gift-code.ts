import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CouponRefusal } from '#core/rules/cart.ts';
import type { Database } from '#host/database/schema.ts';

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

/** Why a gift or voucher code gives this caller nothing any more, or null. A redeemed voucher is its owner's alone. */
export function judgeGiftCode(row: GiftCodeRow, userId: string | null): CouponRefusal | null {
  if (row.revoked_at !== null) return 'EXPIRED';
  if (row.kind === 'voucher' && row.balance_cents === 0) return 'USED_UP';
  if (row.redeemed_at === null) return null;
  return row.kind === 'voucher' && row.redeemed_by === userId ? null : 'USED_UP';
}
