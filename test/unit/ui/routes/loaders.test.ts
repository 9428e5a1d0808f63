import { expect, test } from 'vitest';
import type { ProductKind, ProductPage } from '#core/model/product.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { loadProduct } from '#ui/routes/loaders.ts';

const slug = 'albrecht-duerer';

/** Creates a shop whose API returns a product of the given kind, or fails with the given status. */
function shopWith(response: ProductKind | number): Shop {
  const failure: CallFailure = { code: 'NOT_FOUND', status: Number(response), detail: '', fields: {} };
  const product = { slug, details: { kind: response } } as ProductPage;
  const getProduct = async () => (typeof response === 'number' ? err(failure) : ok(product));
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
  [404, 404],
  [410, 410],
  [500, 503],
] as const)('a page without its product is an error: %s gives %i', async (response, status) => {
  expect(await statusOf(loadProduct(shopWith(response), slug, 'gift', 'voucher'))).toBe(status);
});
