import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { post } from './post.ts';
import { withShopDatabase } from './shop-database.ts';
import { freshEmail } from './shopper.ts';

const json = { 'Content-Type': 'application/vnd.api+json' };
const password = 'ein langer Satz für mich';

/** A learner with a new account, logged in in the test's browser. */
export interface NewLearner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** The user id; `access` is the access token of the browser's session. */
  readonly id: string;
  readonly access: string;
  /** Adds one piece of each product to the learner's cart through the API. */
  fillCart(...productIds: readonly string[]): Promise<void>;
  /** Buys products (product id to quantity) through the API; returns the order code. */
  buy(lines: Readonly<Record<string, number>>): Promise<string>;
}

const leipzig = {
  salutation: 'none',
  firstname: 'Johanna',
  lastname: 'Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '04107',
  city: 'Leipzig',
  country: 'DE',
};

/** Confirms the e-mail address of a user in the database, without the mail. */
export function confirmAddress(id: string): Promise<void> {
  return withShopDatabase((db) =>
    db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute(),
  );
}

/** Registers a user through the API, with an e-mail address that is not confirmed. */
export async function register(
  request: APIRequestContext,
  person: { readonly email: string; readonly password: string } & Readonly<Record<string, string>>,
) {
  const attributes = { ...person, password_confirmation: person.password };
  const session = await post(request, 'users', { data: { type: 'users', attributes } }, json);
  return session as { access: string; refresh: string; data: { sub: string } };
}

/** Logs the browser in with the tokens of a session that the API has created. */
export async function setSessionCookies(
  context: BrowserContext,
  { access, refresh }: { readonly access: string; readonly refresh: string },
  baseURL: string | undefined,
): Promise<void> {
  await context.addCookies([
    { name: accessCookie, value: access, url: baseURL ?? '' },
    { name: refreshCookie, value: refresh, url: baseURL ?? '' },
  ]);
}

/** Returns an access token of a user that has expired. */
export function expiredToken(sub: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub, exp: 1 })}.x`;
}

/** Registers a new learner with a confirmed e-mail address and logs the browser in. */
export async function logInNewLearner(
  page: Page,
  context: BrowserContext,
  { language, baseURL }: { readonly language: 'de' | 'en'; readonly baseURL: string | undefined },
): Promise<NewLearner> {
  const email = freshEmail('kennt');
  const { firstname, lastname } = leipzig;
  const person = { email, password, firstname, lastname, preferred_language: language };
  const { access, refresh, data } = await register(page.request, person);
  await setSessionCookies(context, { access, refresh }, baseURL);
  await confirmAddress(data.sub);

  const headers = { Authorization: `Bearer ${access}`, 'X-App-Language': language };
  const call = (path: string, data: object) => post(page.request, path, data, headers);

  return {
    email,
    password,
    id: data.sub,
    access,
    name: `${firstname} ${lastname}`,
    async fillCart(...productIds) {
      const products = productIds.map((product_id) => ({ product_id, quantity: 1 }));
      await call('cart/update', { action: 'add', products });
    },
    async buy(lines) {
      const products = Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity }));
      const cart = await call('cart/update', { action: 'add', products });
      await call('cart/shipping_address', leipzig);
      const { bundle_cart_unique_id } = cart;
      const order = await call('cart/order', { bundle_cart_unique_id, products: [] });
      await call('cart/verify', { id: order.data.id });
      const paid = await call('cart/checkout', {
        id: order.data.id,
        payment_method_nonce: 'fake-valid-nonce',
        expected_total: order.data.attributes.amount_due,
        waiver_accepted: true,
      });
      return paid.data.attributes.code;
    },
  };
}
