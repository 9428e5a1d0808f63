import { expect, test } from 'vitest';
import { createPreview } from '#app/wiring/preview.ts';
import { previewRecord } from '#server/content/records/preview-record.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop);
const book = { type: 'book', slug: 'das-buch-vom-messen' } as const;
const text = (words: string) => ({ de: words, en: words });

test('while the page of a preview is rendered, others change the catalogue and buy the product', async () => {
  let { api } = shop;
  const { renderShared } = await openTestPages({
    ...shop,
    api: { fetch: (request, visitor) => api.fetch(request, visitor) } as typeof api,
  });
  const renderPage = createPreview(shop.context, (ofPreview) => {
    api = ofPreview as typeof api;
    return { renderShared };
  });
  await desk.save(book, { title: text('Nur im Entwurf') }, { publishes: false });
  let meanwhile: object | undefined;
  const page = await previewRecord(
    {
      ...shop.context,
      renderPage: (trx, path, loaded) =>
        renderPage(trx, path, async () => {
          await loaded();
          await desk.save(book, { subtitle: text('Währenddessen') });
          meanwhile = await shop.db
            .updateTable('products')
            .set({ stock: 3 })
            .where('slug', '=', book.slug)
            .returning('card')
            .executeTakeFirst();
        }),
    },
    book,
    'de',
  );
  expect(JSON.stringify(meanwhile), 'what the shop shows').toContain('Währenddessen');
  expect(JSON.stringify(meanwhile)).not.toContain('Nur im Entwurf');
  const html = page.ok ? page.value.html : page.error.code;
  expect(html).toContain('Nur im Entwurf');
  expect(html).not.toContain('Währenddessen');
});
