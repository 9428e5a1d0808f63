import * as z from 'zod/mini';
import { exampleAddress } from '#api/accounts/address-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { billingContact, postalAddress } from '#core/model/address.ts';
import { cart, lineName, mergeChange, requestedLine } from '#core/model/cart.ts';
import {
  cents,
  countryCode,
  email,
  line,
  printableTexts,
  secretToken,
  uuid,
} from '#core/model/primitives.ts';
import { bundleOffer } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { maxLines } from '#core/model/values.ts';

const wantedLines = z.array(requestedLine).check(z.maxLength(maxLines));

/** Whether the lines lack the coupon's free product, as in a response with `code_error`. */
const isWithoutFree = z.optional(z.boolean());

const storeGuestCart = defineEndpoint({
  name: 'storeGuestCart',
  method: 'POST',
  path: '/cart/bundles',
  body: z.object({
    id: z.optional(secretToken),
    products: wantedLines,
    email: z.optional(email),
    is_without_free: isWithoutFree,
  }),
  response: cart,
});

/** A guest identifies the cart by `id`. */
const listBundles = defineEndpoint({
  name: 'listBundles',
  method: 'GET',
  path: '/cart/bundles',
  access: 'optional_user',
  query: z.object({ fb: z.optional(z.enum(['true', 'false'])), id: z.optional(secretToken) }),
  response: z.object({
    data: z.array(
      z.object({ type: z.literal('bundles'), id: z.string(), attributes: z.omit(bundleOffer, { id: true }) }),
    ),
  }),
});

const getOwnCart = defineEndpoint({
  name: 'getOwnCart',
  method: 'GET',
  path: '/cart',
  access: 'user',
  response: cart,
});

const getCart = defineEndpoint({
  name: 'getCart',
  method: 'GET',
  path: '/cart/:id',
  access: 'optional_user',
  params: z.object({ id: secretToken }),
  response: cart,
});

const updateCart = defineEndpoint({
  name: 'updateCart',
  method: 'POST',
  path: '/cart/update',
  access: 'user',
  body: z.object({
    email: z.optional(email),
    action: z.enum(['add', 'update', 'delete']),
    products: z
      .array(
        z.extend(requestedLine, {
          quantity: z._default(requestedLine.shape.quantity, 1),
          /**
           * The line to change or remove. When omitted: the line with equal properties, or all lines of the
           * product.
           */
          line_id: z.optional(lineName),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxLines)),
    /** Omitted: unchanged; null: none. */
    referral_code: z.nullish(line(lengths.code)),
    affiliate_code: z.nullish(line(lengths.code)),
  }),
  response: cart,
});

const mergeCart = defineEndpoint({
  name: 'mergeCart',
  method: 'POST',
  path: '/cart/merge',
  access: 'user',
  body: z.object({
    merge_id: uuid,
    products: wantedLines,
    /** Id of the guest's cart on the server, whose coupon code is applied too. */
    bundle_cart_unique_id: z.optional(secretToken),
    is_without_free: isWithoutFree,
  }),
  response: z.object({ cart, changes: z.array(mergeChange) }),
});

const getShippingCost = defineEndpoint({
  name: 'getShippingCost',
  method: 'GET',
  path: '/cart/shipping_cost',
  access: 'optional_user',
  query: z.object({ country: z.optional(countryCode), id: z.optional(secretToken) }),
  response: z.object({ country: z.nullable(z.string()), shipping_cost: z.nullable(cents) }),
});

const setShippingAddress = defineEndpoint({
  name: 'setShippingAddress',
  method: 'PATCH',
  path: '/cart/shipping_address',
  access: 'optional_user',
  body: z.union([
    z.strictObject({ address_id: uuid }),
    z
      .object({ id: z.optional(secretToken), email: z.optional(email), ...postalAddress.shape })
      .check(printableTexts),
  ]),
  response: cart,
});

const setBillingContact = defineEndpoint({
  name: 'setBillingContact',
  method: 'PATCH',
  path: '/cart/billing_contact',
  access: 'optional_user',
  body: z
    .object({ id: z.optional(secretToken), email: z.optional(email), ...billingContact.shape })
    .check(printableTexts),
  response: cart,
});

export const cartEndpoints = {
  storeGuestCart,
  listBundles,
  getOwnCart,
  updateCart,
  mergeCart,
  getShippingCost,
  setShippingAddress,
  setBillingContact,
  getCart,
};

const couponless = 'The cart keeps its code, and `code_error` says why if it no longer applies.';
const withoutFree =
  'the lines come from a response with `code_error`, so all pieces of the coupon’s free product are paid for.';
const cartResponses =
  'Returns the cart. If a line is not possible, the cart stays unchanged and `error` is set, with status 200.';

export const cartDocs: AreaDocs<keyof typeof cartEndpoints> = {
  title: 'Carts',
  description:
    'A guest’s cart is identified by its `bundle_cart_unique_id`, 128 random bits: whoever knows it can ' +
    'change the cart, but it never reveals an e-mail address or postal address. A user’s cart needs the ' +
    'access token. The server computes all prices.',
  operations: {
    storeGuestCart: {
      summary: 'Store a guest’s cart',
      description:
        `Without \`id\`, creates a cart; with it, replaces the lines of that cart. ${couponless} ` +
        `\`is_without_free\`: ${withoutFree} ${cartResponses}`,
      failures: ['NOT_FOUND'],
      example: { body: { products: [{ product_id: 'course-clara-schumann', quantity: 1 }] } },
    },
    listBundles: {
      summary: 'List bundle offers',
      description:
        'Products sold together at a lower price; `fb=true`: only those that match the caller’s cart.',
      failures: ['NOT_FOUND'],
    },
    getOwnCart: { summary: 'Read the user’s cart' },
    updateCart: {
      summary: 'Change the user’s cart',
      description:
        '`add` increases quantities, `update` sets quantity and properties, `delete` removes lines. Lines ' +
        'with equal properties are merged. `line_id` identifies the line to change, as in the returned ' +
        `cart; without it, \`delete\` removes every line of the product. ${cartResponses}`,
      example: {
        body: { action: 'add', products: [{ product_id: 'book-das-buch-vom-messen', quantity: 2 }] },
      },
    },
    mergeCart: {
      summary: 'Merge a guest’s cart after login',
      description:
        'Adds the quantities. Each `merge_id` is applied once per user, so the call can be repeated; ' +
        `\`changes\` lists what was limited or left out. \`is_without_free\`: ${withoutFree}`,
      example: {
        body: {
          merge_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
          products: [{ product_id: 'book-das-buch-vom-messen', quantity: 1 }],
        },
      },
    },
    getShippingCost: {
      summary: 'Read the shipping cost',
      description:
        'For the cart to `country`, else to its shipping address: 0 without goods, null if the country is ' +
        'unknown. A guest without `id` gets the cost of one parcel.',
      failures: ['NOT_FOUND'],
      example: { query: { country: 'AT' } },
    },
    setShippingAddress: {
      summary: 'Set the shipping address',
      description:
        'A guest identifies the cart by `id`. A user may send only `address_id` of the address book.',
      failures: ['NOT_FOUND', 'COUNTRY_NOT_DELIVERED'],
      example: { body: { id: 'pZ3vX0cT5m2uQ8sLr1YdKw', ...exampleAddress } },
    },
    setBillingContact: {
      summary: 'Set name and country of the buyer',
      description:
        'Sufficient if nothing is shipped and the invoice needs no address (up to 250 EUR); it replaces an ' +
        'address. A guest identifies the cart by `id`.',
      failures: ['NOT_FOUND', 'ADDRESS_REQUIRED'],
      example: {
        body: { id: 'pZ3vX0cT5m2uQ8sLr1YdKw', firstname: 'Johanna', lastname: 'Brandt', country: 'AT' },
      },
    },
    getCart: { summary: 'Read a cart by its id' },
  },
};
