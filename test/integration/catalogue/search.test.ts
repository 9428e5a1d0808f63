import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

async function search(q: string, language: 'de' | 'en' = 'de') {
  const { value } = await shop.call(endpoints.searchAll, { query: { q }, language });
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
    ['de', 'Perspektieve', 'albrecht-duerer'],
    ['en', 'perspectiv', 'albrecht-duerer'],
    ['de', 'Widerruf', 'widerrufsbelehrung'],
    ['en', 'withdrawal', 'widerrufsbelehrung'],
    ['de', 'Wiederrufsbelehrung', 'widerrufsbelehrung'],
    ['de', 'barrierefrei', 'barrierefreiheit'],
  ] as const)('%s "%s" finds %s', async (language, q, slug) => {
    expect((await search(q, language)).map((hit) => hit.slug)).toContain(slug);
  });

  test('finds the question of the help page that is asked, in the language of the page, after what is sold', async () => {
    const [found] = (await search('widerrufen')).filter(({ slug }) => slug.startsWith('faqs#'));
    expect(found).toMatchObject({ kind: 'page', title: 'Kann ich widerrufen?', language: 'de', picture: '' });
    expect(found?.teaser).toMatch(/^Innerhalb von vierzehn Tagen/);
    const { html } = await rowOf(shop.db, 'pages', { slug: 'faqs', locale: 'de' });
    expect(html).toContain(`id="${found?.slug.split('#')[1]}"`);
    expect((await search('withdraw', 'en')).map(({ language }) => language)).not.toContain('de');
    expect((await search('klavier')).slice(0, 3).map(({ kind }) => kind)).not.toContain('page');
  });

  test('a word stem is not used as a prefix of other words: "dürer" does not find "durch"', async () => {
    const slugs = (await search('dürer')).map((hit) => hit.slug);
    expect(slugs.slice(0, 2)).toContain('albrecht-duerer');
    for (const other of ['clara-schumann', 'emmy-noether', 'alexander-von-humboldt'])
      expect(slugs).not.toContain(other);
  });

  test.each(['', 'k', '?', '   ', '&|!', '’'])('"%s" finds nothing and causes no error', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  test.each(['2½', 'xŉ', 'ʼn', "l'art", 'a\\b', 'ﬃ', '１/２', 'ª', 'und', 'a '.repeat(50)])(
    'accepts "%s", although removing accents or word endings changes its form',
    async (q) => {
      for (const path of ['/search?q=', '/products?filter[q]=', '/posts?filter[q]=']) {
        expect((await shop.send(`${path}${encodeURIComponent(q)}`)).status, path).toBe(200);
      }
      expect(shop.faults).toEqual([]);
    },
  );

  test('returns at most five hits of each kind and 24 in total', async () => {
    for (const q of ['kurs', 'geschenk', 'der', 'course', 'mit']) {
      const hits = await search(q);
      expect(hits.length).toBeLessThanOrEqual(24);
      for (const kind of new Set(hits.map((hit) => hit.kind)))
        expect(hits.filter((hit) => hit.kind === kind).length).toBeLessThanOrEqual(5);
    }
  });
});
