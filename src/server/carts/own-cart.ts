import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A stored cart without its lines. */
export type CartRow = Selectable<Database['carts']>;

interface CartQuestion {
  readonly public_id: string;
  /** Whoever asks; null for a guest. */
  readonly user: { readonly id: string } | null;
  /** Locks the row until the transaction ends: every change of a cart begins so. */
  readonly for_update?: boolean;
}

/**
 * The cart of this id if the caller may use it: a guest's cart belongs to whoever knows its 128 random bits, a user's
 * cart to that user alone. Undefined otherwise, which is answered as 404.
 */
export async function findCart(
  db: Kysely<Database>,
  { public_id, user, for_update = false }: CartQuestion,
): Promise<CartRow | undefined> {
  const query = db
    .selectFrom('carts')
    .selectAll()
    .where('public_id', '=', public_id)
    .where((where) =>
      where.or([where('user_id', 'is', null), ...(user === null ? [] : [where('user_id', '=', user.id)])]),
    );
  return (for_update ? query.forUpdate() : query).executeTakeFirst();
}
