import type { CartError, WantedLine } from '#core/rules/cart.ts';
import { highestQuantity } from '#core/rules/cart.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { judgeQuantity } from '#core/rules/cart-limits.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { lineLimit } from './cart-lines.ts';

/** The three changes of the call "cart update" (specification §7). */
export type CartUpdate = 'add' | 'update' | 'delete';

/**
 * The lines after a change: `add` sums quantities, `update` sets those of products that are there, `delete` removes.
 * Properties that are given replace those of the same name.
 */
export function nextLines(
  present: readonly WantedLine[],
  action: CartUpdate,
  products: readonly WantedLine[],
): readonly WantedLine[] {
  const lines = new Map(present.map((line) => [line.product_id, line]));
  for (const product of products) {
    const line = lines.get(product.product_id);
    if (action === 'delete') lines.delete(product.product_id);
    else if (line === undefined && action === 'add') lines.set(product.product_id, product);
    else if (line !== undefined) lines.set(product.product_id, changed(line, action, product));
  }
  return [...lines.values()];
}

function changed(line: WantedLine, action: 'add' | 'update', product: WantedLine): WantedLine {
  const quantity = action === 'add' ? line.quantity + product.quantity : product.quantity;
  return {
    ...line,
    quantity,
    custom_properties: { ...line.custom_properties, ...product.custom_properties },
  };
}

/** One line a product: what a client names twice is wanted in sum. */
export function foldLines(products: readonly WantedLine[]): readonly WantedLine[] {
  return nextLines([], 'add', products);
}

/**
 * Whether a cart may become these lines (decisions §3). Only what grows is judged: a shopper can always take less,
 * also of something that was sold out meanwhile.
 */
export function judgeLines(
  present: readonly WantedLine[],
  next: readonly WantedLine[],
  limitsOf: (productId: string) => LineLimits | null,
): Result<null, CartError> {
  if (next.length > Math.max(lineLimit, present.length)) return err('EXCEED_LIMIT');
  for (const line of next) {
    const had = present.find(({ product_id }) => product_id === line.product_id)?.quantity ?? 0;
    if (line.quantity <= had) continue;
    const error =
      line.quantity > highestQuantity
        ? 'EXCEED_LIMIT'
        : judgeQuantity(limitsOf(line.product_id), line.quantity);
    if (error !== null) return err(error);
  }
  return ok(null);
}
