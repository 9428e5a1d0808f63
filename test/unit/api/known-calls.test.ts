import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';

/**
 * Addresses and fields that clients outside of this repository rely on. All other tests use the definitions, so they
 * would not notice another name.
 */

const within = (place: string, fields: string) => fields.replaceAll(/\S+/g, (field) => `${place}.${field}`);

const authFields =
  'sub email firstname lastname courses is_active is_subscribed newsletter declined_newsletter ' +
  'preferred_language subscription_status is_registered_with_funnel';
const session = `success access refresh ${within('data', authFields)}`;
const user = within('data.attributes', authFields);
const productData =
  'cover product_name price person.firstname person.lastname category.identifier category.title';
const cart =
  `${within('products', 'product_id price quantity custom_properties')} ` +
  `${within('products.product_data', productData)} amount subtotal shipping_cost discounts.total total ` +
  'credit amount_due code bundle_cart_unique_id error';
const orderFields =
  'total completed_at code products.id products.title products.category products.price products.code';
const order = `data.id ${within('data.attributes', orderFields)}`;
const addressFields =
  'salutation firstname lastname company street house_number postal_code city country phone';
const savedAddress = `data.type ${within('data.attributes', `${addressFields} is_default_shipping`)}`;
const passwords = 'password password_confirmation';
const page = 'meta.page.number meta.page.size meta.page.total links.self links.next';
const product =
  `price ${within('seo_markup', 'name description')} person.portrait.full ` +
  `${within('details.rating', 'average reviewers min max')}`;

/** Name, method and path of each call, fields of its body (of its query if it has none), and of its response. */
const calls: readonly (readonly [keyof typeof endpoints, string, string, string])[] = [
  [
    'createOrder',
    'POST /cart/order',
    'email template products.product_id products.is_gift_pdf referral_code bundle_cart_unique_id',
    `${order} meta.order_token`,
  ],
  ['getOrder', 'GET /orders/:id', '', order],
  ['verifyOrder', 'POST /cart/verify', 'id', 'client_token'],
  [
    'checkOutOrder',
    'POST /cart/checkout',
    'id payment_method_nonce expected_total device_data billing_address save_payment_method',
    order,
  ],
  ['getCodeInfo', 'POST /code/info', 'code', ''],
  ['applyCode', 'POST /code/apply', 'id code campaign', cart],
  ['cancelCode', 'POST /code/cancel', 'id', cart],
  [
    'trackUtm',
    'POST /tracking/registration',
    'utm_source utm_medium utm_campaign utm_social user_id',
    'success',
  ],
  ['enterGiveaway', 'POST /tracking/giveaway', 'email giveaway newsletter', ''],
  ['logIn', 'POST /auth/login', 'identifier password', session],
  ['logOut', 'POST /auth/logout', 'refresh', 'success'],
  ['refreshSession', 'POST /auth/refresh', 'refresh', 'success access'],
  ['checkAccount', 'POST /accounts/check', 'email save id', ''],
  [
    'completeAccount',
    'PUT /accounts/complete',
    `salutation firstname lastname ${passwords} newsletter`,
    session,
  ],
  ['enterCampaign', 'POST /accounts/campaigns/auth', 'email password code campaign', ''],
  [
    'registerUser',
    'POST /users',
    `data.type ${within('data.attributes', `email firstname lastname ${passwords} salutation`)}`,
    session,
  ],
  ['getUser', 'GET /users/:id', '', user],
  ['updateUser', 'PATCH /users/:id', 'data.type data.id data.attributes.preferred_language', user],
  ['requestPasswordReset', 'POST /password/request', 'email', ''],
  ['resetPassword', 'POST /password/reset', `token ${passwords}`, ''],
  ['changePassword', 'POST /password/change', `current_password ${passwords}`, ''],
  ['subscribeToNewsletter', 'POST /newsletter/subscribe', 'email locale source', ''],
  ['leaveNewsletter', 'GET /newsletter/unsubscribe', 'token', ''],
  ['listPayments', 'GET /payments', 'page[number] page[size]', page],
  ['listAddresses', 'GET /addresses', '', page],
  ['createAddress', 'POST /addresses', savedAddress, savedAddress],
  ['updateAddress', 'PATCH /addresses/:id', `data.id ${savedAddress}`, savedAddress],
  ['listBundles', 'GET /cart/bundles', 'fb', ''],
  ['storeGuestCart', 'POST /cart/bundles', 'id products.product_id products.quantity email', cart],
  ['setShippingAddress', 'PATCH /cart/shipping_address', `address_id id email ${addressFields}`, cart],
  [
    'updateCart',
    'POST /cart/update',
    'email action products.product_id products.quantity products.custom_properties referral_code affiliate_code',
    cart,
  ],
  ['mergeCart', 'POST /cart/merge', 'merge_id products.product_id products.quantity', ''],
  ['getOwnCart', 'GET /cart', '', cart],
  ['getCart', 'GET /cart/:id', '', cart],
  ['getShippingCost', 'GET /cart/shipping_cost', 'country', 'shipping_cost'],
  ['listAdvantages', 'GET /contents/advantages', '', ''],
  ['getNewsletterWidget', 'GET /contents/newsletter_widget', '', ''],
  [
    'getAnnouncement',
    'GET /contents/greenbar',
    '',
    'data.is_active data.properties.text data.properties.url',
  ],
  ['getPopup', 'GET /contents/popup', 'path locale', ''],
  ['listActivities', 'GET /activities', 'page size', page],
  ['saveProgress', 'PUT /activities/:lesson', '', ''],
  ['listProducts', 'GET /products', 'filter[kind] filter[q] page[number] page[size] sort', page],
  ['getProduct', 'GET /products/:slug', '', within('data.attributes', product)],
  ['getMaster', 'GET /masters/:slug', '', ''],
  ['listPosts', 'GET /posts', 'filter[q] page[number] page[size]', page],
  ['getPost', 'GET /posts/:slug', '', ''],
  ['listReviews', 'GET /products/:slug/reviews', '', page],
  ['writeReview', 'POST /products/:slug/reviews', '', ''],
  ['listWishListItems', 'GET /wishlist', '', page],
  ['addWishListItem', 'PUT /wishlist/:product_id', '', ''],
  ['removeWishListItem', 'DELETE /wishlist/:product_id', '', ''],
  ['searchAll', 'GET /search', 'q', ''],
  ['sendMessage', 'POST /contact', 'email name topic message', ''],
];

interface Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
}

/** Returns the fields at every depth, such as `products.quantity`. */
function placesIn({ properties = {}, items, anyOf = [], oneOf = [] }: Json, before = ''): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    `${before}${name}`,
    ...placesIn(field, `${before}${name}.`),
  ]);
  const inner = [...(items === undefined ? [] : [items]), ...anyOf, ...oneOf];
  return [...own, ...inner.flatMap((part) => placesIn(part, before))];
}

const fieldsOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  placesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as unknown as Json);

const words = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

test.each(calls)('%s is %s', (name, address, sent, returned) => {
  const { method, path, readsBody, query, body, response }: Endpoint = endpoints[name];
  expect(`${method} ${path}`).toBe(address);
  expect(fieldsOf(readsBody ? body : query, 'input')).toEqual(expect.arrayContaining([...words(sent)]));
  expect(fieldsOf(response, 'output')).toEqual(expect.arrayContaining([...words(returned)]));
});

test('a code can be removed from a guest cart at another path as well', () => {
  expect(endpoints.cancelCode.aliases.map(({ path }) => path)).toEqual(['/code/cancel/bundle']);
});

test('payments are listed five at a time, from the first page on', () => {
  expect(endpoints.listPayments.query.parse({})).toEqual({ 'page[number]': 1, 'page[size]': 5 });
});

test('users and addresses are sent as JSON:API documents, everything else as JSON', () => {
  const documents = Object.entries<Endpoint>(endpoints).filter(
    ([, { mediaType }]) => mediaType === 'application/vnd.api+json',
  );
  expect(documents.map(([name]) => name).toSorted()).toEqual([
    'createAddress',
    'registerUser',
    'updateAddress',
    'updateUser',
  ]);
});
