import type { Cart } from '#core/rules/cart.ts';
import type { Locale } from '#core/rules/locale.ts';
import { loadPricedCart } from '#server/carts/load-priced-cart.ts';
import { findCart } from '#server/carts/own-cart.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { removeFreeProduct } from './free-product-line.ts';

interface CancelledCode {
  readonly public_id: string;
  readonly user: { readonly id: string } | null;
}

/** Takes coupon and voucher off a cart; undefined when the caller may not use it. A cart without a code stays as it is. */
export function cancelCode(
  context: Pick<HostContext, 'db' | 'clock'>,
  { public_id, user }: CancelledCode,
  locale: Locale,
): Promise<Cart | undefined> {
  return inTransaction(context.db, async (trx) => {
    const row = await findCart(trx, { public_id, user, for_update: true });
    if (row === undefined) return undefined;
    await removeFreeProduct(trx, row.id);
    const changed = await trx
      .updateTable('carts')
      .set({ coupon_code: null, campaign: null, voucher_id: null, updated_at: new Date(context.clock.now()) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return (await loadPricedCart(trx, context, changed, { locale })).cart;
  });
}
