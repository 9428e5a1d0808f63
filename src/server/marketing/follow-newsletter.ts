import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Whether an address gets the newsletter, as a condition of a query; for accounts made with that address. */
export function getsNewsletter(email: string) {
  return sql<boolean>`exists (
    select 1 from newsletter_subscriptions where newsletter_subscriptions.email = ${email} and state = 'confirmed'
  )`;
}

/** Lets the account of an address show whether it gets the newsletter; no account, nothing to do. */
export async function followNewsletter(db: Kysely<Database>, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ newsletter: getsNewsletter(email) })
    .where('email', '=', email)
    .execute();
}
