import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Cart, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { highestAllowed, type LineLimits, validateQuantity } from '#core/rules/carts/cart-limits.ts';
import { isNamed, lineId, quantities } from '#core/rules/carts/line-id.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { CartRow } from './own-cart.ts';

/** A line of a stored cart. */
export interface StoredLine extends RequestedLine {
  /** The order of the lines. Removed lines may leave gaps. */
  readonly position: number;
  /** One unit of this line was added by a free-product coupon. */
  readonly is_from_coupon: boolean;
}

/** The lines of a cart in their order. */
export async function readLines(db: Kysely<Database>, cartId: string): Promise<readonly StoredLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'custom_properties', 'position', 'is_from_coupon'])
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, custom_properties: row.custom_properties as CustomProperties }));
}

/** Lines without the free unit of a coupon: what the shopper sees while the coupon does not count. */
export function withoutFreeUnit<Line extends Pick<StoredLine, 'quantity' | 'is_from_coupon'>>(
  lines: readonly Line[],
): readonly Line[] {
  if (!lines.some((line) => line.is_from_coupon)) return lines;
  return lines
    .map((line) => (line.is_from_coupon ? { ...line, quantity: line.quantity - 1 } : line))
    .filter((line) => line.quantity > 0);
}

/**
 * Gives new lines their places. The free unit of a coupon stays on its line; when that line has other properties now,
 * it moves to a line of the same product.
 */
export function placeLines(
  present: readonly StoredLine[],
  next: readonly RequestedLine[],
): readonly StoredLine[] {
  const marked = new Set(present.filter((line) => line.is_from_coupon).map((unit) => lineOfUnit(next, unit)));
  return next.map((line, index) => ({
    product_id: line.product_id,
    quantity: line.quantity,
    custom_properties: line.custom_properties,
    position: index + 1,
    is_from_coupon: marked.has(line),
  }));
}

/**
 * Gives new lines their places for a shopper who does not see the free unit of a coupon. It is kept, unless the shopper
 * has its product now or the cart is full.
 */
export function placeSeenLines(
  present: readonly StoredLine[],
  next: readonly RequestedLine[],
): readonly StoredLine[] {
  const seen = placeLines([], next);
  const hidden = present.find((line) => line.is_from_coupon);
  const isBought = next.some((line) => line.product_id === hidden?.product_id);
  if (hidden === undefined || isBought || next.length >= mostLines) return seen;
  return [...seen, { ...hidden, quantity: 1, position: next.length + 1 }];
}

/** The new line of a coupon's free unit; undefined when the cart no longer has its product. */
function lineOfUnit(lines: readonly RequestedLine[], unit: RequestedLine): RequestedLine | undefined {
  return (
    lines.find((line) => lineId(line) === lineId(unit)) ??
    lines.find((line) => line.product_id === unit.product_id)
  );
}

/** Columns of a cart's row to set; undefined ones are not changed. */
export interface CartChanges
  extends Partial<
    Pick<
      CartRow,
      | 'coupon_code'
      | 'campaign'
      | 'voucher_id'
      | 'referral_code'
      | 'affiliate_code'
      | 'shipping_address'
      | 'billing_contact'
    >
  > {
  /** Of a guest; a user's cart has the e-mail of the account. */
  readonly email?: string | undefined;
}

/** The cart that is written. */
interface WrittenCart {
  readonly id: string;
  /**
   * The version that was read, which every change of the row raises. What changes lines or codes changes the row, too.
   * Null for a cart that the transaction has locked.
   */
  readonly version: number | null;
  readonly lines: readonly StoredLine[];
}

/**
 * Replaces the lines of a cart, sets columns of its row and `updated_at`, in one statement. Only lines that differ are
 * written. Returns false and writes nothing when the cart no longer has this version.
 */
export async function writeCart(
  db: Kysely<Database>,
  { id, version, lines: present }: WrittenCart,
  { lines, changes = {} }: { readonly lines: readonly StoredLine[]; readonly changes?: CartChanges },
  now: Date,
): Promise<boolean> {
  const columns = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${columnValue(name, value)}`);
  const row = sql`update carts set ${sql.join([sql`updated_at = ${now}`, ...columns])}
    where id = ${id} ${version === null ? sql`` : sql`and version = ${version}`} returning id`;
  if (isDeepStrictEqual(lines, present)) return (await row.execute(db)).rows.length > 0;
  const differing = lines.filter((line, index) => !isDeepStrictEqual(line, present[index]));
  return write(db, row, differing, lines.length);
}

function columnValue(name: string, value: unknown): unknown {
  if (name === 'email') return sql`case when user_id is null then ${value} else email end`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Stores a new cart with its lines, in one statement. */
export async function insertCart(
  db: Kysely<Database>,
  row: Pick<CartRow, 'id' | 'public_id' | 'email' | 'updated_at'>,
  lines: readonly StoredLine[],
): Promise<void> {
  const { id, public_id, email, updated_at } = row;
  await write(
    db,
    sql`insert into carts (id, public_id, email, updated_at)
      values (${id}, ${public_id}, ${email}, ${updated_at}) returning id`,
    lines,
    lines.length,
  );
}

/** Writes a cart's row, and its lines if the row was written. */
async function write(
  db: Kysely<Database>,
  cart: RawBuilder<unknown>,
  lines: readonly StoredLine[],
  count: number,
): Promise<boolean> {
  const { rows } = await sql`
    with cart as (${cart}), removed as (
      delete from cart_lines using cart where cart_id = cart.id and position not between 1 and ${count}
    ), written as (
      insert into cart_lines (cart_id, product_id, quantity, custom_properties, position, is_from_coupon)
      select cart.id, line.* from cart, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        product_id text, quantity integer, custom_properties jsonb, position integer, is_from_coupon boolean
      )
      on conflict (cart_id, position) do update set
        product_id = excluded.product_id, quantity = excluded.quantity,
        custom_properties = excluded.custom_properties, is_from_coupon = excluded.is_from_coupon
    )
    select id from cart
  `.execute(db);
  return rows.length > 0;
}

/** The three actions of the call "cart update" (docs/behaviour/carts.md#cart-update-call). */
export type CartUpdate = 'add' | 'update' | 'delete';

/** A requested line. Without a line id it refers to the equal line or, except for `add`, to the line of its product. */
export interface NamedLine extends RequestedLine {
  readonly line_id?: string | undefined;
}

/**
 * The lines after an action (docs/behaviour/carts.md#cart-update-call): `add` adds up the quantities of equal lines,
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
 * Checks whether a cart may get these lines (docs/behaviour/carts.md#only-growth-is-checked). Only products whose total
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
