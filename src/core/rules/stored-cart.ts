import type { Cart, CartItem, CouponRefusal, CustomProperties, StoredCart, WantedLine } from './cart.ts';
import { couponRefusals, createCartItem, emptyCart, giftDeliveries, withTotals } from './cart.ts';
import type { Cents } from './money.ts';
import { cents, noCents } from './money.ts';
import type { ProductData } from './product.ts';
import { productKinds } from './product.ts';
import { isCalendarDay } from './validity.ts';

/** Key of the local cart in the browser's storage (specification §3). */
export const storedCartKey = 'bundle_cart';

/** More lines than a cart can have; the API refuses more too. */
const mostLines = 100;

/** No amount in this shop comes near ten million euro; a larger one is not ours, and sums of these stay exact. */
const highestAmount = 1_000_000_000;

/**
 * Reads the text under `bundle_cart`. Null for nothing, broken JSON, older and foreign shapes: they are dropped,
 * never a crash (decisions §3). Line totals and amounts are computed anew, so nobody's edited sums are shown;
 * an error of an earlier answer is over.
 */
export function parseStoredCart(text: string | null): StoredCart | null {
  const stored = asRecord(parseJson(text));
  if (stored === null || stored.version !== 1) return null;
  const owner = toOwner(stored.owner);
  const cart = toCart(asRecord(stored.cart));
  if (owner === null || cart === null || !isText(stored.merge_id) || stored.merge_id === '') return null;
  return { version: 1, merge_id: stored.merge_id, owner, cart };
}

/** The text to keep under `bundle_cart`. */
export function serialiseStoredCart(stored: StoredCart): string {
  return JSON.stringify(stored);
}

/** What the API is asked for: never a price, because the host prices everything itself (decisions §3). */
export function toWantedLines(cart: Cart): WantedLine[] {
  return cart.products.map(({ product_id, quantity, custom_properties }) => ({
    product_id,
    quantity,
    custom_properties,
  }));
}

type Fields = Readonly<Record<string, unknown>>;

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function toCents(value: unknown): Cents | null {
  const count = toCount(value, highestAmount);
  return count === null ? null : cents(count);
}

/** A whole number from 0 to `highest`, else null. */
function toCount(value: unknown, highest: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= highest
    ? value
    : null;
}

function toOwner(value: unknown): StoredCart['owner'] | null {
  if (value === 'guest') return 'guest';
  const userId = asRecord(value)?.user_id;
  return isText(userId) && userId !== '' ? { user_id: userId } : null;
}

function toCart(fields: Fields | null): Cart | null {
  if (fields === null || !Array.isArray(fields.products) || fields.products.length > mostLines) return null;
  const products = fields.products.map((item) => toItem(asRecord(item)));
  if (!products.every((item) => item !== null)) return null;
  if (new Set(products.map((item) => item.product_id)).size !== products.length) return null;
  const isShipped = products.some((item) => item.product_data.is_shipped);
  return withTotals({
    ...emptyCart,
    products,
    shipping_cost: isShipped ? toCents(fields.shipping_cost) : noCents,
    discounts: { total: noCents, lines: toDiscountLines(asRecord(fields.discounts)) },
    code: isText(fields.code) ? fields.code : null,
    code_error: isCouponRefusal(fields.code_error) ? fields.code_error : null,
    credit: toCents(fields.credit) ?? noCents,
    bundle_cart_unique_id: isText(fields.bundle_cart_unique_id) ? fields.bundle_cart_unique_id : null,
  });
}

function isCouponRefusal(value: unknown): value is CouponRefusal {
  return couponRefusals.some((refusal) => refusal === value);
}

/** Discounts are the host's to say; broken ones simply wait for its next answer. One entry per product. */
function toDiscountLines(discounts: Fields | null): Cart['discounts']['lines'] {
  const lines = Array.isArray(discounts?.lines) ? discounts.lines.map(asRecord) : [];
  const amounts = new Map<string, Cents>();
  for (const line of lines) {
    const amount = toCents(line?.amount);
    if (isText(line?.product_id) && amount !== null) amounts.set(line.product_id, amount);
  }
  return [...amounts].map(([product_id, amount]) => ({ product_id, amount }));
}

function toItem(fields: Fields | null): CartItem | null {
  const data = toProductData(asRecord(fields?.product_data));
  if (fields === null || data === null || !isText(fields.product_id) || fields.product_id === '') return null;
  const quantity = toCount(fields.quantity, Number.MAX_SAFE_INTEGER);
  if (quantity === null || quantity < 1) return null;
  const properties = toCustomProperties(asRecord(fields.custom_properties));
  return createCartItem(fields.product_id, data, quantity, properties);
}

function toCustomProperties(fields: Fields | null): CustomProperties {
  const properties: { -readonly [Key in keyof CustomProperties]: CustomProperties[Key] } = {};
  if (isText(fields?.recipient_name)) properties.recipient_name = fields.recipient_name;
  if (isText(fields?.recipient_email)) properties.recipient_email = fields.recipient_email;
  if (isText(fields?.greeting)) properties.greeting = fields.greeting;
  if (typeof fields?.is_gift_pdf === 'boolean') properties.is_gift_pdf = fields.is_gift_pdf;
  const delivery = giftDeliveries.find((known) => known === fields?.delivery);
  if (delivery !== undefined) properties.delivery = delivery;
  if (isCalendarDay(fields?.deliver_on)) properties.deliver_on = fields.deliver_on;
  return properties;
}

function toProductData(fields: Fields | null): ProductData | null {
  if (fields === null) return null;
  const person = asRecord(fields.person);
  const category = asRecord(fields.category);
  const kind = productKinds.find((known) => known === fields.kind);
  const price = toCents(fields.price);
  const monthly_price = fields.monthly_price === null ? null : toCents(fields.monthly_price);
  const max_quantity = fields.max_quantity === null ? null : toCount(fields.max_quantity, highestAmount);
  if (kind === undefined || price === null || person === null || category === null) return null;
  if (fields.monthly_price !== null && monthly_price === null) return null;
  if (fields.max_quantity !== null && (max_quantity === null || max_quantity < 1)) return null;
  const { slug, cover, product_name, is_shipped, is_price_bound } = fields;
  if (!isText(slug) || !isText(cover) || !isText(product_name)) return null;
  if (typeof is_shipped !== 'boolean' || typeof is_price_bound !== 'boolean') return null;
  if (!isText(person.firstname) || !isText(person.lastname)) return null;
  if (!isText(category.identifier) || !isText(category.title)) return null;
  return {
    kind,
    slug,
    cover,
    product_name,
    price,
    monthly_price,
    person: { firstname: person.firstname, lastname: person.lastname },
    category: { identifier: category.identifier, title: category.title },
    max_quantity,
    is_shipped,
    is_price_bound,
  };
}
