import * as z from 'zod/mini';
import { cartErrors, couponRefusals, giftDeliveries } from '#core/rules/cart.ts';
import { productKinds } from '#core/rules/product.ts';
import { addressFields } from './address-fields.ts';
import { defineEndpoint } from './endpoint.ts';
import { calendarDay, cents, countryCode, email, identifier, secretToken, text, uuid } from './primitives.ts';

/** Greeting, recipient and form of a gift line. */
export const customProperties = z.object({
  recipient_name: z.optional(text(100)),
  recipient_email: z.optional(email),
  greeting: z.optional(text(600)),
  is_gift_pdf: z.optional(z.boolean()),
  /** How a gift's code is delivered; `parcel` is printed on card and shipped. */
  delivery: z.optional(z.enum(giftDeliveries)),
  /** Day of a delivery by e-mail, from today to a year ahead, judged when it is ordered; at once when left out. */
  deliver_on: z.optional(calendarDay),
});

const quantity = z.int().check(z.gte(1), z.lte(999));

const cartItem = z.object({
  product_id: z.string(),
  price: cents,
  quantity: z.int(),
  custom_properties: customProperties,
  product_data: z.object({
    kind: z.enum(productKinds),
    slug: z.string(),
    cover: z.string(),
    product_name: z.string(),
    price: cents,
    monthly_price: z.nullable(cents),
    person: z.object({ firstname: z.string(), lastname: z.string() }),
    category: z.object({ identifier: z.string(), title: z.string() }),
    max_quantity: z.nullable(z.int()),
    is_shipped: z.boolean(),
    is_price_bound: z.boolean(),
  }),
});

/** The cart as a plain object (specification §3, decisions §3 and §9); its type is `Cart` of core/rules. */
export const cart = z.object({
  products: z.array(cartItem),
  amount: z.int(),
  subtotal: cents,
  shipping_cost: z.nullable(cents),
  discounts: z.object({
    total: cents,
    lines: z.array(z.object({ product_id: z.string(), amount: cents })),
  }),
  total: cents,
  code: z.nullable(z.string()),
  code_error: z.nullable(z.enum(couponRefusals)),
  credit: cents,
  amount_due: cents,
  included_vat: cents,
  bundle_cart_unique_id: z.nullable(z.string()),
  error: z.nullable(z.enum(cartErrors)),
});

const wantedLines = z
  .array(z.object({ product_id: identifier, quantity, custom_properties: z._default(customProperties, {}) }))
  .check(z.maxLength(100));

/** `POST cart/bundles`: stores a guest's cart, or replaces the lines of the one named by `id` and keeps its code. */
export const storeGuestCart = defineEndpoint({
  name: 'storeGuestCart',
  method: 'POST',
  path: '/cart/bundles',
  body: z.object({ id: z.optional(secretToken), products: wantedLines, email: z.optional(email) }),
  answer: cart,
});

/**
 * `GET cart/bundles`: products sold together at a lower price; `fb=true` only those that fit the caller's cart, which a
 * guest names by `id`.
 */
const listBundles = defineEndpoint({
  name: 'listBundles',
  method: 'GET',
  path: '/cart/bundles',
  access: 'optional_user',
  query: z.object({ fb: z.optional(z.enum(['true', 'false'])), id: z.optional(secretToken) }),
  answer: z.object({
    data: z.array(
      z.object({
        type: z.literal('bundles'),
        id: z.string(),
        attributes: z.object({
          title: z.string(),
          product_ids: z.array(z.string()),
          price: cents,
          regular_price: cents,
        }),
      }),
    ),
  }),
});

/** `GET cart`: the logged-in user's cart. */
export const getOwnCart = defineEndpoint({
  name: 'getOwnCart',
  method: 'GET',
  path: '/cart',
  access: 'user',
  answer: cart,
});

/** `GET cart/{bundle_cart_unique_id}`: whoever knows the id of a guest cart sees its lines; a user's cart wants its bearer. */
export const getCart = defineEndpoint({
  name: 'getCart',
  method: 'GET',
  path: '/cart/:id',
  access: 'optional_user',
  params: z.object({ id: secretToken }),
  answer: cart,
});

/** `POST cart/update` of a logged-in user (specification §7 "Cart update"). */
export const updateCart = defineEndpoint({
  name: 'updateCart',
  method: 'POST',
  path: '/cart/update',
  access: 'user',
  body: z.object({
    email: z.optional(email),
    action: z.enum(['add', 'update', 'delete']),
    products: z
      .array(
        z.object({
          product_id: identifier,
          quantity: z._default(quantity, 1),
          custom_properties: z._default(customProperties, {}),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    referral_code: z.optional(text(64)),
    affiliate_code: z.optional(text(64)),
  }),
  answer: cart,
});

/** `POST cart/merge`: merges a guest's local cart once per `merge_id` and user; says what was capped or left out. */
export const mergeCart = defineEndpoint({
  name: 'mergeCart',
  method: 'POST',
  path: '/cart/merge',
  access: 'user',
  body: z.object({
    merge_id: uuid,
    products: wantedLines,
    /** The stored guest cart whose code comes along, if there is one. */
    bundle_cart_unique_id: z.optional(secretToken),
  }),
  answer: z.object({
    cart,
    changes: z.array(z.object({ product_id: z.string(), reason: z.enum(cartErrors), quantity: z.int() })),
  }),
});

/** `GET cart/shipping_cost`: what shipping the caller's cart to a country costs, in cents. */
export const getShippingCost = defineEndpoint({
  name: 'getShippingCost',
  method: 'GET',
  path: '/cart/shipping_cost',
  access: 'optional_user',
  query: z.object({ country: z.optional(countryCode), id: z.optional(secretToken) }),
  answer: z.object({ country: z.nullable(z.string()), shipping_cost: z.nullable(cents) }),
});

/** `PATCH cart/shipping_address`: a guest names the cart by `id`; a user may send `address_id` alone (decisions §9). */
export const setShippingAddress = defineEndpoint({
  name: 'setShippingAddress',
  method: 'PATCH',
  path: '/cart/shipping_address',
  access: 'optional_user',
  body: z.union([
    z.strictObject({ address_id: uuid }),
    z.object({ id: z.optional(secretToken), email: z.optional(email), ...addressFields }),
  ]),
  answer: cart,
});

export const cartEndpoints = {
  storeGuestCart,
  listBundles,
  getOwnCart,
  updateCart,
  mergeCart,
  getShippingCost,
  setShippingAddress,
  getCart,
};
