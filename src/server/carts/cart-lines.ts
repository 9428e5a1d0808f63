import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Cart, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { highestAllowed, validateQuantity } from '#core/rules/cart-limits.ts';
import { isNamed, lineId, quantities } from '#core/rules/cart-lines.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ProductRow } from '#server/catalogue/product-facts.ts';
import { selectProductFacts, toProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/database/schema.ts';
import type { CartRow } from './own-cart.ts';

/** A shopper usually changes no more lines than this at once. */
const fewIds = 4;

/** The lines of a cart in their order. */
export async function readLines(db: Kysely<Database>, cartId: string): Promise<readonly RequestedLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'custom_properties'])
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, custom_properties: row.custom_properties as CustomProperties }));
}

/** The units that a free-product coupon added to a cart, one per line. */
export async function readGiveaways(db: Kysely<Database>, cartId: string): Promise<readonly RequestedLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select('product_id')
    .where('cart_id', '=', cartId)
    .where('is_from_coupon', '=', true)
    .execute();
  return rows.map(({ product_id }) => ({ product_id, quantity: 1, custom_properties: {} }));
}

/** Further columns of a cart that a change of its lines may set; undefined ones are not changed. */
export interface CartChanges {
  readonly referral_code?: string | undefined;
  readonly affiliate_code?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Replaces the lines of a cart that the transaction has locked, and sets `updated_at`. The free unit of a coupon stays
 * on its line; when that line has other properties now, it moves to a line of the same product.
 */
export async function writeLines(
  trx: Transaction<Database>,
  cartId: string,
  lines: readonly RequestedLine[],
  now: Date,
  { referral_code, affiliate_code, email }: CartChanges = {},
): Promise<void> {
  const replaced = await trx
    .deleteFrom('cart_lines')
    .where('cart_id', '=', cartId)
    .returning(['product_id', 'custom_properties', 'is_from_coupon'])
    .execute();
  const given = replaced.filter((line) => line.is_from_coupon) as unknown as readonly RequestedLine[];
  const marked = new Set(given.map((unit) => lineOfUnit(lines, unit)));
  const rows = lines.map((line, index) => ({
    ...line,
    position: index + 1,
    is_from_coupon: marked.has(line),
  }));
  await sql`
    with changed as (
      update carts set
        updated_at = ${now},
        referral_code = coalesce(${referral_code ?? null}, referral_code),
        affiliate_code = coalesce(${affiliate_code ?? null}, affiliate_code),
        email = coalesce(${email ?? null}, email)
      where id = ${cartId}
    )
    insert into cart_lines (cart_id, product_id, quantity, custom_properties, position, is_from_coupon)
    select ${cartId}::uuid, product_id, quantity, custom_properties, position, is_from_coupon
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
      product_id text, quantity integer, custom_properties jsonb, position integer, is_from_coupon boolean
    )
  `.execute(trx);
}

/** The new line of a coupon's free unit; undefined when the cart no longer has its product. */
function lineOfUnit(lines: readonly RequestedLine[], unit: RequestedLine): RequestedLine | undefined {
  return (
    lines.find((line) => lineId(line) === lineId(unit)) ??
    lines.find((line) => line.product_id === unit.product_id)
  );
}

/** The quantity limits of products for a user (null: a guest); null for a product that is not for sale. One query. */
export async function findLimits(
  db: Kysely<Database>,
  productIds: readonly string[],
  userId: string | null,
): Promise<(productId: string) => LineLimits | null> {
  return toLimits(await selectLimits(db, productIds, userId).execute());
}

/** The lines of a locked cart, and the quantity limits of their products and of the wanted ones. One query. */
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
          select product_id, quantity, custom_properties from cart_lines where cart_id = ${id} order by position
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

/** A few ids become single parameters: for an array PostgreSQL assumes ten elements and plans every call anew. */
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

/** The three actions of the call "cart update" (docs/behaviour/cart.md#cart-update-call). */
export type CartUpdate = 'add' | 'update' | 'delete';

/** A requested line. Without a line id it refers to the equal line or, except for `add`, to the line of its product. */
export interface NamedLine extends RequestedLine {
  readonly line_id?: string | undefined;
}

/**
 * The lines after an action (docs/behaviour/cart.md#cart-update-call): `add` adds up the quantities of equal lines,
 * `update` sets quantity and properties of an existing line, `delete` removes it. Lines that become equal are merged.
 */
export function nextLines(
  present: readonly RequestedLine[],
  action: CartUpdate,
  products: readonly NamedLine[],
): readonly RequestedLine[] {
  let lines: readonly (RequestedLine | NamedLine)[] = present;
  for (const product of products) {
    if (action === 'add') lines = [...lines, product];
    else if (action === 'delete') lines = lines.filter((line) => !isNamed(product, named(line)));
    else {
      const changed = findChanged(lines, product);
      lines = lines.map((line) => (line === changed ? changedLine(line, product) : line));
    }
    lines = foldLines(lines);
  }
  return lines;
}

function named(line: RequestedLine) {
  return { product_id: line.product_id, line_id: lineId(line) };
}

function findChanged(lines: readonly RequestedLine[], product: NamedLine): RequestedLine | undefined {
  const id = product.line_id ?? lineId(product);
  const equal = lines.find((line) => lineId(line) === id);
  if (equal !== undefined || product.line_id !== undefined) return equal;
  return lines.find((line) => line.product_id === product.product_id);
}

/** For a line named by its id, the new properties replace all old ones; otherwise only those with the same name. */
function changedLine(
  line: RequestedLine,
  { line_id, quantity, custom_properties }: NamedLine,
): RequestedLine {
  const others = line_id === undefined ? line.custom_properties : {};
  return { ...line, quantity, custom_properties: { ...others, ...custom_properties } };
}

/** Merges equal lines and adds up their quantities. */
export function foldLines(lines: readonly RequestedLine[]): readonly RequestedLine[] {
  const folded = new Map<string, RequestedLine>();
  for (const { product_id, quantity, custom_properties } of lines) {
    const id = lineId({ product_id, custom_properties });
    const present = folded.get(id);
    const line = present ?? { product_id, quantity: 0, custom_properties };
    folded.set(id, { ...line, quantity: line.quantity + quantity });
  }
  return [...folded.values()];
}

/**
 * Checks whether a cart may get these lines (docs/behaviour/cart.md#only-growth-is-checked). Only products whose total
 * quantity grows are checked: a shopper can always reduce a quantity, even when the product was sold out in the
 * meantime.
 */
export function validateLines(
  present: readonly RequestedLine[],
  next: readonly RequestedLine[],
  limitsOf: (productId: string) => LineLimits | null,
): Result<null, Pick<Cart, 'error' | 'error_limit'>> {
  if (next.length > Math.max(mostLines, present.length))
    return err({ error: 'EXCEED_LIMIT', error_limit: null });
  const had = quantities(present);
  for (const [product_id, quantity] of quantities(next)) {
    if (quantity <= (had.get(product_id) ?? 0)) continue;
    const limits = limitsOf(product_id);
    const error = quantity > highestQuantity ? 'EXCEED_LIMIT' : validateQuantity(limits, quantity);
    if (error !== null) return err({ error, error_limit: { product_id, quantity: highestAllowed(limits) } });
  }
  return ok(null);
}
