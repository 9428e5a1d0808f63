import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

async function search(q: string, language: 'de' | 'en' = 'de') {
  const { value } = await shop.call(contract.searchAll, { query: { q }, language });
  return value?.data ?? [];
}

describe('the search over everything', () => {
  test('finds courses, masters, gifts and posts for one word, best first', async () => {
    const hits = await search('klavier');
    expect(hits[0]).toMatchObject({ kind: 'course', slug: 'clara-schumann' });
    expect(hits.map((hit) => hit.kind)).toEqual(expect.arrayContaining(['course', 'master', 'gift', 'post']));
  });

  test.each([
    ['de', 'zeichnet', 'albrecht-duerer'],
    ['de', 'duerer', 'albrecht-duerer'],
    ['de', 'dürer', 'albrecht-duerer'],
    ['en', 'drawings', 'albrecht-duerer'],
    ['en', 'pian', 'clara-schumann'],
    ['de', 'shumann', 'clara-schumann'],
    ['de', 'Humbolt', 'alexander-von-humboldt'],
  ] as const)('%s "%s" finds %s', async (language, q, slug) => {
    expect((await search(q, language)).map((hit) => hit.slug)).toContain(slug);
  });

  test.each(['', 'k', '?', '   ', '&|!', '’'])('"%s" finds nothing and breaks nothing', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  test('answers five of a kind and 24 in all at most', async () => {
    for (const q of ['kurs', 'geschenk', 'der', 'course', 'mit']) {
      const hits = await search(q);
      expect(hits.length).toBeLessThanOrEqual(24);
      for (const kind of new Set(hits.map((hit) => hit.kind)))
        expect(hits.filter((hit) => hit.kind === kind).length).toBeLessThanOrEqual(5);
    }
  });

  test('reads an index, not the catalogue', async () => {
    await sql`
      insert into products (id, kind, slug, position, price_cents, is_shipped, is_price_bound, category_identifier,
        picture, card, texts, details, search_de, search_en, search_words_de, search_words_en)
      select 'p-' || n, 'book', 'p-' || n, n, 100, true, true, 'buch', 'p', '{"de": {"title": "", "subtitle": ""}}', '{}', '{}',
        to_tsvector('german', 'wort' || n), to_tsvector('english', 'word' || n), 'wort' || n, 'word' || n
      from generate_series(1000, 6000) n
    `.execute(shop.db);
    await sql`analyze products`.execute(shop.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from products where is_active and search_de @@ to_tsquery('german', 'klavier:*')
    `.execute(shop.db);
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('products_search_de');
    expect((await search('wort1234')).map((hit) => hit.id)).toEqual(['p-1234']);
  });
});
