import { expect, test } from 'vitest';
import type { ProductCard as Product } from '#core/model/product.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { cardOf, guestState } from '#test/support/test-browser.ts';
import { ProductCard } from '#ui/components/products/product-card.tsx';

async function previewOf(facts: Partial<Product>): Promise<string | undefined> {
  const product = { ...cardOf('clara-schumann'), trailer: 'trailer-piano', ...facts };
  const stores = createStores({ ...guestState, locale: 'en', session: { status: 'guest' } });
  const html = await renderInShop(<ProductCard product={product} />, { locale: 'en', stores });
  return /data-preview="([^"]*)"/.exec(html)?.[1];
}

test('a card previews the files of a trailer, the preview file of an uploaded one, or nothing', async () => {
  const uploaded = { trailer_has_files: false, trailer_is_adaptive: true };
  expect(await previewOf({ trailer_has_files: true })).toBe('trailer-piano');
  expect(await previewOf({ ...uploaded, trailer_has_preview: true })).toBe('films/trailer-piano/preview.mp4');
  expect(await previewOf({ ...uploaded, trailer_has_preview: false })).toBeUndefined();
});
