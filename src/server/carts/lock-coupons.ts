import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { lockId } from '#server/platform/database/transaction.ts';

/**
 * Blocks other transactions from creating or importing coupons until this one ends. Compare codes after taking the
 * lock: no unique index treats two codes that differ only in hyphens as equal.
 */
export async function lockCoupons(trx: Transaction<Database>): Promise<void> {
  await lockId(trx, 'coupons');
}
