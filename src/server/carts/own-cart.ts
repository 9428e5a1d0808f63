import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { lockAccount } from '#server/accounts/lock-account.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

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
 * The condition on `carts` for the cart with this id that the caller may use: a guest's cart needs only its id, which
 * has 128 random bits; a user's cart is for that user only. The routes return 404 for any other.
 */
export function isUsableCart(public_id: string, user: { readonly id: string } | null): RawBuilder<boolean> {
  return sql`carts.public_id = ${public_id} and ${
    user === null ? sql`carts.user_id is null` : sql`(carts.user_id is null or carts.user_id = ${user.id})`
  }`;
}

/** The condition on `carts` for the one cart of a user. */
export function isOwnCart(user: { readonly id: string }): RawBuilder<boolean> {
  return sql`carts.user_id = ${user.id}`;
}

/** The cart with this id if the caller may use it (`isUsableCart`). */
export async function findCart(
  db: Kysely<Database>,
  { public_id, user, for_update = false }: CartQuery,
): Promise<CartRow | undefined> {
  const query = db.selectFrom('carts').selectAll().where(isUsableCart(public_id, user));
  return (for_update ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * The one cart of a user, created when missing, locked until the transaction ends. Undefined when the account was
 * deleted since the call began.
 */
export async function lockOwnCart(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string,
): Promise<CartRow | undefined> {
  const own = trx.selectFrom('carts').selectAll().where('user_id', '=', userId).forUpdate();
  const present = await own.executeTakeFirst();
  if (present !== undefined) return present;
  if (!(await lockAccount(trx, userId))) return undefined;
  await trx
    .insertInto('carts')
    .values({ ...newCart({ clock, ids }), user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return own.executeTakeFirstOrThrow();
}

/**
 * The columns of an empty cart. Its public id has 128 random bits (docs/behaviour/carts.md#guest-cart-id-is-a-secret).
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
    version: 0,
    updated_at: new Date(clock.now()),
  };
}

/** The buyer of a cart as JSON columns, of which carts and orders have the same. */
export function buyerColumns(cart: Pick<CartRow, 'shipping_address' | 'billing_contact'>) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { shipping_address: json(cart.shipping_address), billing_contact: json(cart.billing_contact) };
}
