import { highestOf } from '#core/rules/carts/cart-limits.ts';

/**
 * How many pieces a cart takes that has `inCart` of them, and how many of those are added when so many were `chosen`
 * before: one at least.
 */
export function piecesToAdd(product: Parameters<typeof highestOf>[0], inCart: number, chosen: number) {
  const left = Math.max(1, highestOf(product) - inCart);
  return { left, quantity: Math.min(chosen, left) };
}
