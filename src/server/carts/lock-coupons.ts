import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { lockId } from '#server/platform/database/transaction.ts';

/**
 * Until the transaction ends nobody else makes or loads a coupon, because no index knows two codes that differ by
 * hyphens as the same. Codes are compared after that.
 */
export async function lockCoupons(trx: Transaction<Database>): Promise<void> {
  await lockId(trx, 'coupons');
}
