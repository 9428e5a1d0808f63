import type { Kysely } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import type { Database } from '#server/database/schema.ts';

interface Buyer {
  readonly user_id: string | null;
  /** What the buyer gave with cart or order, the wanted one first. */
  readonly given: readonly unknown[];
}

/** Where the invoice goes, as far as the buyer has said: with the purchase, else in their address book. */
export async function findInvoiceAddress(
  db: Kysely<Database>,
  { user_id, given }: Buyer,
): Promise<PostalAddress | null> {
  const stated = given.find((address) => address !== null && address !== undefined);
  if (stated !== undefined) return stated as PostalAddress;
  if (user_id === null) return null;
  const saved = await db
    .selectFrom('addresses')
    .select('fields')
    .where('user_id', '=', user_id)
    .where((where) =>
      where.or([where('is_default_billing', '=', true), where('is_default_shipping', '=', true)]),
    )
    .orderBy('is_default_billing', 'desc')
    .executeTakeFirst();
  return (saved?.fields as PostalAddress | undefined) ?? null;
}
