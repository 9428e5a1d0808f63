import type { ProductCard } from '#core/model/product.ts';
import { highestQuantity, maxSharedProducts } from '#core/model/values.ts';
import { highestQuantityOf, quantities } from './cart-lines.ts';

/** A product of a shared cart, without personal data and codes (docs/behaviour/carts.md#shared-cart). */
export interface SharedProduct {
  readonly product_id: string;
  readonly quantity: number;
}

/** A product id, followed by a tilde and the quantity if above 1. Needs no escaping in URLs. */
const writtenProduct = /^([A-Za-z0-9][A-Za-z0-9_-]{0,79})(?:~([1-9]\d{0,2}))?$/;

/** Returns the first 30 products of a cart, each with the sum of its lines. */
export function sharedProducts(lines: readonly SharedProduct[]): readonly SharedProduct[] {
  return [...quantities(lines)]
    .slice(0, maxSharedProducts)
    .map(([product_id, quantity]) => ({ product_id, quantity: Math.min(quantity, highestQuantity) }));
}

/** Returns the route of a shared cart: `/warenkorb?produkte=book-a~2,course-b`. */
export function sharedCartRoute(lines: readonly SharedProduct[]): `/${string}` {
  const written = sharedProducts(lines).map(({ product_id, quantity }) =>
    quantity === 1 ? product_id : `${product_id}~${quantity}`,
  );
  return `/warenkorb?produkte=${written.join(',')}`;
}

/** Why a product of a shared cart is not offered, or the number of offered pieces. */
export type Offered = 'owned' | 'sold_out' | 'in_cart' | number;

/** Returns how much of a shared product can be added to a cart that already has `inCart` pieces of it. */
export function offeredPieces(
  product: Pick<ProductCard, 'max_quantity' | 'stock' | 'is_available'>,
  { quantity, inCart, isOwned }: { quantity: number; inCart: number; isOwned: boolean },
): Offered {
  if (isOwned) return 'owned';
  if (!product.is_available) return 'sold_out';
  const room = highestQuantityOf(product) - inCart;
  return room < 1 ? 'in_cart' : Math.min(quantity, room);
}

/** Parses the parameter `produkte` of such a route; ignores invalid entries. */
export function parseSharedCart(written: string | null): readonly SharedProduct[] {
  const lines = (written ?? '').split(',').flatMap((text) => {
    const [, product_id, quantity] = writtenProduct.exec(text) ?? [];
    return product_id === undefined ? [] : [{ product_id, quantity: Number(quantity ?? 1) }];
  });
  return sharedProducts(lines);
}
