import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** Arbitrary number. Advisory locks with two keys never collide with those with one key. */
const lockClass = 3;

/**
 * Serialises the payment of a guest's order and the confirmation of its address until the end of the transaction, so
 * that the later of the two sees the earlier one.
 */
async function lockAddress(trx: Transaction<Database>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${email}))`.execute(trx);
}

/**
 * Finds the account that gets a guest's order of this e-mail once it is paid: the one with this confirmed address, or
 * null (docs/behaviour/accounts.md#guest-orders).
 */
export async function findConfirmedAccount(
  trx: Transaction<Database>,
  email: string,
): Promise<string | null> {
  await lockAddress(trx, email);
  return selectConfirmedAccount(trx, email);
}

/** Returns the account with this confirmed address, or null. Takes no lock: an account may confirm it in parallel. */
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
 * Assigns the paid guest orders of an address to the account that confirms it. Call it before the new address is
 * written to `users`: a refund also locks its order before it creates an account for the address
 * (`ensureBuyerAccount`).
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
