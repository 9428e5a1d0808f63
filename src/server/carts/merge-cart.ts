import { sql, type Transaction } from 'kysely';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import {
  linesSince,
  type MergeChange,
  type MergedPieces,
  mergeCarts,
  mergedPieces,
  mergeEqualLines,
} from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { limitsOf } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  buyerColumns,
  type CartRow,
  findCart,
  isOwnCart,
  lockOwnCart,
  readLines,
  setLinePositions,
  writeCart,
} from './cart-rows.ts';
import { addFreeProduct } from './free-product.ts';
import { readPricedCart } from './priced-cart.ts';
import { readCart } from './pricing-facts.ts';

interface GuestLines {
  /** Random id that the browser gave its cart. */
  readonly merge_id: string;
  readonly products: readonly RequestedLine[];
  /** The stored guest cart. Its coupon or voucher code is used when the user's cart has none. */
  readonly bundle_cart_unique_id?: string | undefined;
  /** Whether the free unit of a coupon is not among the products, because the coupon did not count. */
  readonly is_without_free?: boolean | undefined;
}

interface MergedCart {
  readonly cart: Cart;
  readonly changes: MergeChange[];
}

/**
 * Merges a guest's local cart into the user's cart, each piece once per `merge_id` and user
 * (docs/behaviour/carts.md#merge-at-login). The user's cart is locked first, so that the second of two parallel merges
 * finds the first one finished. Lines of the user are never lost. Returns what was reduced or left out; a repeated call
 * returns the same list and merges what was added to the guest's cart since. `UNAUTHENTICATED` when the account was
 * deleted since the call began.
 */
export function mergeCart(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  userId: string,
  guest: GuestLines,
  locale: Locale,
): Promise<Result<MergedCart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockOwnCart(trx, context, userId);
    if (row === undefined) return err(domainFailure('UNAUTHENTICATED'));
    const done = await trx
      .selectFrom('cart_merges')
      .select(['changes', 'lines'])
      .where('user_id', '=', userId)
      .where('merge_id', '=', guest.merge_id)
      .executeTakeFirst();
    const wanted = mergeEqualLines(guest.products);
    // Null for a merge by an earlier version, which did not store its lines.
    const before = done === undefined ? {} : (done.lines as MergedPieces | null);
    const products = before === null ? [] : linesSince(wanted, before);
    let changes = (done?.changes ?? []) as MergeChange[];
    if (done === undefined || products.length > 0) {
      const fresh = await merge(trx, context, row, { ...guest, products }, locale);
      const changed = new Set(fresh.map(({ product_id }) => product_id));
      changes = [...changes.filter(({ product_id }) => !changed.has(product_id)), ...fresh];
      const lines = mergedPieces(wanted, before ?? {});
      await noteMerge(trx, context, { user_id: userId, merge_id: guest.merge_id, changes, lines });
    }
    const merged = await readPricedCart(trx, context, isOwnCart({ id: userId }), { locale });
    return ok({ cart: merged?.cart ?? emptyCart, changes });
  });
}

/** Merges per account that are kept for repeated calls. */
const keptMerges = 50;

interface NotedMerge {
  readonly user_id: string;
  readonly merge_id: string;
  readonly changes: readonly MergeChange[];
  readonly lines: MergedPieces;
}

/** Stores a merge for repeated calls, or updates it after a repeated call has merged more. */
async function noteMerge(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  { user_id, merge_id, ...merged }: NotedMerge,
): Promise<void> {
  const noted = {
    changes: JSON.stringify(merged.changes),
    lines: JSON.stringify(merged.lines),
    merged_at: new Date(clock.now()),
  };
  await trx
    .insertInto('cart_merges')
    .values({ user_id, merge_id, ...noted })
    .onConflict((conflict) => conflict.columns(['user_id', 'merge_id']).doUpdateSet(noted))
    .execute();
  // Old merges are needed only by repeated calls.
  await sql`delete from cart_merges where user_id = ${user_id} and merge_id in (
    select merge_id from cart_merges where user_id = ${user_id}
    order by merged_at desc, merge_id offset ${keptMerges}
  )`.execute(trx);
}

async function merge(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  row: CartRow,
  { products: wanted, bundle_cart_unique_id, is_without_free = false }: GuestLines,
  locale: Locale,
): Promise<readonly MergeChange[]> {
  const now = clock.now();
  const stored = await readCart(trx, sql`carts.id = ${row.id}`, { locale, now, wanted });
  if (stored === undefined) throw new Error('A locked cart is gone');
  const own = stored.facts.lines;
  const guest =
    bundle_cart_unique_id === undefined
      ? undefined
      : await findCart(trx, { public_id: bundle_cart_unique_id, user: null, for_update: true });
  const guestLines = guest === undefined || is_without_free ? [] : await readLines(trx, guest.id);
  const givenIds = guestLines.filter((line) => line.is_from_coupon).map((line) => line.product_id);
  const { lines, changes } = mergeCarts({ own, guest: wanted, givenIds }, (id) =>
    limitsOf(stored.facts.products.get(id)),
  );
  const merged_at = new Date(now);
  const cart = { id: row.id, version: null, lines: own };
  await writeCart(trx, cart, { lines: setLinePositions(own, lines) }, merged_at);
  if (guest !== undefined) await takeOverCode(trx, row, guest, merged_at);
  return changes;
}

/**
 * Moves the codes and the buyer of the guest cart to the user's cart where that has none. Empties the guest cart, so
 * that an order of it cannot sell the same products again.
 */
async function takeOverCode(
  trx: Transaction<Database>,
  own: CartRow,
  guest: CartRow,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('carts')
    .set({
      ...(own.coupon_code === null ? { coupon_code: guest.coupon_code, campaign: guest.campaign } : {}),
      ...(own.voucher_id === null ? { voucher_id: guest.voucher_id } : {}),
      ...(own.shipping_address === null && own.billing_contact === null ? buyerColumns(guest) : {}),
      referral_code: own.referral_code ?? guest.referral_code,
      affiliate_code: own.affiliate_code ?? guest.affiliate_code,
    })
    .where('id', '=', own.id)
    .execute();
  if (own.coupon_code === null && guest.coupon_code !== null) {
    await addFreeProduct(trx, own, guest.coupon_code);
  }
  await trx.deleteFrom('cart_lines').where('cart_id', '=', guest.id).execute();
  await trx
    .updateTable('carts')
    .set({ coupon_code: null, campaign: null, voucher_id: null, updated_at: now })
    .where('id', '=', guest.id)
    .execute();
}
