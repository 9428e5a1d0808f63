import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type FailureCode, failureCodes } from '#core/model/failure.ts';
import type { ProductKind, ProductPage } from '#core/model/product.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct } from '#ui/routes/loaders.ts';
import { loader as loadPrices } from '#ui/screens/subscriptions/prices/prices-route.tsx';

const slug = 'albrecht-duerer';

/** Creates a shop whose API returns a product of the given kind, or fails with the given code. */
function shopWith(response: ProductKind | FailureCode): Shop {
  const product = { slug, details: { kind: response } } as ProductPage;
  const getProduct = async () =>
    failureCodes.some((code) => code === response) ? err(failureOf(response)) : ok(product);
  return { api: { getProduct } } as object as Shop;
}

const statusOf = async (loading: Promise<unknown>) =>
  loading.then(
    () => 200,
    (thrown) => thrown.init.status,
  );

test('a page loads a product of its kinds', async () => {
  expect(await loadProduct(shopWith('voucher'), slug, 'gift', 'voucher')).toMatchObject({ slug });
});

test.each([
  ['course', 404],
  ['NOT_FOUND', 404],
  ['FORBIDDEN', 404],
  ['REFRESH_REFUSED', 404],
  ['GONE', 410],
  ['TOO_MANY_ATTEMPTS', 503],
  ['INTERNAL', 503],
] as const)('a page without its product is an error: %s gives %i', async (response, status) => {
  expect(await statusOf(loadProduct(shopWith(response), slug, 'gift', 'voucher'))).toBe(status);
});

test.each([
  ['GONE', 200],
  ['NOT_FOUND', 200],
  ['NETWORK', 503],
  ['INTERNAL', 503],
] as const)('the prices page needs no plan that is not sold: %s gives %i', async (code, status) => {
  const [plan, courses, campaigns] = [ok({ details: { kind: 'subscription' } }), ok({ items: [] }), ok([])];
  const api = {
    listProducts: async () => courses,
    listCampaigns: async () => campaigns,
    getProduct: async ({ params }: { params: { slug: string } }) =>
      params.slug === 'masterpass' ? err(failureOf(code)) : plan,
  };
  const context = new RouterContextProvider();
  const stores = { session: { snapshot: { status: 'guest' } } };
  context.set(shopContext, { api, stores } as object as Shop);
  const { data, init } = await loadPrices({ context } as never);
  expect([init?.status, data.found.length]).toEqual([status, 1]);
});
