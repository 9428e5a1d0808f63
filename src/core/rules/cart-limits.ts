import type { CartError, RequestedLine } from '#core/model/cart.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import { limitQuantity } from './cart.ts';
import { lineId, quantities } from './cart-lines.ts';

/** What limits one product for one shopper. */
export interface LineLimits {
  /** Highest quantity in a cart, null without one. */
  readonly max_quantity: number | null;
  /** Pieces that can still be sold, null when the product never runs out. */
  readonly stock: number | null;
  /** The shopper owns this course, or has this membership, already. */
  readonly is_owned: boolean;
}

/**
 * Why a cart cannot hold `quantity` of a product, or null when it can. `limits` is null for a product
 * that is not sold. Order: unknown, owned, limit per cart, stock.
 */
export function validateQuantity(limits: LineLimits | null, quantity: number): CartError | null {
  if (limits === null) return 'UNKNOWN_PRODUCT';
  if (limits.is_owned) return 'ALREADY_OWNED';
  if (quantity > (limits.max_quantity ?? highestQuantity)) return 'EXCEED_LIMIT';
  if (limits.stock !== null && quantity > limits.stock) return 'OUT_OF_STOCK';
  return null;
}

/** One product of which a merge took less than was asked: `quantity` is what the cart holds now, 0 if left out. */
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
 * Merges a guest's lines into a user's: quantities of equal lines add up, other lines are added, capped by the limits of
 * the product over all its lines, and every cap or omission is reported. Lines the user had are never lost or lowered.
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

/** A user's cart before a merge, and the guest's local cart that comes in. */
export interface CartMerge {
  readonly own: readonly RequestedLine[];
  readonly guest: readonly RequestedLine[];
  /** Products of which a coupon has put one free unit into the guest's cart. */
  readonly givenIds: readonly string[];
}

/**
 * Merges a guest's cart into a user's (docs/behaviour/cart.md#merge-at-login): `mergeLines` of lines that are
 * all different. A coupon's free unit stays out, because it comes with the coupon or not at all. Lines beyond the most that a cart
 * can have are left out and reported, those that the user has already come first.
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

/** The free unit is on one line only, even when its product has several. */
function isFirstOfProduct(lines: readonly RequestedLine[], index: number): boolean {
  return lines.findIndex((line) => line.product_id === lines[index]?.product_id) === index;
}

function highestAllowed(limits: LineLimits | null): number {
  if (limits === null || limits.is_owned) return 0;
  return Math.max(0, Math.min(limits.max_quantity ?? highestQuantity, limits.stock ?? highestQuantity));
}
