import type { Transaction } from 'kysely';
import type { Cart, WantedLine } from '#core/rules/cart.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import type { CartChanges } from './cart-lines.ts';
import { readLinesAndLimits, writeLines } from './cart-lines.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import { lockOwnCart } from './lock-own-cart.ts';
import type { CartUpdate } from './next-lines.ts';
import { judgeLines, nextLines } from './next-lines.ts';
import type { CartRow } from './own-cart.ts';

type Changing = Pick<HostContext, 'db' | 'clock' | 'ids'>;

interface CartChange {
  readonly action: CartUpdate;
  readonly products: readonly WantedLine[];
  readonly referral_code?: string | undefined;
  readonly affiliate_code?: string | undefined;
}

/**
 * Changes a user's cart, all products or none: a limit that is passed leaves the cart as it was and is said in `error`
 * (decisions §3). The cart's row is locked, so changes at once follow one another.
 */
export function updateCart(
  context: Changing,
  userId: string,
  { action, products, referral_code, affiliate_code }: CartChange,
  locale: Locale,
): Promise<Cart> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockOwnCart(trx, context, userId);
    const { present, limitsOf } = await readLinesAndLimits(trx, row, products);
    const next = nextLines(present, action, products);
    return changeLines(trx, context, {
      row,
      present,
      next,
      limitsOf,
      changes: { referral_code, affiliate_code },
      locale,
    });
  });
}

interface LineChange {
  readonly row: CartRow;
  readonly present: readonly WantedLine[];
  readonly next: readonly WantedLine[];
  /** Of every product whose pieces grow. */
  limitsOf(productId: string): LineLimits | null;
  readonly changes: CartChanges;
  readonly locale: Locale;
}

/** Gives a locked cart new lines if limits allow, and answers it with its new prices or with the error. */
export async function changeLines(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock'>,
  { row, present, next, limitsOf, changes, locale }: LineChange,
): Promise<Cart> {
  const judged = judgeLines(present, next, limitsOf);
  if (!judged.ok) {
    const { cart } = await loadPricedCart(trx, context, row, { locale });
    return { ...cart, error: judged.error };
  }
  const changed = { ...row, email: changes.email ?? row.email };
  // Asked for together, done in this order.
  const [, priced] = await Promise.all([
    writeLines(trx, row.id, next, new Date(context.clock.now()), changes),
    loadPricedCart(trx, context, changed, { locale }),
  ]);
  return priced.cart;
}
