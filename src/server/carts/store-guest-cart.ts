import type { Transaction } from 'kysely';
import type { Cart, WantedLine } from '#core/rules/cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import { findLimits, readGiveaways, readLinesAndLimits } from './cart-lines.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import { newCart } from './lock-own-cart.ts';
import { foldLines, judgeLines } from './next-lines.ts';
import type { CartRow } from './own-cart.ts';
import { findCart } from './own-cart.ts';
import { changeLines } from './update-cart.ts';

interface GuestCart {
  /** The cart whose lines are replaced; a new one is made without. */
  readonly id?: string | undefined;
  readonly products: readonly WantedLine[];
  readonly email?: string | undefined;
}

/**
 * Stores a guest's cart, or replaces the lines of the one named by `id` and keeps its code (decisions §3). What limits
 * do not allow is said in `error`: then a stored cart stays as it was, and a new one is not made. 404 for an id that
 * is unknown or belongs to a user.
 */
export function storeGuestCart(
  context: Pick<HostContext, 'db' | 'clock' | 'ids'>,
  { id, products, email }: GuestCart,
  locale: Locale,
): Promise<Result<Cart, ApiFailure>> {
  const next = foldLines(products);
  return inTransaction(context.db, async (trx) => {
    if (id !== undefined) {
      const row = await findCart(trx, { public_id: id, user: null, for_update: true });
      if (row === undefined) return err(apiFailure('NOT_FOUND', { pointer: '/id' }));
      const { present, limitsOf } = await readLinesAndLimits(trx, row, next);
      const whole = [...next, ...(await hiddenGiveaways(trx, context, row, locale))];
      return ok(
        await changeLines(trx, context, { row, present, next: whole, limitsOf, changes: { email }, locale }),
      );
    }
    const limitsOf = await findLimits(
      trx,
      next.map((line) => line.product_id),
      null,
    );
    const judged = judgeLines([], next, limitsOf);
    if (!judged.ok) return ok({ ...emptyCart, error: judged.error });
    const row = newCart(context);
    const [, cart] = await Promise.all([
      trx.insertInto('carts').values(row).execute(),
      changeLines(trx, context, { row, present: [], next, limitsOf, changes: { email }, locale }),
    ]);
    return ok(cart);
  });
}

/** What a coupon gave and the guest does not see at the moment: it waits until the coupon counts again. */
async function hiddenGiveaways(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock'>,
  row: CartRow,
  locale: Locale,
): Promise<readonly WantedLine[]> {
  const given = await readGiveaways(trx, row.id);
  if (given.length === 0) return [];
  const { cart } = await loadPricedCart(trx, context, row, { locale });
  return given.filter(({ product_id }) => !cart.products.some((line) => line.product_id === product_id));
}
