import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';

/** A stored cart without its lines. */
export type CartRow = Selectable<Database['carts']>;

interface CartQuery {
  readonly public_id: string;
  /** The caller; null for a guest. */
  readonly user: { readonly id: string } | null;
  /** Locks the row until the transaction ends; required before every change of a cart. */
  readonly for_update?: boolean;
}

/**
 * The cart with this id if the caller may use it: a guest's cart needs only its id, which has 128 random bits; a user's
 * cart is for that user only. Otherwise undefined, for which the routes return 404.
 */
export async function findCart(
  db: Kysely<Database>,
  { public_id, user, for_update = false }: CartQuery,
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

/** The one cart of a user, created when missing, locked until the transaction ends. */
export async function lockOwnCart(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string,
): Promise<CartRow> {
  const own = trx.selectFrom('carts').selectAll().where('user_id', '=', userId).forUpdate();
  const present = await own.executeTakeFirst();
  if (present !== undefined) return present;
  await trx
    .insertInto('carts')
    .values({ ...newCart({ clock, ids }), user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return own.executeTakeFirstOrThrow();
}

/**
 * The columns of an empty cart. Its public id has 128 random bits (docs/behaviour/cart.md#guest-cart-id-is-a-secret).
 */
export function newCart({ clock, ids }: Pick<ServerContext, 'clock' | 'ids'>) {
  return {
    id: ids.uuid(),
    public_id: ids.token(16),
    user_id: null,
    email: null,
    shipping_address: null,
    billing_contact: null,
    coupon_code: null,
    campaign: null,
    voucher_id: null,
    referral_code: null,
    affiliate_code: null,
    updated_at: new Date(clock.now()),
  };
}

/** The buyer of a cart as JSON columns, of which carts and orders have the same. */
export function buyerColumns(cart: Pick<CartRow, 'shipping_address' | 'billing_contact'>) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { shipping_address: json(cart.shipping_address), billing_contact: json(cart.billing_contact) };
}
