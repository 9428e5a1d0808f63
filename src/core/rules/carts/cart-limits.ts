import type { CartError, RequestedLine } from '#core/model/cart.ts';
import type { ProductData } from '#core/model/product.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import { lineId, quantities } from './line-id.ts';

/** Returns the highest quantity of a product in a cart: its limit or its stock, whichever is lower. */
export function highestOf({ max_quantity, stock }: Pick<ProductData, 'max_quantity' | 'stock'>): number {
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

/** Returns which limit of a product is reached at `highestOf`: its stock, or its limit per cart. */
export function limitReason({ max_quantity, stock }: Pick<LineLimits, 'max_quantity' | 'stock'>) {
  return stock !== null && stock < (max_quantity ?? highestQuantity) ? 'OUT_OF_STOCK' : 'EXCEED_LIMIT';
}

/**
 * A product of which a merge took fewer pieces than requested. `quantity` is its quantity in the merged cart,
 * 0 if it was left out.
 */
export interface MergeChange {
  readonly product_id: string;
  readonly reason: CartError;
  readonly quantity: number;
}

type LimitsOf = (productId: string) => LineLimits | null;

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
  const room = Math.max(0, mostLines - own.length);
  const { lines, changes } = mergeLines(own, [...wanted.filter(isOwn), ...fresh.slice(0, room)], limitsOf);
  const left = fresh
    .slice(room)
    .map(({ product_id }) => product_id)
    .map((product_id) => ({
      product_id,
      reason: 'EXCEED_LIMIT' as const,
      quantity: quantities(lines).get(product_id) ?? 0,
    }));
  return { lines, changes: [...changes, ...left] };
}

/** The pieces that a merge had of each line of a guest's cart, by line id. */
export type MergedPieces = Readonly<Record<string, number>>;

/** Returns what a guest's cart has got since an earlier merge of it, whose answer was lost. */
export function linesSince(lines: readonly RequestedLine[], merged: MergedPieces): readonly RequestedLine[] {
  const had = new Map(Object.entries(merged));
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (had.get(lineId(line)) ?? 0) }))
    .filter((line) => line.quantity > 0);
}

/** Returns the pieces that a guest's cart has had in all its merges. */
export function mergedPieces(lines: readonly RequestedLine[], merged: MergedPieces): MergedPieces {
  const pieces = new Map(Object.entries(merged));
  for (const line of lines) {
    const id = lineId(line);
    pieces.set(id, Math.max(line.quantity, pieces.get(id) ?? 0));
  }
  return Object.fromEntries(pieces);
}

/**
 * Returns whether the line is the first one of its product. Only this line contains the coupon's free unit.
 */
function isFirstOfProduct(lines: readonly RequestedLine[], index: number): boolean {
  return lines.findIndex((line) => line.product_id === lines[index]?.product_id) === index;
}

/** Returns the highest quantity that a cart can contain; 0 for a product that is owned or not sold. */
export function highestAllowed(limits: LineLimits | null): number {
  if (limits === null || limits.is_owned) return 0;
  return Math.max(0, highestOf(limits));
}
