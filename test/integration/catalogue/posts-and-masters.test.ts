import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import type { ContentPost } from '#server/content/sources/content-shapes.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

describe('posts', () => {
  test('are listed newest first, in pages, without repeats', async () => {
    const all = await shop.call(endpoints.listPosts, { query: { 'page[size]': '50' } });
    const days = all.value?.data.map((post) => post.attributes.published_on) ?? [];
    expect(days.length).toBeGreaterThanOrEqual(6);
    expect(days).toEqual(days.toSorted().reverse());
    const pages = await Promise.all(
      ['1', '2', '3'].map((number) =>
        shop.call(endpoints.listPosts, { query: { 'page[number]': number, 'page[size]': '2' } }),
      ),
    );
    const ids = pages.flatMap((page) => page.value?.data.map((post) => post.id) ?? []);
    expect(ids).toEqual(all.value?.data.slice(0, 6).map((post) => post.id));
    expect(pages[1]?.value?.links.prev).toContain('number%5D=1');
  });

  test('are German for every requested language, with their courses', async () => {
    const { value } = await shop.call(endpoints.getPost, {
      params: { slug: 'zwanzig-minuten' },
      language: 'en',
    });
    const post = value?.data.attributes;
    expect(post).toMatchObject({ title: 'Zwanzig Minuten', language: 'de', topic: 'Üben' });
    expect(post?.html).toContain('<h2 id=');
    expect(post?.html).not.toContain('<script');
    expect(post?.courses.map((course) => course.id)).toEqual(['course-clara-schumann']);
  });

  test('are searched by German word stems', async () => {
    const { value } = await shop.call(endpoints.listPosts, { query: { 'filter[q]': 'Minute' } });
    expect(value?.data.map((post) => post.id)).toContain('zwanzig-minuten');
    expect(value?.meta.page.total).toBe(value?.data.length);
    expect((await shop.call(endpoints.listPosts, { query: { 'filter[q]': '???' } })).value?.data).toEqual([]);
  });

  test('are ranked by hits in the title, then in lead or keywords, then in the text, newest first', async () => {
    const word = 'Quastenflosser';
    const places = [
      (post: ContentPost) => ({ ...post, title: `${post.title} ${word}`, published_on: '2026-01-01' }),
      (post: ContentPost) => ({ ...post, lead: `${post.lead} ${word}`, published_on: '2026-01-02' }),
      (post: ContentPost) => ({
        ...post,
        seo: { ...post.seo, keywords: [...post.seo.keywords, word] },
        published_on: '2026-01-03',
      }),
      (post: ContentPost) => ({ ...post, html: `${post.html}<p>${word}</p>`, published_on: '2026-01-04' }),
    ];
    const [inTitle, inLead, inKeywords, inText, ...others] = shop.content.posts.map(
      (post, index) => places[index]?.(post) ?? post,
    );
    const posts = [inTitle, inLead, inKeywords, inText, ...others].filter((post) => post !== undefined);
    const load = (content: typeof shop.content) => loadContent(shop.context, content, { mode: 'demo' });
    await load({ ...shop.content, posts });
    const { value } = await shop.call(endpoints.listPosts, { query: { 'filter[q]': word } });
    await load(shop.content);
    expect(value?.data.map(({ id }) => id)).toEqual(
      [inTitle, inKeywords, inLead, inText].map((post) => post?.slug),
    );
  });

  test('that are loaded again stay the same', async () => {
    await shop.db.deleteFrom('contents').where('key', '=', 'checksum').execute();
    const before = await shop.db.selectFrom('posts').selectAll().orderBy('slug').execute();
    expect(await loadContent(shop.context, shop.content, { mode: 'demo' })).toEqual({
      ok: true,
      value: true,
    });
    expect(await shop.db.selectFrom('posts').selectAll().orderBy('slug').execute()).toEqual(before);
  });
});

describe('a master', () => {
  test('has a biography, courses and the books for them, in both languages', async () => {
    const [german, english] = await Promise.all(
      (['de', 'en'] as const).map((language) =>
        shop.call(endpoints.getMaster, { params: { slug: 'albrecht-duerer' }, language }),
      ),
    );
    expect(german?.value?.data.attributes.courses.map((course) => course.id)).toEqual([
      'course-albrecht-duerer',
    ]);
    expect(german?.value?.data.attributes.books.map((book) => book.id)).toEqual(['book-das-buch-vom-messen']);
    expect(german?.value?.data.attributes.biography).not.toEqual(english?.value?.data.attributes.biography);
  });
});

test('a post or a master with an unknown slug is not found', async () => {
  const params = { slug: 'niemand' };
  expect((await shop.call(endpoints.getPost, { params })).codes).toEqual(['NOT_FOUND']);
  expect((await shop.call(endpoints.getMaster, { params })).codes).toEqual(['NOT_FOUND']);
});

test('every loaded version of a legal page is stored, and listed for operators, newest first', async () => {
  const agbs = shop.content.legal.agbs;
  const version = '2027-01-01';
  const newer = {
    ...agbs,
    de: { ...agbs.de, version, plain: 'Neu.', html: '<p>Neu.</p>' },
    en: { ...agbs.en, version, plain: 'New.', html: '<p>New.</p>' },
  };
  const content = { ...shop.content, legal: { ...shop.content.legal, agbs: newer } };
  await loadContent(shop.context, content, { mode: 'demo' });
  const versions = await rowsOf(
    shop.db,
    'page_versions',
    { slug: 'agbs', locale: 'de' },
    ['version', 'plain'],
    'version',
  );
  expect(versions).toEqual([
    { version: agbs.de.version, plain: agbs.de.plain },
    { version, plain: 'Neu.' },
  ]);

  const { cookie: operator } = await logInAs(shop, 'editor');
  const list = async (query: Readonly<Record<string, string>>) => {
    const call = { operator, params: { slug: 'agbs' }, query };
    const { value } = await shop.call(operatorEndpoints.listLegalVersions, call);
    return { versions: value?.data.map((one) => one.version), next: value?.meta.next };
  };
  expect(await list({})).toEqual({ versions: [version, agbs.de.version], next: null });
  expect(await list({ 'page[size]': '1' })).toEqual({ versions: [version], next: version });
  const last = await list({ 'page[size]': '1', 'page[before]': version });
  expect(last).toEqual({ versions: [agbs.de.version], next: null });
  const read = async (wanted: string) => {
    const call = { operator, params: { slug: 'agbs', version: wanted } };
    return (await shop.call(operatorEndpoints.getLegalVersion, call)).value?.data;
  };
  expect(await read(version)).toMatchObject({ html: { de: '<p>Neu.</p>', en: '<p>New.</p>' } });
  expect(await read(agbs.de.version)).toMatchObject({
    title: { de: agbs.de.title, en: agbs.en.title },
    html: { de: agbs.de.html, en: agbs.en.html },
  });
  expect(await read('2027-01-02')).toBeUndefined();
});
