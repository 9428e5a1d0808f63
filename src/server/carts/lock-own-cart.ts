import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import type { CartRow } from './own-cart.ts';

/** A user's one cart, made when there is none, locked until the transaction ends. */
export async function lockOwnCart(
  trx: Transaction<Database>,
  { clock, ids }: Pick<HostContext, 'clock' | 'ids'>,
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

/** The columns of a cart that nobody has put anything in; its public id has 128 random bits (decisions §3). */
export function newCart({ clock, ids }: Pick<HostContext, 'clock' | 'ids'>) {
  return {
    id: ids.uuid(),
    public_id: ids.token(16),
    user_id: null,
    email: null,
    shipping_address: null,
    coupon_code: null,
    campaign: null,
    voucher_id: null,
    referral_code: null,
    affiliate_code: null,
    updated_at: new Date(clock.now()),
  };
}
