import { highestOf } from '#core/rules/carts/cart-limits.ts';

/**
 * Returns how many pieces may still be added to the `inCart` ones of the cart (`left`), and how many are added of
 * those that were `chosen` (`quantity`). The stepper needs one at least, also when the cart takes no more.
 */
export function piecesToAdd(product: Parameters<typeof highestOf>[0], inCart: number, chosen: number) {
  const left = Math.max(1, highestOf(product) - inCart);
  return { left, quantity: Math.min(chosen, left) };
}
