import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { sitemapRoutes } from '#server/catalogue/sitemap-routes.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { exportRecords } from '#server/content/records/export-records.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { copyContent } from '#test/unit/server/content/content-folder.ts';

const shop = await openTestShop();
let desk = await openCatalogueDesk(shop);
type Desk = typeof desk;
const read: Desk['read'] = (key) => desk.read(key);
const save: Desk['save'] = (...saved) => desk.save(...saved);

/** Advances the clock and logs in another editor, because sessions end. */
async function later(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  desk = await openCatalogueDesk(shop);
}

const { listCatalogueRecords } = operatorEndpoints;

const bar = { type: 'announcement', slug: 'announcement' } as const;
const popup = { type: 'popup', slug: 'first-lesson' } as const;
const post = { type: 'post', slug: 'zwanzig-minuten' } as const;
const terms = { type: 'legal', slug: 'agbs' } as const;
const both = (words: string) => ({ de: words, en: `${words} (en)` });
const day = 24 * 60 * 60_000;

const faultsOf = (saved: Awaited<ReturnType<typeof save>>) => saved.value?.meta.faults;

const announced = async () => (await shop.call(endpoints.getAnnouncement)).value?.data;

const popupOf = async (path: string) =>
  (await shop.call(endpoints.getPopup, { query: { path, locale: 'de' } })).value?.data ?? null;

const readPost = async (slug: string) =>
  (await shop.call(endpoints.getPost, { params: { slug } })).value?.data.attributes;

/** Returns where the shop shows a post: on its page, in the list, in the search for a word, in the sitemap. */
async function placesOf(slug: string, word: string): Promise<readonly string[]> {
  const list = await shop.call(endpoints.listPosts, { query: { 'page[size]': '100' } });
  const found = await shop.call(endpoints.searchAll, { query: { q: word } });
  const sitemap = await sitemapRoutes(shop.context).request('/sitemaps/posts-1.xml');
  const places = {
    page: (await readPost(slug)) !== undefined,
    list: list.value?.data.some(({ id }) => id === slug) === true,
    search: found.value?.data.some((hit) => hit.slug === slug) === true,
    sitemap: (await sitemap.text()).includes(`/blog/${slug}<`),
  };
  return Object.entries(places).flatMap(([place, isShown]) => (isShown ? [place] : []));
}

const readTerms = async () =>
  (await shop.call(endpoints.getContentPage, { params: { slug: 'agbs' } })).value?.data.attributes;

beforeEach(() => later(1_000));

describe('the announcement bar', () => {
  test('is shown with cleaned HTML on its days only; the audit log has both texts', async () => {
    const { text: former } = (await read(bar)).value;
    const text = { de: 'Neu<script>x()</script> <b>da</b>', en: 'New' };
    const clean = 'Neu <b>da</b>';
    const saved = await save(bar, { text, from: '2026-11-22', until: '2026-11-23' });
    expect(faultsOf(saved)).toEqual([]);
    const words = async () => {
      const { is_active, properties } = (await announced()) ?? {};
      return is_active ? properties?.text : null;
    };
    expect(await words(), '21 November').toBeNull();
    await later(day);
    expect(await words(), '22 November').toBe(clean);
    await later(day);
    expect(await words(), '23 November').toBe(clean);
    await later(day);
    expect(await words(), '24 November').toBeNull();
    const { before, after } = await rowOf(shop.db, 'audit_log', { record_id: 'announcement.announcement' });
    expect([before, after]).toMatchObject([{ text: former }, { text, from: '2026-11-22' }]);
    await save(bar, { text, from: undefined, until: undefined });
    expect(await words(), 'without limits').toBe(clean);
  });

  test('with an invalid number, code or period stays a draft with these faults', async () => {
    const shown = await announced();
    const claim = await save(bar, { text: { de: 'Heute 10 € Nachlass', en: 'Only with FUENFER' } });
    expect(faultsOf(claim)).toEqual([
      { path: 'text.de', code: 'claim', limit: null, words: expect.stringContaining('10') },
      { path: 'text.en', code: 'claim', limit: null, words: 'FUENFER' },
    ]);
    const backwards = await save(bar, { from: '2026-12-02', until: '2026-12-01' });
    expect(faultsOf(backwards)).toEqual([{ path: 'until', code: 'backwards', limit: null }]);
    expect(await announced()).toEqual(shown);
  });
});

describe('a popup', () => {
  test('is shown at once on its pages and days; of two that fit, the one that began last', async () => {
    const { value } = await read(popup);
    const title = both('Von Hand');
    const made = { ...value, title, from: '2026-02-01' };
    expect(faultsOf(await desk.write({ type: 'popup', slug: 'von-hand' }, made))).toEqual([]);
    expect(await popupOf('/kurse')).toMatchObject({ key: 'von-hand', title: title.de });
    await save({ type: 'popup', slug: 'von-hand' }, { from: '2025-12-31' });
    expect(await popupOf('/kurse')).toMatchObject({ key: popup.slug });
    await desk.sell(popup, false);
    expect(await popupOf('/kurse')).toMatchObject({ key: 'von-hand' });
    expect(await read(popup)).toMatchObject({ state: 'off_sale' });
    await save(popup, { title: both('Verborgen') });
    await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect(await popupOf('/kurse'), 'still taken out').toMatchObject({ key: 'von-hand' });
    await desk.sell(popup, true);
    expect(await popupOf('/kurse')).toMatchObject({ title: 'Verborgen' });
    expect((await desk.sell(bar, false)).codes, 'the shop needs it').toEqual(['NOT_POSSIBLE']);
  });
});

describe('a post', () => {
  test('is published at its planned time, with search and reading time, and is not public before', async () => {
    const { value } = await read(post);
    const slug = 'ein-neuer-beitrag';
    const text = `## Zwischentitel\n\n<script>x()</script> Quittenbrot\n\n${'Wort '.repeat(400)}`;
    const params = { type: 'post', slug } as const;
    const places = () => placesOf(slug, 'Quittenbrot');
    const at = shop.context.clock.now() + day;
    const title = 'Ein neuer Beitrag';
    const planned = await desk.write(params, { ...value, title, text }, { at });
    expect(planned.value?.data.attributes).toMatchObject({ state: 'draft', plans: [{ state: 'planned' }] });
    expect(planned.value?.data.attributes.title).toEqual({ de: title, en: title });
    expect(await places()).toEqual([]);
    await later(day);
    await desk.carryOutPlans();
    expect(await places()).toEqual(['page', 'list', 'search', 'sitemap']);
    const shown = await readPost(slug);
    expect(shown).toMatchObject({ title, reading_minutes: 2 });
    expect(shown?.html).toContain('&lt;script&gt;x()&lt;/script&gt; Quittenbrot');
    await save(params, { title: 'Nur ein Entwurf', text: 'Zwiebelfisch' }, { publishes: false });
    expect(await readPost(slug)).toEqual(shown);
    expect(await placesOf(slug, 'Zwiebelfisch')).not.toContain('search');
    await desk.sell(params, false);
    expect(await places()).toEqual([]);
    expect(await readPost(post.slug), 'others stay').toBeDefined();
  });

  test('with unsupported Markdown, an unknown course or an unknown picture is not published', async () => {
    const wrong = { text: '# Zu groß', courses: ['nirgends'], picture: 'fehlt' };
    expect(faultsOf(await save(post, wrong))).toEqual([
      { path: 'picture', code: 'unknown', limit: null },
      { path: 'courses.0', code: 'unknown', limit: null },
      { path: 'text', code: 'markdown', limit: null, words: expect.stringContaining('Zu groß') },
    ]);
  });
});

describe('a legal text', () => {
  const kept = () =>
    rowsOf(shop.db, 'page_versions', { slug: 'agbs', locale: 'de' }, ['version', 'html'], 'version');

  test('that changes needs a new first day, is published on it, and its versions are kept', async () => {
    const { value, published } = await read(terms);
    /** Returns the day so many days after the first day of the text of the content. */
    const dayAfter = (days: number) =>
      new Date(Date.parse(`${published?.version}`) + days * day).toISOString().slice(0, 10);
    const next = dayAfter(4);
    // The first day after the one of the content has passed.
    await later(Date.parse(`${dayAfter(2)}T11:00:00.000Z`) - shop.context.clock.now());
    const { en, de } = value.text as { de: string; en: string };
    const before = await readTerms();
    const changed = { text: { de: `${de}\n\nNeuer Satz.`, en: `${en}\n\nA new sentence.` } };
    expect(faultsOf(await save(terms, changed)), 'same day').toEqual([
      { path: 'version', code: 'new_version', limit: null },
    ]);
    const past = await save(terms, { ...changed, version: dayAfter(1) });
    expect(faultsOf(past), 'a day that has passed').toEqual([{ path: 'version', code: 'past', limit: null }]);
    expect(await readTerms()).toEqual(before);

    const edit = { version: (await read(terms)).version };
    const planned = await save(terms, { ...changed, version: next }, edit);
    expect(faultsOf(planned)).toEqual([]);
    const again = await save(terms, { ...changed, version: next }, edit);
    expect(again.value, 'sent again').toEqual(planned.value);
    const [plan] = planned.value?.data.attributes.plans ?? [];
    const begins = new Date(plan?.publish_at ?? 0);
    expect(begins.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })).toBe(`${next} 00:00:00`);
    expect((await readTerms())?.version).toBe(published?.version);
    await later(begins.getTime() - shop.context.clock.now() - 1);
    await desk.carryOutPlans();
    expect((await readTerms())?.version).toBe(published?.version);
    shop.advance(1);
    await desk.carryOutPlans();
    const shown = await readTerms();
    expect(shown).toMatchObject({ version: next, html: expect.stringContaining('Neuer Satz.') });
    expect(await kept()).toEqual([
      { version: published?.version, html: before?.html },
      { version: next, html: shown?.html },
    ]);
    for (const version of [published?.version, next])
      expect(faultsOf(await save(terms, { ...published, version })), 'a day that is taken').toEqual([
        { path: 'version', code: 'new_version', limit: null },
      ]);
    const described = await save(terms, { seo_description: both('Nur die Beschreibung') });
    expect(faultsOf(described), 'is no part of the text').toEqual([]);
    expect(await readTerms()).toMatchObject({ description: 'Nur die Beschreibung', version: next });
  });

  test('with an unknown placeholder is refused with its name; a known one is filled', async () => {
    const key = { type: 'legal', slug: 'impressum' } as const;
    const { en } = (await read(key)).value.text as { en: string };
    const version = '2027-01-01';
    expect(faultsOf(await save(key, { version, text: { de: '{{company.nmae}}', en } }))).toEqual([
      { path: 'text.de', code: 'placeholder', limit: null, words: 'company.nmae' },
    ]);
    expect(faultsOf(await save(key, { version, text: { de: '{{ company.name }}', en } }))).toEqual([]);
    await later(40 * day);
    await desk.carryOutPlans();
    const { html } = await rowOf(shop.db, 'pages', { slug: 'impressum', locale: 'de' });
    expect(html).toBe(`<p>${shop.content.shop.company.name}</p>`);
  });

  test('for a day with a planned text is refused until that plan is called off, so that neither text is lost', async () => {
    const key = { type: 'legal', slug: 'barrierefreiheit' } as const;
    const { value } = await read(key);
    const { de, en } = value.text as { de: string; en: string };
    const version = new Date(shop.context.clock.now() + 60 * day).toISOString().slice(0, 10);
    const ending = (words: string) => {
      const text = { de: `${de}\n\n${words}`, en: `${en}\n\n${words}` };
      return { version, text };
    };
    expect(faultsOf(await save(key, ending('Mit einem Fehler.')))).toEqual([]);
    expect(faultsOf(await save(key, ending('Ohne Fehler.')))).toEqual([
      { path: 'version', code: 'planned', limit: null },
    ]);
    const { plans, value: draft } = await read(key);
    expect(draft).toMatchObject(ending('Ohne Fehler.'));
    const params = { ...key, number: plans[0]?.number ?? 0 };
    await shop.call(operatorEndpoints.callOffCataloguePlan, { operator: desk.operator, params });
    expect(faultsOf(await save(key, ending('Ohne Fehler.')))).toEqual([]);
    await later(61 * day);
    await desk.carryOutPlans();
    expect(await read(key)).toMatchObject({ plans: [], published: { version } });
    const { html } = await rowOf(shop.db, 'pages', { slug: 'barrierefreiheit', locale: 'de' });
    expect(html).toContain('Ohne Fehler.');
  });
});

describe('advantages, conversations and the newsletter form', () => {
  const advantages = { type: 'advantages', slug: 'advantages' } as const;
  const conversations = { type: 'conversations', slug: 'conversations' } as const;
  const form = { type: 'newsletter_widget', slug: 'newsletter-widget' } as const;

  test('are shown as they are published, and the shop needs them', async () => {
    const { advantages: former } = (await read(advantages)).value as { advantages: object[] };
    const list = [{ ...former[0], title: both('Von Hand') }, ...former.slice(1)];
    expect(faultsOf(await save(advantages, { advantages: list }))).toEqual([]);
    const shown = (await shop.call(endpoints.listAdvantages)).value?.data;
    expect([shown?.[0]?.title, shown?.length]).toEqual(['Von Hand', former.length]);
    expect(faultsOf(await save(form, { text: both('<script>x()</script><b>Neu</b>') }))).toEqual([]);
    expect((await shop.call(endpoints.getNewsletterWidget)).value?.data.text).toBe('<b>Neu</b>');
    for (const key of [advantages, conversations, form])
      expect((await desk.sell(key, false)).codes, key.type).toEqual(['NOT_POSSIBLE']);
  });

  test('name each fault in the list', async () => {
    const { conversations: former } = (await read(conversations)).value as { conversations: object[] };
    const [first, ...others] = former;
    const wrong = [{ ...first, course: 'nirgends', title: both('Heute 10 €') }, ...others];
    expect(faultsOf(await save(conversations, { conversations: wrong }))).toMatchObject([
      { path: 'conversations.0.course', code: 'unknown' },
      { path: 'conversations.0.title.de', code: 'claim' },
      { path: 'conversations.0.title.en', code: 'claim' },
    ]);
    const list = [...others, { ...first, title: both('Zuletzt') }];
    expect(faultsOf(await save(conversations, { conversations: list }))).toEqual([]);
    const { value } = await shop.call(endpoints.listConversations);
    expect(value?.data.at(-1)?.title).toBe('Zuletzt');
  });
});

describe('texts as records', () => {
  test('are listed separately from the catalogue, and saved by one of two editors at once', async () => {
    const list = async (group: 'catalogue' | 'texts') => {
      const query = { 'filter[group]': group, 'page[size]': '100' };
      const { value } = await shop.call(listCatalogueRecords, { operator: desk.operator, query });
      return new Set(value?.data.map(({ attributes: { type } }) => type));
    };
    expect(await list('texts')).toEqual(
      new Set([
        ...['advantages', 'announcement', 'campaign', 'conversations', 'giveaway', 'legal'],
        ...['newsletter_widget', 'popup', 'post'],
      ]),
    );
    expect(await list('catalogue')).toContain('course');
    expect(await list('catalogue')).not.toContain('post');
    const { version } = await read(post);
    const saves = ['Eins', 'Zwei'].map((title) => save(post, { title }, { version, publishes: false }));
    expect((await Promise.all(saves)).flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);
  });

  test('are exported once to files that are the same when they are read; changes in the back office win over files', async () => {
    const { path: folder, remove } = await copyContent();
    onTestFinished(remove);
    await save(post, { title: 'Titel: mit "Zeichen"', text: 'Erster Absatz.\n\n---\n\nZweiter.' });
    const { written, offSale } = await exportRecords(shop.db, folder);
    expect(written).toEqual(
      expect.arrayContaining([
        'greenbar.yaml',
        'advantages.yaml',
        'conversations.yaml',
        'blog/zwanzig-minuten.md',
        'legal/agbs.de.md',
        'legal/agbs.en.md',
      ]),
    );
    expect(written).not.toContain('legal/datenschutz.de.md');
    expect(offSale, 'taken out of the shop').toEqual(['blog/ein-neuer-beitrag.md']);
    expect((await exportRecords(shop.db, folder)).written).toEqual([]);
    expect(await readFile(join(folder, 'blog/zwanzig-minuten.md'), 'utf8')).toMatch(
      /^---\ntitle: .*\nlead: .*\n---\nErster Absatz\.\n\n---\n\nZweiter\.\n$/s,
    );
    const again = await readContent(folder);
    if (!again.ok) throw new Error(JSON.stringify(again.error));
    const shown = await readPost(post.slug);
    await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect(await readPost(post.slug), 'kept as it was changed here').toEqual(shown);
    await loadContent(shop.context, again.value, { mode: 'demo' });
    expect(await readPost(post.slug)).toEqual(shown);
    expect((await read(post)).is_by_hand, 'as its file').toBe(false);
    await loadContent(shop.context, shop.content, {
      mode: 'demo',
      overwrites: (file) => file === 'blog/zwanzig-minuten.md',
    });
    expect((await readPost(post.slug))?.title).toBe('Zwanzig Minuten');
  });
});
