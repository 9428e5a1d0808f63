import type { Cart, CartItem, RequestedLine } from '#core/model/cart.ts';
import { type StoredCart, storedCart } from '#core/model/stored-cart.ts';
import { noCents } from '#core/rules/basics/money.ts';
import { parseJson } from '#core/rules/basics/parse-json.ts';
import { createCartItem, withTotals } from './apply-cart-action.ts';

/** Storage key of the cart in the browser. */
export const storedCartKey = 'bundle_cart';

/**
 * Parses the stored cart. Returns null for a missing text, invalid JSON and unknown formats
 * (docs/behaviour/carts.md#broken-local-cart). Line totals and amounts are computed again, so edited amounts
 * are never shown. The error of an earlier response is not restored.
 */
export function parseStoredCart(text: string | null): StoredCart | null {
  const { data } = storedCart.safeParse(parseJson(text));
  if (data === undefined) return null;
  const { products, discounts, ...fields } = data.cart;
  const items = products.map((item) =>
    createCartItem(item.product_id, item.product_data, item.quantity, item.custom_properties),
  );
  if (new Set(items.map(({ line_id }) => line_id)).size < items.length) return null;
  const amounts = new Map(
    discounts.lines.flatMap((line) =>
      line === null ? [] : [[line.line_id ?? lineIdOf(items, line.product_id), line] as const],
    ),
  );
  const lines = [...amounts].map(([line_id, { product_id, amount, bundle_amount = noCents }]) => ({
    line_id,
    product_id,
    amount,
    bundle_amount,
  }));
  const isShipped = items.some((item) => item.product_data.is_shipped);
  const cart = withTotals({
    ...fields,
    products: items,
    shipping_cost: isShipped ? fields.shipping_cost : noCents,
    discounts: { total: noCents, bundles: [], lines },
    error: null,
    error_limit: null,
  });
  return { ...data, cart };
}

/** Returns the line of a discount in carts that were stored when a product could have only one line. */
function lineIdOf(items: readonly CartItem[], productId: string): string {
  return items.find((item) => item.product_id === productId)?.line_id ?? productId;
}

/** Returns the text to store under `bundle_cart`. */
export function serialiseStoredCart(stored: StoredCart): string {
  return JSON.stringify(stored);
}

/** Returns the cart lines as the API expects them: without prices, because the server computes all prices. */
export function toRequestedLines(cart: Pick<Cart, 'products'>): RequestedLine[] {
  return cart.products.map(({ product_id, quantity, custom_properties }) => ({
    product_id,
    quantity,
    custom_properties,
  }));
}

/**
 * Removes the recipients' e-mail addresses from a guest's cart for the response, because anybody who knows the id of
 * the cart can read it (docs/behaviour/carts.md#recipients-of-a-guests-cart).
 */
export function withoutRecipients(cart: Cart): Cart {
  return {
    ...cart,
    products: cart.products.map((line) => {
      const { recipient_email: _, ...custom_properties } = line.custom_properties;
      return { ...line, custom_properties };
    }),
  };
}

/** Returns the guest's cart of a response with the properties that were entered in this browser, by line. */
export function withOwnProperties(answered: Cart, own: Cart): Cart {
  const typed = new Map(own.products.map((line) => [line.line_id, line.custom_properties]));
  return {
    ...answered,
    products: answered.products.map((line) => ({
      ...line,
      custom_properties: typed.get(line.line_id) ?? line.custom_properties,
    })),
  };
}
