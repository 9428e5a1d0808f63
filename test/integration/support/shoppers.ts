import type { EndpointResponse } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import { insertRows } from './rows.ts';
import type { TestShop } from './test-shop.ts';

export const password = 'drei Äpfel im Regal';

export const berlin = {
  salutation: 'mr',
  firstname: 'Karl',
  lastname: 'Lindner',
  company: null,
  street: 'Torstraße',
  house_number: '7b',
  postal_code: '10119',
  city: 'Berlin',
  country: 'DE',
  phone: null,
} as const;

export const vienna = {
  ...berlin,
  street: 'Ringstraße',
  postal_code: '1010',
  city: 'Wien',
  country: 'AT',
} as const;

export interface Shopper {
  readonly id: string;
  readonly email: string;
  readonly access: string;
  readonly refresh: string;
}

let shoppers = 0;

/** Registers a new user and confirms the address with the mailed link. Deletes this mail from the outbox. */
export async function register(shop: TestShop, email?: string): Promise<Shopper> {
  const shopper = await registerUnconfirmed(shop, email);
  await confirmAddress(shop, shopper);
  return shopper;
}

/** Confirms the address of a user with the mailed link. Deletes this mail from the outbox. */
export async function confirmAddress(
  shop: TestShop,
  { email, access }: Pick<Shopper, 'email' | 'access'>,
): Promise<void> {
  const mail = await shop.db
    .deleteFrom('outbox')
    .where('recipient', '=', email)
    .where('template', '=', 'email_confirmation')
    .returning('facts')
    .executeTakeFirstOrThrow();
  const confirmed = await shop.call(endpoints.confirmEmail, {
    bearer: access,
    body: mail.facts as { token: string },
  });
  if (confirmed.value === null) throw new Error(`${email} was not confirmed: ${confirmed.text}`);
}

/** Sends what somebody typed to register; the password is that of all test users. */
export function registerWith(
  shop: TestShop,
  attributes: { readonly email: string; readonly [name: string]: unknown },
  { language = 'de', address }: { readonly language?: 'de' | 'en'; readonly address?: string } = {},
) {
  const typed = { password, password_confirmation: password, ...attributes };
  return shop.call(endpoints.registerUser, {
    language,
    ...(address === undefined ? {} : { address }),
    body: { data: { type: 'users', attributes: typed } },
  });
}

/** Registers a new user with an unconfirmed e-mail address. */
export async function registerUnconfirmed(
  shop: TestShop,
  email = `person-${++shoppers}@example.org`,
): Promise<Shopper> {
  const { value, codes } = await registerWith(shop, { email });
  if (value === null) throw new Error(`Registering ${email} was refused: ${codes.join()}`);
  return { id: value.data.sub, email, access: value.access, refresh: value.refresh };
}

export type CartResponse = EndpointResponse<typeof endpoints.getOwnCart>;

/** A stored guest cart with its id. */
export interface GuestCart {
  readonly id: string;
  readonly cart: CartResponse;
}

/** Stores a guest cart. `lines` are quantities by product id. */
export async function storeGuestCart(
  shop: TestShop,
  lines: Readonly<Record<string, number>>,
  custom_properties: CustomProperties = {},
): Promise<GuestCart> {
  const { value } = await shop.call(endpoints.storeGuestCart, {
    body: { products: linesOf(lines).map((line) => ({ ...line, custom_properties })) },
  });
  if (!value?.bundle_cart_unique_id) throw new Error(`The cart was not stored: ${value?.error}`);
  return { id: value.bundle_cart_unique_id, cart: value };
}

/** Adds products to a user's cart and returns the cart. `lines` are quantities by product id. */
export async function fillOwnCart(
  shop: TestShop,
  shopper: Pick<Shopper, 'access'>,
  lines: Readonly<Record<string, number>>,
): Promise<CartResponse> {
  const { value } = await shop.call(endpoints.updateCart, {
    bearer: shopper.access,
    body: { action: 'add', products: linesOf(lines) },
  });
  if (value === null) throw new Error('The cart could not be changed');
  return value;
}

export function linesOf(lines: Readonly<Record<string, number>>) {
  return Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity }));
}

/** Gives a user a course, as an operator does. */
export function giveCourse(shop: TestShop, user_id: string, course_id: string = products.course) {
  const granted_at = new Date(shop.context.clock.now());
  const given = { id: shop.context.ids.uuid(), user_id, course_id, granted_at };
  return insertRows(shop.db, 'entitlements', given);
}

/** Ids of products of the shop's content that tests use. */
export const products = {
  course: 'course-clara-schumann',
  otherCourse: 'course-emmy-noether',
  book: 'book-das-buch-vom-messen',
  voucher: 'voucher-gutschein-50',
  gift: 'gift-geschenk-clara-schumann',
  membership: 'membership-masterpass',
} as const;

/** Applies a coupon or voucher code to a cart, as a guest or with a user's access token. */
export function applyCode(
  shop: TestShop,
  id: string,
  code: string,
  options: { campaign?: string; bearer?: string } = {},
) {
  const { bearer, campaign } = options;
  return shop.call(endpoints.applyCode, {
    ...(bearer === undefined ? {} : { bearer }),
    body: { id, code, campaign: campaign ?? null },
  });
}

/** An order that can be paid, and what proves that one is its buyer. */
export interface OpenOrder {
  readonly id: string;
  readonly code: string;
  /** In cents. */
  readonly due: number;
  readonly order: EndpointResponse<typeof endpoints.createOrder>['data'];
  readonly proof: { readonly bearer: string } | { readonly orderToken: string };
}

interface OwnOrder {
  /** Of a coupon or voucher. */
  readonly code?: string;
  readonly language?: 'de' | 'en';
}

/** Fills the cart of a user, with an address in Berlin, and orders it. */
export async function orderAs(
  shop: TestShop,
  shopper: Pick<Shopper, 'access'>,
  lines: Readonly<Record<string, number>>,
  { code, language = 'de' }: OwnOrder = {},
): Promise<OpenOrder> {
  const bearer = shopper.access;
  const id = (await fillOwnCart(shop, shopper, lines)).bundle_cart_unique_id ?? '';
  await shop.call(endpoints.setShippingAddress, { bearer, body: { id, ...berlin } });
  if (code !== undefined) await applyCode(shop, id, code, { bearer });
  return placeOrder(shop, { bearer, language, body: { bundle_cart_unique_id: id } });
}

/** Orders a cart. Throws if that is refused. */
export async function placeOrder(
  shop: TestShop,
  request: {
    readonly bearer?: string;
    readonly language?: 'de' | 'en';
    readonly body: { readonly bundle_cart_unique_id: string; readonly email?: string };
  },
): Promise<OpenOrder> {
  const { value, text } = await shop.call(endpoints.createOrder, request);
  if (value === null) throw new Error(`Not ordered: ${text}`);
  const { data: order, meta } = value;
  const { bearer } = request;
  const proof = bearer === undefined ? { orderToken: meta?.order_token ?? '' } : { bearer };
  return { id: order.id, code: order.attributes.code, due: order.attributes.amount_due, order, proof };
}

/** Pays an order, by card unless nothing is due. */
export function payOrder(
  shop: TestShop,
  { id, due, proof }: Pick<OpenOrder, 'id' | 'due' | 'proof'>,
  payment_method_nonce: string | null = due === 0 ? null : 'fake-valid-nonce',
  { address, ...more }: { readonly address?: string; readonly early_start_requested?: boolean } = {},
) {
  return shop.call(endpoints.checkOutOrder, {
    ...proof,
    ...(address === undefined ? {} : { address }),
    body: { id, payment_method_nonce, expected_total: due, waiver_accepted: true, ...more },
  });
}
