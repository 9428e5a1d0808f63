import { highestQuantityOf } from '#core/rules/carts/cart-lines.ts';

/**
 * Returns how many pieces can still be added to the `inCart` ones (`left`), and how many of the `chosen` ones will be
 * added (`quantity`). The stepper needs a `left` of at least 1, even if the cart takes no more.
 */
export function piecesToAdd(
  product: Parameters<typeof highestQuantityOf>[0],
  inCart: number,
  chosen: number,
) {
  const left = Math.max(1, highestQuantityOf(product) - inCart);
  return { left, quantity: Math.min(chosen, left) };
}
