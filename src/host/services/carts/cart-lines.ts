import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { CustomProperties, WantedLine } from '#core/rules/cart.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import type { Database } from '#host/database/schema.ts';
import { selectProductFacts, toProductFacts } from '#host/services/catalogue/product-facts.ts';

/** Lines a cart may have; the API takes no more at once either. */
export const lineLimit = 100;

/** The lines of a cart in the shopper's order. */
export async function readLines(db: Kysely<Database>, cartId: string): Promise<readonly WantedLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'custom_properties'])
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .orderBy('product_id')
    .execute();
  return rows.map((row) => ({ ...row, custom_properties: row.custom_properties as CustomProperties }));
}

/** The units that a free-product coupon put into a cart: one each. */
export async function readGiveaways(db: Kysely<Database>, cartId: string): Promise<readonly WantedLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select('product_id')
    .where('cart_id', '=', cartId)
    .where('is_from_coupon', '=', true)
    .execute();
  return rows.map(({ product_id }) => ({ product_id, quantity: 1, custom_properties: {} }));
}

/** Makes these the lines of a cart that the transaction has locked. */
export async function writeLines(
  trx: Transaction<Database>,
  cartId: string,
  lines: readonly WantedLine[],
): Promise<void> {
  const kept = lines.map((line) => line.product_id);
  await trx
    .deleteFrom('cart_lines')
    .where('cart_id', '=', cartId)
    .where(sql<boolean>`product_id <> all(${kept}::text[])`)
    .execute();
  if (lines.length === 0) return;
  await trx
    .insertInto('cart_lines')
    .values(
      lines.map((line, index) => ({
        cart_id: cartId,
        product_id: line.product_id,
        quantity: line.quantity,
        custom_properties: JSON.stringify(line.custom_properties),
        position: index + 1,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'product_id']).doUpdateSet((row) => ({
        quantity: row.ref('excluded.quantity'),
        custom_properties: row.ref('excluded.custom_properties'),
        position: row.ref('excluded.position'),
      })),
    )
    .execute();
}

/** What limits these products for a shopper; null for one that is not sold. One query. */
export async function findLimits(
  db: Kysely<Database>,
  productIds: readonly string[],
  userId: string | null,
): Promise<(productId: string) => LineLimits | null> {
  const rows = await selectProductFacts(db, { locale: 'de', user_id: userId })
    .where('products.id', '=', sql<string>`any(${[...productIds]}::text[])`)
    .where('products.is_active', '=', true)
    .execute();
  const limits = new Map(
    rows
      .map(toProductFacts)
      .map(({ product_id, product_data, stock, is_owned }) => [
        product_id,
        { max_quantity: product_data.max_quantity, stock, is_owned },
      ]),
  );
  return (productId) => limits.get(productId) ?? null;
}
