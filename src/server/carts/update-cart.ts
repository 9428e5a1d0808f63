import type { Transaction } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { emptyCart } from '#core/rules/empty-cart.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { CartChanges, CartUpdate, NamedLine } from './cart-lines.ts';
import {
  findLimits,
  foldLines,
  nextLines,
  readGiveaways,
  readLinesAndLimits,
  validateLines,
  writeLines,
} from './cart-lines.ts';
import type { CartRow } from './own-cart.ts';
import { findCart, lockOwnCart, newCart } from './own-cart.ts';
import { loadPricedCart } from './priced-cart.ts';

type Changing = Pick<ServerContext, 'db' | 'clock' | 'ids'>;

interface CartChange {
  readonly action: CartUpdate;
  readonly products: readonly NamedLine[];
  readonly referral_code?: string | undefined;
  readonly affiliate_code?: string | undefined;
}

/**
 * Changes the lines of a user's cart: all products or none. When a limit is exceeded, the cart stays unchanged and
 * `error` says why (docs/behaviour/cart.md#cart-errors). The cart's row is locked, so parallel changes run one after
 * the other.
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
  readonly present: readonly RequestedLine[];
  readonly next: readonly RequestedLine[];
  /** The limits of every product whose quantity grows. */
  limitsOf(productId: string): LineLimits | null;
  readonly changes: CartChanges;
  readonly locale: Locale;
}

/**
 * Writes new lines to a locked cart if the limits allow them. Returns the cart with its new prices, or with the error.
 */
export async function changeLines(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock'>,
  { row, present, next, limitsOf, changes, locale }: LineChange,
): Promise<Cart> {
  const checked = validateLines(present, next, limitsOf);
  if (!checked.ok) {
    const { cart } = await loadPricedCart(trx, context, row, { locale });
    return { ...cart, ...checked.error };
  }
  const changed = { ...row, email: changes.email ?? row.email };
  await writeLines(trx, row.id, next, new Date(context.clock.now()), changes);
  return (await loadPricedCart(trx, context, changed, { locale })).cart;
}

interface GuestCart {
  /** The cart whose lines are replaced; without it a new cart is created. */
  readonly id?: string | undefined;
  readonly products: readonly RequestedLine[];
  readonly email?: string | undefined;
}

/**
 * Stores a guest's cart: creates one, or replaces the lines of the cart with this `id` and keeps its code
 * (docs/behaviour/cart.md#storing-a-guest-cart). When a limit is exceeded, `error` says why, an existing cart stays
 * unchanged and a new one is not created. 404 for an id that is unknown or belongs to a user.
 */
export function storeGuestCart(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  { id, products, email }: GuestCart,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  const next = foldLines(products);
  return inTransaction(context.db, async (trx) => {
    if (id !== undefined) {
      const row = await findCart(trx, { public_id: id, user: null, for_update: true });
      if (row === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/id' }));
      const { present, limitsOf } = await readLinesAndLimits(trx, row, next);
      const whole = foldLines([...next, ...(await hiddenGiveaways(trx, context, row, locale))]);
      return ok(
        await changeLines(trx, context, { row, present, next: whole, limitsOf, changes: { email }, locale }),
      );
    }
    const limitsOf = await findLimits(
      trx,
      next.map((line) => line.product_id),
      null,
    );
    const checked = validateLines([], next, limitsOf);
    if (!checked.ok) return ok({ ...emptyCart, ...checked.error });
    const row = newCart(context);
    await trx.insertInto('carts').values(row).execute();
    return ok(
      await changeLines(trx, context, { row, present: [], next, limitsOf, changes: { email }, locale }),
    );
  });
}

/**
 * Free units of a coupon that is not valid at the moment. The guest's browser does not show them, so they are kept
 * until the coupon is valid again.
 */
async function hiddenGiveaways(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock'>,
  row: CartRow,
  locale: Locale,
): Promise<readonly RequestedLine[]> {
  const given = await readGiveaways(trx, row.id);
  if (given.length === 0) return [];
  const { cart } = await loadPricedCart(trx, context, row, { locale });
  return given.filter(({ product_id }) => !cart.products.some((line) => line.product_id === product_id));
}

type Reading = Pick<ServerContext, 'db' | 'clock'>;

/** The cart of a logged-in user; an empty one without an id while the user has none. */
export async function getOwnCart(context: Reading, userId: string, locale: Locale): Promise<Cart> {
  const row = await context.db
    .selectFrom('carts')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return emptyCart;
  return (await loadPricedCart(context.db, context, row, { locale })).cart;
}

/** The cart with this id; undefined when the caller may not see it. */
export async function getCart(
  context: Reading,
  query: { readonly public_id: string; readonly user: { readonly id: string } | null },
  locale: Locale,
): Promise<Cart | undefined> {
  const row = await findCart(context.db, query);
  return row && (await loadPricedCart(context.db, context, row, { locale })).cart;
}
