import { accessCookie } from '#core/rules/accounts/access.ts';
import { vienna } from '#test/support/vienna.ts';
import type { HttpConnection, HttpRequest } from './http-connection.ts';

/** The data that the load uses: products of the filled shop and logged-in learners. */
export interface ShopFacts {
  readonly coursePages: number;
  readonly slugs: readonly string[];
  readonly courses: readonly string[];
  readonly books: readonly string[];
  readonly learners: readonly { readonly email: string; readonly bearer: string }[];
  readonly coupons: readonly string[];
}

/** For pages, which need no data of a filled shop. */
const noFacts: ShopFacts = { coursePages: 0, slugs: [], courses: [], books: [], learners: [], coupons: [] };

export type WorkName =
  | 'bare'
  | 'list-rows'
  | 'page-rows'
  | 'commit'
  | 'product-list'
  | 'product-page'
  | 'cart-update'
  | 'coupon-apply'
  | 'checkout'
  | 'personal-page'
  | keyof typeof pagePaths;

/** Pages that all visitors share. */
export const pagePaths = {
  home: '/de',
  'course-list': '/de/kurse',
  'course-page': '/de/kurse/albrecht-duerer',
} as const;

/** Number of products whose pages are requested; the memory floor has their responses. */
const sampleSize = 200;

const listPath = (page: number) => `/api/products?filter[kind]=course&page[number]=${page}&page[size]=12`;

/** Returns the paths of all cached pages and responses that are requested. */
export function keptPaths({ coursePages, slugs }: ShopFacts): readonly string[] {
  return [
    ...Object.values(pagePaths),
    ...Array.from({ length: coursePages }, (_, index) => listPath(index + 1)),
    ...slugs.slice(0, sampleSize).map((slug) => `/api/products/${slug}`),
  ];
}

/**
 * Performs one unit of work over a connection; `refused` when the server is too busy. `count` is the index of the unit.
 */
type Work = (count: number) => Promise<'refused' | undefined>;

/** Returns the work for connection number `index`, after preparations such as storing a cart. */
export async function prepareWork(
  name: WorkName,
  connection: HttpConnection,
  given: ShopFacts | null,
  index: number,
): Promise<Work> {
  const facts = given ?? noFacts;
  const get = async (path: string) => {
    await call(connection, { method: 'GET', path });
    return undefined;
  };
  switch (name) {
    case 'bare':
      return () => get('/bare');
    case 'list-rows':
      return (count) => get(`/list?page[number]=${spread(count + index, facts.coursePages) + 1}`);
    case 'page-rows':
      return (count) => get(`/page/${pick(facts.slugs, count * 31 + index)}`);
    case 'commit':
      return async () => {
        await call(connection, { method: 'POST', path: '/commit', body: { note: 'one durable commit' } });
        return undefined;
      };
    case 'product-list':
      return (count) => getKept(connection, listPath(spread(count + index, facts.coursePages) + 1));
    case 'product-page':
      return (count) =>
        getKept(connection, `/api/products/${pick(facts.slugs.slice(0, sampleSize), count * 31 + index)}`);
    case 'cart-update':
      return prepareCartUpdate(connection, facts, index);
    case 'coupon-apply':
      return prepareCoupon(connection, facts, index);
    case 'checkout':
      return (count) => checkOut(connection, facts, count * 37 + index);
    case 'home':
    case 'course-list':
    case 'course-page':
      return () => getKept(connection, pagePaths[name]);
    case 'personal-page': {
      const { bearer } = pick(facts.learners, index);
      return () => getKept(connection, '/de/kurse', { Cookie: `${accessCookie}=${bearer}` });
    }
  }
}

/** Requests compressed bytes without decoding them. */
async function getKept(
  connection: HttpConnection,
  path: string,
  own: Readonly<Record<string, string>> = {},
): Promise<'refused' | undefined> {
  const headers = {
    'Accept-Encoding': path.startsWith('/api/') ? 'gzip' : 'br, gzip',
    ...clientAddress(),
    ...own,
  };
  const { status } = await connection.send({ method: 'GET', path, headers });
  if (status === 503) return 'refused';
  if (status !== 200) throw new Error(`${path} returned ${status}`);
  return undefined;
}

/** Returns the work that changes the quantity of a book in a learner's cart with a course and the book. */
async function prepareCartUpdate(connection: HttpConnection, facts: ShopFacts, index: number): Promise<Work> {
  const { email, bearer } = pick(facts.learners, index);
  const headers = { Authorization: `Bearer ${bearer}` };
  const update = (action: string, lines: Readonly<Record<string, number>>) =>
    call(connection, {
      method: 'POST',
      path: '/api/cart/update',
      headers,
      body: {
        email,
        action,
        products: Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity })),
      },
    });
  const book = pick(facts.books, index);
  await update('delete', { [book]: 1, [pick(facts.courses, index)]: 1 });
  await update('add', { [book]: 1, [pick(facts.courses, index)]: 1 });
  return async (count) => {
    const cart = await update('update', { [book]: (count % 3) + 1 });
    if (cart.error !== null) throw new Error(`The cart says ${cart.error}`);
    return undefined;
  };
}

/** Returns the work that replaces the coupon of a guest's cart by another one. */
async function prepareCoupon(connection: HttpConnection, facts: ShopFacts, index: number): Promise<Work> {
  const cart = await storeCart(connection, [pick(facts.courses, index), pick(facts.books, index)]);
  return async (count) => {
    await call(connection, {
      method: 'POST',
      path: '/api/code/apply',
      body: { id: cart, code: pick(facts.coupons, count), campaign: null },
    });
    return undefined;
  };
}

/** Buys a course and a book as a guest: cart, address, order, verification, payment. */
async function checkOut(connection: HttpConnection, facts: ShopFacts, count: number): Promise<undefined> {
  const cart = await storeCart(connection, [pick(facts.courses, count), pick(facts.books, count)]);
  await call(connection, {
    method: 'PATCH',
    path: '/api/cart/shipping_address',
    body: { id: cart, ...vienna },
  });
  const email = `${crypto.randomUUID()}@bench.example`;
  const order = await call(connection, {
    method: 'POST',
    path: '/api/cart/order',
    body: { bundle_cart_unique_id: cart, email },
  });
  const { id, attributes } = order.data;
  const headers = { 'X-Order-Token': order.meta.order_token };
  await call(connection, { method: 'POST', path: '/api/cart/verify', headers, body: { id } });
  const paid = await call(connection, {
    method: 'POST',
    path: '/api/cart/checkout',
    headers,
    body: {
      id,
      payment_method_nonce: 'fake-valid-nonce',
      expected_total: attributes.amount_due,
      waiver_accepted: true,
    },
  });
  if (paid.data.attributes.state !== 'paid') throw new Error(`Order ${attributes.code} is not paid`);
  return undefined;
}

async function storeCart(connection: HttpConnection, products: readonly string[]): Promise<string> {
  const cart = await call(connection, {
    method: 'POST',
    path: '/api/cart/bundles',
    body: { products: products.map((product_id) => ({ product_id, quantity: 1 })) },
  });
  if (cart.error !== null) throw new Error(`The cart says ${cart.error}`);
  return cart.bundle_cart_unique_id;
}

// biome-ignore lint/suspicious/noExplicitAny: the API's own tests validate responses against their schemas.
async function call(connection: HttpConnection, request: HttpRequest): Promise<any> {
  const headers = { ...clientAddress(), ...request.headers };
  const { status, text } = await connection.send({ ...request, headers });
  if (status >= 400) throw new Error(`${request.method} ${request.path} returned ${status}: ${text}`);
  return JSON.parse(text);
}

/** Returns the header of a random client address; otherwise all requests would share one rate limit. */
function clientAddress(): Readonly<Record<string, string>> {
  return { 'X-Real-IP': `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}` };
}

function pick<Item>(items: readonly Item[], count: number): Item {
  const item = items[count % items.length];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

/** Returns a page number below `pages`, so that all pages are requested equally often. */
function spread(count: number, pages: number): number {
  return (count * 7) % pages;
}
