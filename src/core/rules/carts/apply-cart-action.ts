import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { BundleOffer, ProductCard, ProductData } from '#core/model/product.ts';
import { cents, lineTotal, noCents, notNegative, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { cartSavings, offersOfCart } from '#core/rules/catalogue/bundles.ts';
import { highestQuantityOf, isNamed, type LineName, limitQuantity, lineId } from './cart-lines.ts';
import { emptyCart } from './empty-cart.ts';
import { cartVat, promotableAmount, totalVat } from './vat.ts';

/** Returns the product data of a cart line for a product card. */
export function toProductData(product: ProductCard): ProductData {
  return {
    kind: product.kind,
    slug: product.slug,
    cover: product.picture,
    product_name: product.title,
    price: product.price,
    monthly_price: product.monthly_price,
    person: { firstname: product.person?.firstname ?? '', lastname: product.person?.lastname ?? '' },
    category: product.category,
    max_quantity: product.max_quantity,
    stock: product.stock,
    is_shipped: product.is_shipped,
    is_fixed_price: product.is_fixed_price,
  };
}

/**
 * Creates a cart line. Limits the quantity to the product's maximum; the price is the unit price times the
 * quantity.
 */
export function createCartItem(
  product_id: string,
  product_data: ProductData,
  quantity = 1,
  custom_properties: CustomProperties = {},
): CartItem {
  const limited = limitQuantity(quantity, product_data.max_quantity);
  const price = lineTotal(product_data.price, limited);
  const data = asDelivered(product_data, custom_properties);
  const line_id = lineId({ product_id, custom_properties });
  return { line_id, product_id, price, quantity: limited, custom_properties, product_data: data };
}

/** Returns the product data with `is_shipped` of this line: gifts and vouchers are shipped only if printed on card. */
export function asDelivered<Data extends Pick<ProductData, 'kind' | 'is_shipped'>>(
  product_data: Data,
  { delivery }: CustomProperties,
): Data {
  const isCode = product_data.kind === 'gift' || product_data.kind === 'voucher';
  const is_shipped = isCode ? delivery === 'parcel' : product_data.is_shipped;
  return product_data.is_shipped === is_shipped ? product_data : { ...product_data, is_shipped };
}

/** A line to add to a cart. */
export interface AddedLine {
  readonly item: CartItem;
  /** The bundle offers that contain the product. */
  readonly bundle_offers?: readonly BundleOffer[];
}

/** The changes of a cart's lines (docs/behaviour/carts.md#cart-actions). */
export type CartAction =
  | { readonly type: 'replace'; readonly cart: Cart }
  | { readonly type: 'add'; readonly additions: readonly AddedLine[] }
  | ({ readonly type: 'remove' } & LineName)
  | ({
      readonly type: 'set_quantity';
      readonly quantity: number;
      /** False when `bundle_cart` is no longer in the browser's storage; the action then changes nothing. */
      readonly is_stored?: boolean;
    } & LineName)
  | {
      readonly type: 'set_properties';
      readonly line_id: string;
      readonly custom_properties: CustomProperties;
    }
  | { readonly type: 'reset' };

/**
 * Applies an action and returns a new cart; the given cart is not modified. The amounts are a preview until
 * the response of the server replaces them (`replace`).
 */
export function applyCartAction(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'replace':
      return action.cart;
    case 'add':
      return action.additions.reduce(withLine, cart);
    case 'remove':
      return withProducts(
        cart,
        cart.products.filter((item) => !isNamed(action, item)),
      );
    case 'set_quantity':
      return action.is_stored === false
        ? cart
        : withProducts(cart, withQuantity(cart.products, action, action.quantity));
    case 'set_properties':
      return withProducts(cart, withProperties(cart.products, action.line_id, action.custom_properties));
    case 'reset':
      return emptyCart;
  }
}

function withLine(cart: Cart, { item, bundle_offers = [] }: AddedLine): Cart {
  const offers = [...cart.bundle_offers, ...bundle_offers];
  return withProducts({ ...cart, bundle_offers: offers }, withAdded(cart.products, item));
}

/**
 * Returns a cart with its product data updated from these cards. A line without a card (its product is no longer sold)
 * stays unchanged.
 */
export function withCards(cart: Cart, cards: readonly ProductCard[]): Cart {
  const known = new Map(cards.map((card) => [card.id, card]));
  const products = cart.products.map((item) => {
    const card = known.get(item.product_id);
    if (card === undefined) return item;
    return createCartItem(item.product_id, toProductData(card), item.quantity, item.custom_properties);
  });
  return withProducts({ ...cart, bundle_offers: cards.flatMap((card) => card.bundle_offers) }, products);
}

/** Returns the highest quantity that this line may have, considering the other lines of its product. */
function roomFor(products: readonly CartItem[], { line_id, product_id, product_data }: CartItem): number {
  const others = products.filter((item) => item.product_id === product_id && item.line_id !== line_id);
  const taken = others.reduce((sum, item) => sum + item.quantity, 0);
  return highestQuantityOf(product_data) - taken;
}

/**
 * Returns the highest quantity that can be set for a line: at least 1 and its present quantity, because reducing is
 * always allowed, even if the stock has fallen below it.
 */
export function settableQuantity(products: readonly CartItem[], item: CartItem): number {
  return Math.max(1, roomFor(products, item), item.quantity);
}

/**
 * Adds a line. The quantities and prices of equal lines are summed. The product's limit applies to all its lines
 * together; all of them get the stock of the added line, which is newer.
 */
function withAdded(known: readonly CartItem[], added: CartItem): readonly CartItem[] {
  const { stock } = added.product_data;
  const products = known.map((item) =>
    item.product_id === added.product_id ? { ...item, product_data: { ...item.product_data, stock } } : item,
  );
  const room = roomFor(products, added);
  const present = products.find((item) => item.line_id === added.line_id);
  if (present === undefined) {
    if (room < 1) return products;
    return [...products, added.quantity <= room ? added : withPieces(added, room)];
  }
  const quantity = present.quantity + added.quantity;
  const price = sumCents([present.price, added.price]);
  const summed =
    quantity <= room
      ? { ...present, quantity, price }
      : withPieces(present, Math.max(room, present.quantity));
  return products.map((item) => (item === present ? summed : item));
}

function withPieces(item: CartItem, quantity: number): CartItem {
  return createCartItem(item.product_id, item.product_data, quantity, item.custom_properties);
}

/** Sets the quantity of a line; without a line id, of the product's first line. */
function withQuantity(products: readonly CartItem[], name: LineName, quantity: number): readonly CartItem[] {
  const named = products.find((item) => isNamed(name, item));
  return products.map((item) =>
    item === named ? withPieces(item, limitQuantity(quantity, settableQuantity(products, item))) : item,
  );
}

/** Sets the properties of a line. If it then equals another line, both are merged at the position of the first. */
function withProperties(
  products: readonly CartItem[],
  id: string,
  custom_properties: CustomProperties,
): readonly CartItem[] {
  const changed = products.map((item) =>
    item.line_id === id
      ? createCartItem(item.product_id, item.product_data, item.quantity, custom_properties)
      : item,
  );
  return changed.flatMap((item) => {
    const equal = changed.filter((other) => other.line_id === item.line_id);
    if (equal[0] !== item) return [];
    const pieces = equal.reduce((sum, other) => sum + other.quantity, 0);
    return equal.length === 1 ? [item] : [withPieces(item, pieces)];
  });
}

/**
 * Replaces the lines. The shipping cost is kept if goods were already in the cart, and is unknown (null)
 * otherwise.
 */
function withProducts(cart: Cart, products: readonly CartItem[]): Cart {
  const known = cart.products.some((item) => item.product_data.is_shipped) ? cart.shipping_cost : null;
  const shipping_cost = products.some((item) => item.product_data.is_shipped) ? known : noCents;
  const ids = products.map((item) => item.product_id);
  const bundle_offers = [...offersOfCart(cart.bundle_offers, ids)];
  return withTotals({ ...cart, products, bundle_offers, shipping_cost, error: null });
}

/** A cart without the amounts that `withTotals` computes from the others. */
type UncountedCart = Omit<Cart, 'amount' | 'subtotal' | 'total' | 'amount_due' | 'included_vat'>;

/**
 * Computes all amounts of a cart from its lines, bundle offers, coupon, shipping and credit: `amount` is the sum
 * of quantities, `subtotal` the sum of line totals, `total = subtotal − discounts.total + shipping_cost`, at
 * least 0, and `amount_due = total − credit`. Bundle offers are computed again; the coupon's discount of a line
 * is kept and limited to the line, the credit to the total. Unknown shipping counts as 0. VAT is computed with
 * German rates until the server responds.
 */
export function withTotals(cart: UncountedCart): Cart {
  const savings = cartSavings(cart.bundle_offers, cart.products);
  const couponOf = new Map(
    cart.discounts.lines.map((line) => [line.line_id, notNegative(line.amount - line.bundle_amount)]),
  );
  const lines = cart.products
    .map(({ line_id, product_id, price }, index) => {
      const bundle_amount = savings.lines[index] ?? noCents;
      const coupon = smallerOf(couponOf.get(line_id) ?? noCents, cents(price - bundle_amount));
      return { line_id, product_id, amount: cents(bundle_amount + coupon), bundle_amount };
    })
    .filter((line) => line.amount > 0);
  const discount = sumCents(lines.map((line) => line.amount));
  const subtotal = sumCents(cart.products.map((item) => item.price));
  const shipping = cart.shipping_cost ?? noCents;
  const total = notNegative(subtotal - discount + shipping);
  const credit = smallerOf(cart.credit, total);
  const discountOf = new Map(lines.map((line) => [line.line_id, line.amount]));
  const discounts = cart.products.map((item) => discountOf.get(item.line_id) ?? noCents);
  const discounted = { products: cart.products, discounts, shipping };
  const promotional_credit = smallerOf(
    smallerOf(cart.promotional_credit, credit),
    promotableAmount(discounted),
  );
  return {
    ...cart,
    amount: cart.products.reduce((sum, item) => sum + item.quantity, 0),
    subtotal,
    discounts: { total: discount, bundles: savings.bundles, lines },
    total,
    credit,
    promotional_credit,
    amount_due: cents(total - credit),
    included_vat: totalVat(cartVat(discounted, promotional_credit, null).shares),
  };
}

/**
 * Returns whether the server has to price the cart again: it is stored there and has discounts, a code, credit or an
 * entered voucher, which may pay for added items.
 */
export function needsCartRefresh(cart: Cart): boolean {
  const { bundle_cart_unique_id, discounts, code, has_voucher, credit } = cart;
  return (
    bundle_cart_unique_id !== null && (discounts.total > 0 || code !== null || has_voucher || credit > 0)
  );
}

/** Returns whether the shipping cost has to be requested: the user is logged in and the cart has none. */
export function needsShippingCost(cart: Cart, isLoggedIn: boolean): boolean {
  return isLoggedIn && cart.shipping_cost === null;
}

/**
 * Returns whether a cart contains a course besides a membership or subscription, which includes every course while it
 * runs (docs/behaviour/carts.md#course-and-membership-together).
 */
export function hasIncludedCourse(products: readonly CartItem[]): boolean {
  const kinds = products.map(({ product_data: { kind } }) => kind);
  return kinds.includes('course') && (kinds.includes('membership') || kinds.includes('subscription'));
}
