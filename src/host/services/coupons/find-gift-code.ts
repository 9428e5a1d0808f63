import type { Kysely, Selectable } from 'kysely';
import type { CouponRefusal } from '#core/rules/cart.ts';
import type { Database } from '#host/database/schema.ts';

export type GiftCodeRow = Selectable<Database['gift_codes']>;

/** A gift or voucher code, undefined when nobody knows it. */
export function findGiftCode(db: Kysely<Database>, code: string): Promise<GiftCodeRow | undefined> {
  return db.selectFrom('gift_codes').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Why a gift or voucher code gives this caller nothing any more, or null. A redeemed voucher is its owner's alone. */
export function judgeGiftCode(row: GiftCodeRow, userId: string | null): CouponRefusal | null {
  if (row.revoked_at !== null) return 'EXPIRED';
  if (row.kind === 'voucher' && row.balance_cents === 0) return 'USED_UP';
  if (row.redeemed_at === null) return null;
  return row.kind === 'voucher' && row.redeemed_by === userId ? null : 'USED_UP';
}
