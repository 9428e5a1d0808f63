import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { maxLines } from '#core/model/values.ts';
import { lineId } from '#core/rules/carts/cart-lines.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A stored cart without its lines. */
export type CartRow = Selectable<Database['carts']>;

interface CartQuery {
  readonly public_id: string;
  /** The caller; null for a guest. */
  readonly user: { readonly id: string } | null;
  /** Locks the row until the transaction ends; required before every change of a cart. */
  readonly for_update?: boolean;
}

/**
 * The condition on `carts` for the cart with this id that the caller may use: a guest's cart needs only its id, which
 * has 128 random bits; a user's cart is for that user only. The routes return 404 for any other.
 */
export function isUsableCart(public_id: string, user: { readonly id: string } | null): RawBuilder<boolean> {
  return sql`carts.public_id = ${public_id} and ${
    user === null ? sql`carts.user_id is null` : sql`(carts.user_id is null or carts.user_id = ${user.id})`
  }`;
}

/** The condition on `carts` for the one cart of a user. */
export function isOwnCart(user: { readonly id: string }): RawBuilder<boolean> {
  return sql`carts.user_id = ${user.id}`;
}

/** The cart with this id if the caller may use it (`isUsableCart`). */
export async function findCart(
  db: Kysely<Database>,
  { public_id, user, for_update = false }: CartQuery,
): Promise<CartRow | undefined> {
  const query = db.selectFrom('carts').selectAll().where(isUsableCart(public_id, user));
  return (for_update ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * The one cart of a user, created when missing, locked until the transaction ends. Undefined when the account was
 * deleted since the call began.
 */
export async function lockOwnCart(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  userId: string,
): Promise<CartRow | undefined> {
  const own = trx.selectFrom('carts').selectAll().where('user_id', '=', userId).forUpdate();
  const present = await own.executeTakeFirst();
  if (present !== undefined) return present;
  const { id, public_id, updated_at } = newCart({ clock, ids });
  // Locks the account, so that a cart is never created for one that is deleted at the same time.
  await sql`
    insert into carts (id, public_id, user_id, updated_at)
    select ${id}, ${public_id}, users.id, ${updated_at} from users
    where users.id = ${userId} and deleted_at is null for no key update
    on conflict (user_id) do nothing
  `.execute(trx);
  return own.executeTakeFirst();
}

/**
 * The columns of an empty cart. Its public id has 128 random bits (docs/behaviour/carts.md#guest-cart-id-is-a-secret).
 */
export function newCart({ clock, ids }: Pick<ServerContext, 'clock' | 'ids'>) {
  return {
    id: ids.uuid(),
    public_id: ids.token(16),
    user_id: null,
    email: null,
    shipping_address: null,
    billing_contact: null,
    coupon_code: null,
    campaign: null,
    voucher_id: null,
    referral_code: null,
    affiliate_code: null,
    version: 0,
    updated_at: new Date(clock.now()),
  };
}

/** Returns the buyer of a cart as JSON columns, which carts and orders share. */
export function buyerColumns(cart: Pick<CartRow, 'shipping_address' | 'billing_contact'>) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { shipping_address: json(cart.shipping_address), billing_contact: json(cart.billing_contact) };
}

/** A line of a stored cart. */
export interface StoredLine extends RequestedLine {
  /** Sort order. Removed lines may leave gaps. */
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
 * Sets the positions of new lines. The free unit of a coupon stays on its line; when that line has other properties
 * now, it moves to a line of the same product.
 */
export function setLinePositions(
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
 * Sets the positions of new lines for a shopper who does not see the free unit of a coupon. The unit is kept, unless
 * the shopper has its product now or the cart is full.
 */
export function setSeenLinePositions(
  present: readonly StoredLine[],
  next: readonly RequestedLine[],
): readonly StoredLine[] {
  const seen = setLinePositions([], next);
  const hidden = present.find((line) => line.is_from_coupon);
  const isBought = next.some((line) => line.product_id === hidden?.product_id);
  if (hidden === undefined || isBought || next.length >= maxLines) return seen;
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

interface WrittenCart {
  readonly id: string;
  /**
   * The version that was read. Each change of the row increments it, and each change of lines or codes changes the row.
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
