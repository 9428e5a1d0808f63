import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** An arbitrary number; advisory locks of two numbers are others than those of one. */
const lockClass = 3;

/**
 * Lets the payment of a guest's order and the confirmation of its address wait for each other until the end of the
 * transaction, so that the later of the two sees the earlier one.
 */
async function lockAddress(trx: Transaction<Database>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${email}))`.execute(trx);
}

/**
 * The account that a guest's order of this e-mail belongs to once it is paid: one whose address is confirmed, or null
 * (docs/behaviour/accounts.md#guest-orders).
 */
export async function findConfirmedAccount(
  trx: Transaction<Database>,
  email: string,
): Promise<string | null> {
  await lockAddress(trx, email);
  return selectConfirmedAccount(trx, email);
}

/** The account that has confirmed this address, or null; another may confirm it meanwhile. */
export async function selectConfirmedAccount(db: Kysely<Database>, email: string): Promise<string | null> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return account?.id ?? null;
}

/**
 * Gives an account the paid guest orders of the address that it confirms. Call it before a new address is written to
 * `users`: a refund, too, locks its order before it makes an account of the address (`ensureBuyerAccount`).
 */
export async function attachGuestOrders(
  trx: Transaction<Database>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await lockAddress(trx, email);
  await trx
    .updateTable('orders')
    .set({ user_id: id })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .where('completed_at', 'is not', null)
    .execute();
}
