import { data, redirect, replace } from 'react-router';
import type {
  BookDetails,
  CourseDetails,
  OtherDetails,
  ProductKind,
  ProductList,
  ProductPage,
} from '#core/model/product.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { Locale } from '#core/model/values.ts';
import { isSubscriber } from '#core/rules/accounts/access.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import type { Shop } from '#core/storefront/shop.ts';

/** Failure codes of resources that the caller has no access to. */
export const noAccess: readonly string[] = ['UNAUTHENTICATED', 'REFRESH_REFUSED', 'FORBIDDEN'];

/** Failure codes of products that are not sold. */
export const notSold: readonly string[] = ['GONE', 'NOT_FOUND'];

/** Failure codes that are shown as a missing page. */
const hidden: readonly string[] = ['NOT_FOUND', 'INVALID_INPUT', ...noAccess];

/**
 * Returns the value of a page's main call, without which the page cannot be shown.
 * @throws Response data with status 404 when it does not exist or is not visible, 410 when it is no longer sold, else
 * 503.
 */
export function valueOrThrow<Value>(response: Result<Value, CallFailure>): Value {
  if (response.ok) return response.value;
  const { code } = response.error;
  throw data(null, { status: code === 'GONE' ? 410 : hidden.includes(code) ? 404 : 503 });
}

/** A product with the details of its kind. */
export type ProductOf<Kind extends ProductKind> = ProductPage & {
  readonly details: Kind extends 'course' ? CourseDetails : Kind extends 'book' ? BookDetails : OtherDetails;
};

/** Returns whether a product is of one of these kinds. */
export function isOfKind<Kind extends ProductKind>(
  product: ProductPage,
  ...kinds: readonly Kind[]
): product is ProductOf<Kind> {
  return kinds.some((kind) => kind === product.details.kind);
}

/**
 * Loads the product of a page.
 * @throws Response data as `valueOrThrow`; 404 also for a product of another kind.
 */
export async function loadProduct<Kind extends ProductKind>(
  { api }: Shop,
  slug: string,
  ...kinds: readonly Kind[]
): Promise<ProductOf<Kind>> {
  const product = valueOrThrow(await api.getProduct({ params: { slug } }));
  if (!isOfKind(product, ...kinds)) throw data(null, { status: 404 });
  return product;
}

/** Page size that is larger than the number of products of a kind. */
const allProducts = 100;

interface ListOptions {
  readonly group?: string;
  readonly language?: Locale;
  readonly sort?: 'title';
  readonly size?: number;
}

/** Loads all products of a kind, with their groups. */
export function listAll(
  { api }: Shop,
  kind: ProductKind,
  { group, size = allProducts, ...query }: ListOptions = {},
): ApiResult<ProductList> {
  return api.listProducts({ query: { filter: { kind, group }, page: { size }, ...query } });
}

/**
 * Returns a loader's redirect to another path. If the browser is already at the redirecting address, for example after
 * Back, its history entry is replaced; otherwise Back would lead to it again and again. Only the browser knows its
 * address, so the server always replaces.
 */
export function redirectFrom(request: Request, path: string): Response {
  if (import.meta.env.SSR) return replace(path);
  const { pathname, search } = new URL(request.url);
  const isShown = window.location.pathname + window.location.search === pathname + search;
  return isShown ? replace(path) : redirect(path);
}

/**
 * Redirects guests to the login, which leads back afterwards. For loaders of a learner's own pages.
 * @throws Response the redirect.
 */
export function requireLogin({ stores }: Shop, request: Request): void {
  if (stores.session.snapshot.status !== 'guest') return;
  const { pathname, searchParams } = new URL(request.url);
  // The router requests only data at `….data?_routes=…`.
  searchParams.delete('_routes');
  const path = pathname.replace(/\.data$/, '');
  const returnTo = encodeURIComponent(searchParams.size === 0 ? path : `${path}?${searchParams}`);
  const login = localePath(stores.locale.snapshot.locale, '/auth/login');
  throw redirectFrom(request, `${login}?returnTo=${returnTo}`);
}

/** Returns the page number in the address, counted from 1; invalid numbers count as 1. */
export function pageNumber(request: Request, name = 'seite'): number {
  const number = Number(new URL(request.url).searchParams.get(name) ?? 1);
  return Number.isInteger(number) && number > 0 && number <= 10_000 ? number : 1;
}

/** Page size that is larger than the number of running subscriptions of a learner. */
const mostPlans = 50;

/** Loads the subscriptions that give the learner access. Empty for guests and on failure. */
export async function loadPlans({ api, stores }: Shop): Promise<readonly Subscription[]> {
  const { snapshot } = stores.session;
  if (snapshot.status !== 'logged_in' || !isSubscriber(snapshot.learner)) return [];
  const plans = await api.listSubscriptions({ query: { page: { size: mostPlans } } });
  return plans.ok ? plans.value.items : [];
}
