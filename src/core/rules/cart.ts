import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { ProductData } from '#core/model/product.ts';
import { highestQuantity } from '#core/model/values.ts';
import { cents, lineTotal, noCents, notNegative, smallerOf, sumCents } from './money.ts';
import { totalVat, vatShares } from './vat.ts';

/** A cart without lines. */
export const emptyCart: Cart = {
  products: [],
  amount: 0,
  subtotal: noCents,
  shipping_cost: noCents,
  discounts: { total: noCents, lines: [] },
  total: noCents,
  code: null,
  code_error: null,
  credit: noCents,
  amount_due: noCents,
  included_vat: noCents,
  bundle_cart_unique_id: null,
  error: null,
};

/** Limits a quantity to 1 up to the maximum, if there is one; NaN and infinite numbers become 1. */
export function limitQuantity(quantity: number, maximum: number | null): number {
  const whole = Number.isNaN(quantity) ? 1 : Math.trunc(quantity);
  return Math.max(1, Math.min(whole, maximum ?? highestQuantity, highestQuantity));
}

/** A line for a product: its price is the unit price times the quantity within the product's limit. */
export function createCartItem(
  product_id: string,
  product_data: ProductData,
  quantity = 1,
  custom_properties: CustomProperties = {},
): CartItem {
  const limited = limitQuantity(quantity, product_data.max_quantity);
  const price = lineTotal(product_data.price, limited);
  const data = asDelivered(product_data, custom_properties);
  return { product_id, price, quantity: limited, custom_properties, product_data: data };
}

/** A product as a line delivers it: a gift's code that is printed on card travels as a parcel. */
export function asDelivered<Data extends Pick<ProductData, 'kind' | 'is_shipped'>>(
  product_data: Data,
  { delivery }: CustomProperties,
): Data {
  const isCode = product_data.kind === 'gift' || product_data.kind === 'voucher';
  const is_shipped = isCode ? delivery === 'parcel' : product_data.is_shipped;
  return product_data.is_shipped === is_shipped ? product_data : { ...product_data, is_shipped };
}

/**
 * The five changes of a cart (docs/behaviour/cart.md#cart-actions).
 * 0 replaces the cart, 1 adds a line, 2 removes a product, 3 sets a quantity, 4 resets.
 */
export type CartAction =
  | { readonly type: 0; readonly cart: Cart }
  | { readonly type: 1; readonly item: CartItem }
  | { readonly type: 2; readonly product_id: string }
  | {
      readonly type: 3;
      readonly product_id: string;
      readonly quantity: number;
      /** False when nothing is stored under `bundle_cart` any more: the products then stay as they were. */
      readonly is_stored?: boolean;
    }
  | { readonly type: 4 };

/**
 * Applies one action. Answers a new cart and leaves the given one alone; amounts are a preview
 * that the server's answer (action 0) replaces.
 */
export function applyCartAction(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 0:
      return action.cart;
    case 1:
      return withProducts(cart, withAdded(cart.products, action.item));
    case 2:
      return withProducts(
        cart,
        cart.products.filter((item) => item.product_id !== action.product_id),
      );
    case 3:
      return action.is_stored === false
        ? cart
        : withProducts(cart, withQuantity(cart.products, action.product_id, action.quantity));
    case 4:
      return emptyCart;
  }
}

/** Price and quantity are summed for a product that is there already, up to its limit. */
function withAdded(products: readonly CartItem[], added: CartItem): readonly CartItem[] {
  const present = products.find((item) => item.product_id === added.product_id);
  if (present === undefined) return [...products, added];
  const quantity = present.quantity + added.quantity;
  const custom_properties = { ...present.custom_properties, ...added.custom_properties };
  const limited = limitQuantity(quantity, present.product_data.max_quantity);
  const summed: CartItem = {
    ...present,
    quantity: limited,
    price:
      limited === quantity
        ? sumCents([present.price, added.price])
        : lineTotal(present.product_data.price, limited),
    custom_properties,
    product_data: asDelivered(present.product_data, custom_properties),
  };
  return products.map((item) => (item === present ? summed : item));
}

function withQuantity(
  products: readonly CartItem[],
  productId: string,
  quantity: number,
): readonly CartItem[] {
  return products.map((item) =>
    item.product_id === productId
      ? createCartItem(item.product_id, item.product_data, quantity, item.custom_properties)
      : item,
  );
}

/** The shipping cost stays valid when goods were in the cart before; otherwise it has to be looked up again. */
function withProducts(cart: Cart, products: readonly CartItem[]): Cart {
  const known = cart.products.some((item) => item.product_data.is_shipped) ? cart.shipping_cost : null;
  const shipping_cost = products.some((item) => item.product_data.is_shipped) ? known : noCents;
  return withTotals({ ...cart, products, shipping_cost, error: null });
}

/**
 * Computes every amount of a cart from its lines, discounts, shipping and credit:
 * `amount` is the sum of quantities, `subtotal` of line totals, `total = subtotal − discounts.total + shipping_cost`
 * and `amount_due = total − credit`, both never below 0. Discounts are cut to the lines they belong to, credit to
 * the total; unknown shipping counts as 0; VAT is that of Germany, as long as the server has not answered.
 */
export function withTotals(cart: Cart): Cart {
  const prices = new Map(cart.products.map((item) => [item.product_id, item.price]));
  const lines = cart.discounts.lines
    .map((line) => ({ ...line, amount: smallerOf(line.amount, prices.get(line.product_id) ?? noCents) }))
    .filter((line) => line.amount > 0);
  const discount = sumCents(lines.map((line) => line.amount));
  const subtotal = sumCents(cart.products.map((item) => item.price));
  const shipping = cart.shipping_cost ?? noCents;
  const total = notNegative(subtotal - discount + shipping);
  const credit = smallerOf(cart.credit, total);
  const discountOf = new Map(lines.map((line) => [line.product_id, line.amount]));
  const taxed = cart.products.map((item) => ({
    kind: item.product_data.kind,
    is_shipped: item.product_data.is_shipped,
    price: item.price,
    discount: discountOf.get(item.product_id) ?? noCents,
  }));
  return {
    ...cart,
    amount: cart.products.reduce((sum, item) => sum + item.quantity, 0),
    subtotal,
    discounts: { total: discount, lines },
    total,
    credit,
    amount_due: cents(total - credit),
    included_vat: totalVat(vatShares(taxed, shipping, null)),
  };
}

/** Whether the server has to price the cart again: discounts or a code are present. */
export function needsCartRefresh(cart: Cart): boolean {
  return cart.bundle_cart_unique_id !== null && (cart.discounts.total > 0 || cart.code !== null);
}

/** Whether shipping has to be asked for: logged in, and the cart has none so far. */
export function needsShippingCost(cart: Cart, isLoggedIn: boolean): boolean {
  return isLoggedIn && cart.shipping_cost === null;
}
