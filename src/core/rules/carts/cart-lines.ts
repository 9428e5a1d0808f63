import type { Cart, CartError, CustomProperties, RequestedLine } from '#core/model/cart.ts';
import type { ProductData } from '#core/model/product.ts';
import { highestQuantity, maxLines } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** The values that identify a cart line: one product with one set of properties. */
interface LineContent {
  readonly product_id: string;
  readonly custom_properties: CustomProperties;
}

/** Selects the lines of a change: the line with `line_id`, or without it all lines of the product. */
export interface LineName {
  readonly product_id: string;
  readonly line_id?: string | undefined;
}

/**
 * Returns the id of a cart line (docs/behaviour/carts.md#one-line-per-recipient): the product's id, followed
 * by a hash of the properties if there are any. Lines with equal properties have the same id, so they are one
 * line. Browser and server compute the same id. The id changes when the properties change.
 */
export function lineId({ product_id, custom_properties }: LineContent): string {
  const { recipient_name, recipient_email, greeting, is_gift_pdf, delivery, deliver_on, theme, sender_name } =
    custom_properties;
  const content = [
    recipient_name ?? '',
    recipient_email?.trim().toLowerCase() ?? '',
    greeting ?? '',
    is_gift_pdf === true ? 'pdf' : '',
    delivery === 'buyer' ? '' : (delivery ?? ''),
    deliver_on ?? '',
    // Last and only if set, so that lines stored before these fields existed keep their ids.
    ...(theme === undefined || theme === 'neutral' ? [] : [theme]),
    ...(sender_name === undefined || sender_name === '' ? [] : [`from ${sender_name}`]),
  ];
  if (content.every((part) => part === '')) return product_id;
  return `${product_id}.${hash(JSON.stringify(content))}`;
}

/** Returns whether a change with this name applies to the line. */
export function isNamed({ product_id, line_id }: LineName, item: LineName): boolean {
  return line_id === undefined ? item.product_id === product_id : item.line_id === line_id;
}

/** Returns the quantity of each product, summed over all its lines; the key is the product id. */
export function quantities(
  lines: readonly { readonly product_id: string; readonly quantity: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { product_id, quantity } of lines) sums.set(product_id, (sums.get(product_id) ?? 0) + quantity);
  return sums;
}

const offset = 0xcb_f2_9c_e4_84_22_23_25n;
const prime = 0x1_00_00_00_01_b3n;

/** Returns the 64-bit FNV-1a hash of the UTF-16 code units of a text, in base 36. */
function hash(text: string): string {
  let value = offset;
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * prime);
  }
  return value.toString(36);
}

/** The three actions of the call "cart update" (docs/behaviour/carts.md#cart-update-call). */
export type CartUpdate = 'add' | 'update' | 'delete';

/** A requested line. Without a line id it means the equal line or, except for `add`, the line of its product. */
export interface NamedLine extends RequestedLine {
  readonly line_id?: string | undefined;
}

/**
 * Returns the lines after an action (docs/behaviour/carts.md#cart-update-call): `add` adds up the quantities of equal
 * lines, `update` sets quantity and properties of an existing line, `delete` removes it. Equal lines are merged.
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
    lines = mergeEqualLines(lines);
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

/** With a line id, the new properties replace all old ones; otherwise only those with the same name. */
function changedLine(
  line: RequestedLine,
  { line_id, quantity, custom_properties }: NamedLine,
): RequestedLine {
  const others = line_id === undefined ? line.custom_properties : {};
  return { ...line, quantity, custom_properties: { ...others, ...custom_properties } };
}

/** Merges equal lines and adds up their quantities. */
export function mergeEqualLines(lines: readonly RequestedLine[]): readonly RequestedLine[] {
  const folded = new Map<string, RequestedLine>();
  for (const { product_id, quantity, custom_properties } of lines) {
    const id = lineId({ product_id, custom_properties });
    const present = folded.get(id);
    const line = present ?? { product_id, quantity: 0, custom_properties };
    folded.set(id, { ...line, quantity: line.quantity + quantity });
  }
  return [...folded.values()];
}

/** Returns the highest quantity of a product in a cart: its limit or its stock, whichever is lower. */
export function highestQuantityOf({
  max_quantity,
  stock,
}: Pick<ProductData, 'max_quantity' | 'stock'>): number {
  return Math.min(max_quantity ?? highestQuantity, stock ?? highestQuantity, highestQuantity);
}

/**
 * Returns a whole quantity from 1 to the maximum (if there is one, and never above `highestQuantity`); NaN
 * becomes 1.
 */
export function limitQuantity(quantity: number, maximum: number | null): number {
  const whole = Number.isNaN(quantity) ? 1 : Math.trunc(quantity);
  return Math.max(1, Math.min(whole, maximum ?? highestQuantity, highestQuantity));
}

/** The quantity limits of one product for one shopper. */
export interface LineLimits {
  /** Highest quantity in a cart; null when the product has no limit. */
  readonly max_quantity: number | null;
  /** Pieces that can still be sold; null when the product is never out of stock. */
  readonly stock: number | null;
  /** True when the shopper already owns this course or already has this membership. */
  readonly is_owned: boolean;
}

type LimitsOf = (productId: string) => LineLimits | null;

/**
 * Returns why a cart cannot contain `quantity` of a product, or null when it can. `limits` is null for a
 * product that is not sold. Checks in this order: unknown product, already owned, limit per cart, stock.
 */
export function validateQuantity(limits: LineLimits | null, quantity: number): CartError | null {
  if (limits === null) return 'UNKNOWN_PRODUCT';
  if (limits.is_owned) return 'ALREADY_OWNED';
  if (quantity > (limits.max_quantity ?? highestQuantity)) return 'EXCEED_LIMIT';
  if (limits.stock !== null && quantity > limits.stock) return 'OUT_OF_STOCK';
  return null;
}

/** Returns which limit `highestQuantityOf` applies to a product: its stock, or its limit per cart. */
export function limitReason({ max_quantity, stock }: Pick<LineLimits, 'max_quantity' | 'stock'>) {
  return stock !== null && stock < (max_quantity ?? highestQuantity) ? 'OUT_OF_STOCK' : 'EXCEED_LIMIT';
}

/**
 * Checks whether a cart may get these lines (docs/behaviour/carts.md#only-growth-is-checked). Only products whose total
 * quantity grows are checked: a shopper can always reduce a quantity, even when the product was sold out in the
 * meantime.
 */
export function validateLines(
  present: readonly RequestedLine[],
  next: readonly RequestedLine[],
  limitsOf: LimitsOf,
): Result<null, Pick<Cart, 'error' | 'error_limit'>> {
  if (next.length > Math.max(maxLines, present.length))
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

/** A product of which a merge took fewer pieces than requested; `quantity` is its quantity in the merged cart, or 0. */
export interface MergeChange {
  readonly product_id: string;
  readonly reason: CartError;
  readonly quantity: number;
}

interface MergedLines {
  readonly lines: readonly RequestedLine[];
  readonly changes: readonly MergeChange[];
}

/**
 * Merges the guest's lines into the user's lines. Quantities of equal lines are added, other lines are
 * appended. The limits of a product apply to all its lines together; each reduced or omitted line is reported
 * in `changes`. Lines of the user are never removed or reduced.
 */
export function mergeLines(
  own: readonly RequestedLine[],
  guest: readonly RequestedLine[],
  limitsOf: LimitsOf,
): MergedLines {
  const lines = new Map(own.map((line) => [lineId(line), line]));
  const held = new Map(quantities(own));
  const changes = new Map<string, MergeChange>();
  for (const line of guest) {
    const { product_id } = line;
    const had = held.get(product_id) ?? 0;
    const wanted = had + limitQuantity(line.quantity, null);
    const limits = limitsOf(product_id);
    const reason = validateQuantity(limits, wanted);
    const quantity = reason === null ? wanted : Math.max(had, highestAllowed(limits));
    if (reason !== null) changes.set(product_id, { product_id, reason, quantity });
    if (quantity === had) continue;
    held.set(product_id, quantity);
    const present = lines.get(lineId(line));
    const pieces = (present?.quantity ?? 0) + quantity - had;
    lines.set(lineId(line), { ...(present ?? line), quantity: pieces });
  }
  return { lines: [...lines.values()], changes: [...changes.values()] };
}

/** The user's cart before the merge (`own`), and the guest's cart to be merged into it. */
export interface CartMerge {
  readonly own: readonly RequestedLine[];
  readonly guest: readonly RequestedLine[];
  /** Ids of the products that are in the guest's cart as the free unit of a coupon. */
  readonly givenIds: readonly string[];
}

/**
 * Merges a guest's cart into a user's cart (docs/behaviour/carts.md#merge-at-login). The free unit of a coupon
 * is not merged, because it belongs to the coupon. If the cart would exceed the maximum number of lines, the
 * last new lines of the guest are left out and reported.
 */
export function mergeCarts({ own, guest, givenIds }: CartMerge, limitsOf: LimitsOf): MergedLines {
  const wanted = guest
    .map((line, index) =>
      givenIds.includes(line.product_id) && isFirstOfProduct(guest, index)
        ? { ...line, quantity: line.quantity - 1 }
        : line,
    )
    .filter((line) => line.quantity > 0);
  const ownIds = new Set(own.map(lineId));
  const isOwn = (line: RequestedLine) => ownIds.has(lineId(line));
  const fresh = wanted.filter((line) => !isOwn(line));
  const room = Math.max(0, maxLines - own.length);
  const { lines, changes } = mergeLines(own, [...wanted.filter(isOwn), ...fresh.slice(0, room)], limitsOf);
  const merged = quantities(lines);
  const left = fresh.slice(room).map(({ product_id }) => ({
    product_id,
    reason: 'EXCEED_LIMIT' as const,
    quantity: merged.get(product_id) ?? 0,
  }));
  return { lines, changes: [...changes, ...left] };
}

/** Highest quantities of a guest's cart lines in earlier merges, by line id. */
export type MergedPieces = Readonly<Record<string, number>>;

/** Returns the lines added to a guest's cart since an earlier merge whose response was lost. */
export function linesSince(lines: readonly RequestedLine[], merged: MergedPieces): readonly RequestedLine[] {
  const had = new Map(Object.entries(merged));
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (had.get(lineId(line)) ?? 0) }))
    .filter((line) => line.quantity > 0);
}

/** Returns the highest quantity of each line in all merges of a guest's cart. */
export function mergedPieces(lines: readonly RequestedLine[], merged: MergedPieces): MergedPieces {
  const pieces = new Map(Object.entries(merged));
  for (const line of lines) {
    const id = lineId(line);
    pieces.set(id, Math.max(line.quantity, pieces.get(id) ?? 0));
  }
  return Object.fromEntries(pieces);
}

/** Returns whether the line is the first one of its product. Only that line contains the coupon's free unit. */
function isFirstOfProduct(lines: readonly RequestedLine[], index: number): boolean {
  return lines.findIndex((line) => line.product_id === lines[index]?.product_id) === index;
}

/** Returns the highest quantity that a cart can contain; 0 for a product that is owned or not sold. */
export function highestAllowed(limits: LineLimits | null): number {
  if (limits === null || limits.is_owned) return 0;
  return Math.max(0, highestQuantityOf(limits));
}
