import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Cart, CartItem, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { highestQuantity, mostSavedItems } from '#core/model/values.ts';
import { createCartItem, limitQuantity } from '#core/rules/cart.ts';
import { lineId } from '#core/rules/cart-lines.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { limitsOf, selectProductFacts, toProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { ServerContext } from '#server/server-context.ts';
import { foldLines, nextLines, readLines } from './cart-lines.ts';
import { lockOwnCart } from './own-cart.ts';
import { changeLockedLines } from './update-cart.ts';

type Changing = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'catalogue'>;

/** One page of what a user has saved for later, newest first, without products that are no longer sold. */
export async function listSavedItems(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  { number, size }: { readonly number: number; readonly size: number },
  locale: Locale,
): Promise<{ readonly items: CartItem[]; readonly total: number }> {
  const rows = await selectProductFacts(db, { locale, user_id: userId })
    .innerJoin('saved_items', 'saved_items.product_id', 'products.id')
    .select(['saved_items.quantity', 'saved_items.custom_properties'])
    .where('saved_items.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .orderBy('saved_items.saved_at', 'desc')
    .orderBy('saved_items.line_id')
    .limit(size)
    .offset((number - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('saved_items')
    .innerJoin('products', 'products.id', 'saved_items.product_id')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('saved_items.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .executeTakeFirstOrThrow();
  const items = rows.map(({ quantity, custom_properties, ...row }) =>
    createCartItem(row.id, toProductFacts(row).product_data, quantity, custom_properties as CustomProperties),
  );
  return { items, total };
}

/**
 * Moves a line from the user's cart to the saved items (docs/behaviour/cart.md#saved-for-later). The lock of the cart
 * serialises all changes of both.
 */
export function saveCartLine(
  context: Changing,
  userId: string,
  line_id: string,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockOwnCart(trx, context, userId);
    const present = await readLines(trx, row.id);
    const line = present.find((one) => lineId(one) === line_id);
    if (line === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/line_id' }));
    const saved = await readSaved(trx, userId);
    const { length } = saved;
    if (length >= mostSavedItems && !saved.includes(line_id)) return err(domainFailure('SAVED_ITEMS_FULL'));
    await insertSaved(trx, context, userId, [line]);
    const next = present.filter((one) => one !== line);
    return ok(await changeLockedLines(trx, context, row, { wanted: [], next: () => next, locale }));
  });
}

/** Moves a saved item back into the user's cart. When a limit refuses it, the cart has an error and the item stays saved. */
export function restoreSavedItem(
  context: Changing,
  userId: string,
  line_id: string,
  locale: Locale,
): Promise<Result<Cart, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockOwnCart(trx, context, userId);
    const saved = await trx
      .selectFrom('saved_items')
      .select(['product_id', 'quantity', 'custom_properties'])
      .where('user_id', '=', userId)
      .where('line_id', '=', line_id)
      .executeTakeFirst();
    if (saved === undefined) return err(domainFailure('NOT_FOUND', { pointer: '/line_id' }));
    const line = { ...saved, custom_properties: saved.custom_properties as CustomProperties };
    const cart = await changeLockedLines(trx, context, row, {
      wanted: [line],
      next: ({ facts: { lines, products } }) => {
        // Lines that were saved one after the other may add up to more than a cart can take.
        const limits = limitsOf(products.get(line.product_id));
        const quantity = limitQuantity(line.quantity, limits?.max_quantity ?? null);
        return nextLines(lines, 'add', [{ ...line, quantity }]);
      },
      locale,
    });
    if (cart.error === null) await deleteSaved(trx, userId, line_id);
    return ok(cart);
  });
}

/** Removes a saved item; `NOT_FOUND` when the user has none with this id. */
export function removeSavedItem(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  line_id: string,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(db, async (trx) =>
    (await deleteSaved(trx, userId, line_id)) ? ok(null) : err(domainFailure('NOT_FOUND')),
  );
}

/**
 * Saves what a guest has saved in the browser. Lines that are saved already stay as they are, so a repeated call changes
 * nothing. Returns how many had no room; products that are not sold are left out without being counted.
 */
export function addSavedItems(
  context: Changing,
  userId: string,
  products: readonly RequestedLine[],
): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    await lockOwnCart(trx, context, userId);
    const saved = await readSaved(trx, userId);
    const sold = await trx
      .selectFrom('products')
      .select('id')
      .where(
        'id',
        'in',
        products.map(({ product_id }) => product_id),
      )
      .where('is_active', '=', true)
      .execute();
    const ids = new Set(sold.map(({ id }) => id));
    const wanted = foldLines(products).filter(
      (line) => ids.has(line.product_id) && !saved.includes(lineId(line)),
    );
    const added = wanted.slice(0, Math.max(0, mostSavedItems - saved.length));
    if (added.length > 0) await insertSaved(trx, context, userId, added);
    return wanted.length - added.length;
  });
}

async function readSaved(trx: Transaction<Database>, userId: string): Promise<readonly string[]> {
  const rows = await trx.selectFrom('saved_items').select('line_id').where('user_id', '=', userId).execute();
  return rows.map(({ line_id }) => line_id);
}

/** Adds lines, newest first; the quantities of equal lines add up. */
async function insertSaved(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  userId: string,
  lines: readonly RequestedLine[],
): Promise<void> {
  const now = clock.now();
  await trx
    .insertInto('saved_items')
    .values(
      lines.map(({ product_id, quantity, custom_properties }, index) => ({
        user_id: userId,
        line_id: lineId({ product_id, custom_properties }),
        product_id,
        quantity: Math.min(quantity, highestQuantity),
        custom_properties: JSON.stringify(custom_properties),
        // The list is sorted by this time.
        saved_at: new Date(now - index),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'line_id']).doUpdateSet({
        quantity: sql<number>`least(saved_items.quantity + excluded.quantity, ${highestQuantity})`,
        saved_at: sql<Date>`excluded.saved_at`,
      }),
    )
    .execute();
}

async function deleteSaved(trx: Transaction<Database>, userId: string, line_id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_items')
    .where('user_id', '=', userId)
    .where('line_id', '=', line_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
