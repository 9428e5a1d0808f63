import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { CartError, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { validateQuantity } from '#core/rules/cart-limits.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ProductRow } from '#server/catalogue/product-cards.ts';
import { selectProductFacts, toProductFacts } from '#server/catalogue/product-cards.ts';
import type { Database } from '#server/database/schema.ts';
import type { CartRow } from './own-cart.ts';

/** What shoppers change at once. */
const fewIds = 4;

/** The lines of a cart in the shopper's order. */
export async function readLines(db: Kysely<Database>, cartId: string): Promise<readonly RequestedLine[]> {
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
export async function readGiveaways(db: Kysely<Database>, cartId: string): Promise<readonly RequestedLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select('product_id')
    .where('cart_id', '=', cartId)
    .where('is_from_coupon', '=', true)
    .execute();
  return rows.map(({ product_id }) => ({ product_id, quantity: 1, custom_properties: {} }));
}

/** Columns of a cart that a change of its lines may set besides; undefined ones stay. */
export interface CartChanges {
  readonly referral_code?: string | undefined;
  readonly affiliate_code?: string | undefined;
  readonly email?: string | undefined;
}

/** Makes these the lines of a cart that the transaction has locked, and notes the time: one statement. */
export async function writeLines(
  trx: Transaction<Database>,
  cartId: string,
  lines: readonly RequestedLine[],
  now: Date,
  { referral_code, affiliate_code, email }: CartChanges = {},
): Promise<void> {
  const wanted = lines.map((line, index) => ({ ...line, position: index + 1 }));
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as line (product_id text, quantity integer, custom_properties jsonb, position integer)
    ), changed as (
      update carts set
        updated_at = ${now},
        referral_code = coalesce(${referral_code ?? null}, referral_code),
        affiliate_code = coalesce(${affiliate_code ?? null}, affiliate_code),
        email = coalesce(${email ?? null}, email)
      where id = ${cartId}
    ), gone as (
      delete from cart_lines where cart_id = ${cartId} and product_id not in (select product_id from wanted)
    )
    insert into cart_lines (cart_id, product_id, quantity, custom_properties, position)
    select ${cartId}::uuid, product_id, quantity, custom_properties, position from wanted
    on conflict (cart_id, product_id) do update set
      quantity = excluded.quantity, custom_properties = excluded.custom_properties, position = excluded.position
  `.execute(trx);
}

/** What limits these products for a shopper; null for one that is not sold. One query. */
export async function findLimits(
  db: Kysely<Database>,
  productIds: readonly string[],
  userId: string | null,
): Promise<(productId: string) => LineLimits | null> {
  return toLimits(await selectLimits(db, productIds, userId).execute());
}

/** The lines of a locked cart and what limits the products that a shopper wants in it: one query. */
export async function readLinesAndLimits(
  trx: Transaction<Database>,
  { id, user_id }: Pick<CartRow, 'id' | 'user_id'>,
  wanted: readonly RequestedLine[],
): Promise<{
  readonly present: readonly RequestedLine[];
  readonly limitsOf: (productId: string) => LineLimits | null;
}> {
  const limits = selectLimits(
    trx,
    wanted.map((line) => line.product_id),
    user_id,
  );
  const found = await trx
    .selectNoFrom([
      sql<RequestedLine[]>`(
        select coalesce(json_agg(line), '[]') from (
          select product_id, quantity, custom_properties from cart_lines where cart_id = ${id}
          order by position, product_id
        ) line
      )`.as('lines'),
      sql<ProductRow[]>`(select coalesce(json_agg(product), '[]') from (${limits}) product)`.as('products'),
    ])
    .executeTakeFirstOrThrow();
  return { present: found.lines, limitsOf: toLimits(found.products) };
}

function selectLimits(db: Kysely<Database>, productIds: readonly string[], userId: string | null) {
  return selectProductFacts(db, { locale: 'de', user_id: userId })
    .where(isOneOf(productIds))
    .where('products.is_active', '=', true);
}

/** A few ids stand one by one: PostgreSQL takes an array of any length for ten and plans each call anew. */
function isOneOf(productIds: readonly string[]) {
  return productIds.length > 0 && productIds.length <= fewIds
    ? sql<boolean>`products.id in (${sql.join(productIds)})`
    : sql<boolean>`products.id = any(${[...productIds]}::text[])`;
}

function toLimits(rows: readonly ProductRow[]): (productId: string) => LineLimits | null {
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

/** The three changes of the call "cart update" (docs/behaviour/cart.md#cart-update-call). */
export type CartUpdate = 'add' | 'update' | 'delete';

/**
 * The lines after a change: `add` sums quantities, `update` sets those of products that are there, `delete` removes.
 * Properties that are given replace those of the same name.
 */
export function nextLines(
  present: readonly RequestedLine[],
  action: CartUpdate,
  products: readonly RequestedLine[],
): readonly RequestedLine[] {
  const lines = new Map(present.map((line) => [line.product_id, line]));
  for (const product of products) {
    const line = lines.get(product.product_id);
    if (action === 'delete') lines.delete(product.product_id);
    else if (line === undefined && action === 'add') lines.set(product.product_id, product);
    else if (line !== undefined) lines.set(product.product_id, changed(line, action, product));
  }
  return [...lines.values()];
}

function changed(line: RequestedLine, action: 'add' | 'update', product: RequestedLine): RequestedLine {
  const quantity = action === 'add' ? line.quantity + product.quantity : product.quantity;
  return {
    ...line,
    quantity,
    custom_properties: { ...line.custom_properties, ...product.custom_properties },
  };
}

/** One line a product: what a client names twice is wanted in sum. */
export function foldLines(products: readonly RequestedLine[]): readonly RequestedLine[] {
  return nextLines([], 'add', products);
}

/**
 * Whether a cart may become these lines (docs/behaviour/cart.md#only-growth-is-checked). Only what grows is checked: a
 * shopper can always take less, also of something that was sold out meanwhile.
 */
export function validateLines(
  present: readonly RequestedLine[],
  next: readonly RequestedLine[],
  limitsOf: (productId: string) => LineLimits | null,
): Result<null, CartError> {
  if (next.length > Math.max(mostLines, present.length)) return err('EXCEED_LIMIT');
  for (const line of next) {
    const had = present.find(({ product_id }) => product_id === line.product_id)?.quantity ?? 0;
    if (line.quantity <= had) continue;
    const error =
      line.quantity > highestQuantity
        ? 'EXCEED_LIMIT'
        : validateQuantity(limitsOf(line.product_id), line.quantity);
    if (error !== null) return err(error);
  }
  return ok(null);
}
