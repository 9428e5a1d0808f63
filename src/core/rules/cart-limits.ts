import type { CartError, RequestedLine } from '#core/model/cart.ts';
import { highestQuantity, mostLines } from '#core/model/values.ts';
import { limitQuantity } from './cart.ts';

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
 * Merges a guest's lines into a user's: quantities add up, capped by the limits, and every cap or omission is
 * reported. Lines the user had are never lost or lowered; where both have custom properties, the guest's win because
 * they are newer.
 */
export function mergeLines(
  own: readonly RequestedLine[],
  guest: readonly RequestedLine[],
  limitsOf: LimitsOf,
): MergedLines {
  const lines = new Map(own.map((line) => [line.product_id, line]));
  const changes = new Map<string, MergeChange>();
  for (const line of guest) {
    const present = lines.get(line.product_id);
    const had = present?.quantity ?? 0;
    const wanted = had + limitQuantity(line.quantity, null);
    const limits = limitsOf(line.product_id);
    const reason = validateQuantity(limits, wanted);
    const quantity = reason === null ? wanted : Math.max(had, highestAllowed(limits));
    if (reason !== null) changes.set(line.product_id, { product_id: line.product_id, reason, quantity });
    if (quantity === 0) continue;
    lines.set(line.product_id, {
      product_id: line.product_id,
      quantity,
      custom_properties: { ...present?.custom_properties, ...line.custom_properties },
    });
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
 * Merges a guest's cart into a user's (docs/behaviour/cart.md#merge-at-login): `mergeLines` of lines that name a
 * product once. A coupon's free unit stays out, because it comes with the coupon or not at all. Lines beyond the most
 * that a cart can have are left out and reported, those of products that the user has already come first.
 */
export function mergeCarts({ own, guest, givenIds }: CartMerge, limitsOf: LimitsOf): MergedLines {
  const wanted = guest
    .map((line) => (givenIds.includes(line.product_id) ? { ...line, quantity: line.quantity - 1 } : line))
    .filter((line) => line.quantity > 0);
  const isOwn = ({ product_id }: RequestedLine) => own.some((line) => line.product_id === product_id);
  const fresh = wanted.filter((line) => !isOwn(line));
  const room = Math.max(0, mostLines - own.length);
  const { lines, changes } = mergeLines(own, [...wanted.filter(isOwn), ...fresh.slice(0, room)], limitsOf);
  const left = fresh
    .slice(room)
    .map(({ product_id }) => ({ product_id, reason: 'EXCEED_LIMIT', quantity: 0 }) as const);
  return { lines, changes: [...changes, ...left] };
}

function highestAllowed(limits: LineLimits | null): number {
  if (limits === null || limits.is_owned) return 0;
  return Math.max(0, Math.min(limits.max_quantity ?? highestQuantity, limits.stock ?? highestQuantity));
}
