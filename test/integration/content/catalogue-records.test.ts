import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { exportRecords } from '#server/content/records/export-records.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { actingAsCommand } from '#server/platform/audit-log.ts';
import { openCatalogueDesk, type RecordName } from '#test/integration/support/catalogue-desk.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { copyContent } from '#test/unit/server/content/content-folder.ts';

const shop = await openTestShop();
const { db } = shop;
const desk = await openCatalogueDesk(shop);
const { read } = desk;

const book = { type: 'book', slug: 'das-buch-vom-messen' } as const;
const course = { type: 'course', slug: 'emmy-noether' } as const;

/** Saves a record with some fields of its draft changed. */
async function save(params: RecordName, fields: object, saving: Parameters<typeof desk.write>[2] = {}) {
  const { value, version } = await read(params);
  return desk.write(params, { ...value, ...fields }, { version, ...saving });
}

async function load(content: Content, overwrites?: (file: string) => boolean) {
  const loaded = await loadContent(actingAsCommand(shop.context, 'content import'), content, {
    mode: 'demo',
    ...(overwrites && { overwrites }),
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  return loaded.value;
}

/** Returns the shop's content with another German subtitle of the book in its file. */
function withSubtitle(de: string): Content {
  const { sources } = shop.content;
  const products = sources.products.map((product) =>
    product.slug === book.slug
      ? ({ ...product, value: { ...product.value, subtitle: { de, en: 'From the file' } } } as typeof product)
      : product,
  );
  return { ...shop.content, sources: { ...sources, products } };
}

const shown = async (slug: string) => {
  const { value } = await shop.call(endpoints.getProduct, { params: { slug } });
  return value?.data.attributes;
};

describe('a record of the catalogue', () => {
  test('is shown in the shop when it is published, with the ledger and the audit log', async () => {
    shop.advance(1_000);
    const saved = await save(book, {
      price_cents: 3_210,
      title: { de: 'Neu gemessen', en: 'Measured anew' },
    });
    expect(saved.value?.meta.faults).toEqual([]);
    const record = saved.value?.data.attributes;
    expect(record).toMatchObject({ state: 'published', is_by_hand: true, product: { price_cents: 3_210 } });
    expect(record?.prices.map(({ price_cents }) => price_cents)).toEqual([3_210, expect.any(Number)]);
    expect(await shown(book.slug)).toMatchObject({ title: 'Neu gemessen', price: 3_210 });
    const { after, actor_name } = await rowOf(db, 'audit_log', {
      action: 'catalogue.published',
      record_id: `book.${book.slug}`,
    });
    expect(actor_name).toBe(desk.email);
    expect(after).toEqual({ price_cents: 3_210, title: { de: 'Neu gemessen', en: 'Measured anew' } });
  });

  test('with faults stays a draft with a list of them, and the shop shows the published version', async () => {
    const { value } = await save(course, {
      title: { de: '', en: 'Only in English' },
      seo: { title: { de: 'x'.repeat(71), en: 'x' } },
      master: 'nobody',
    });
    expect(value?.data.attributes).toMatchObject({ state: 'changed', value: { master: 'nobody' } });
    expect(value?.meta.faults).toEqual(
      expect.arrayContaining([
        { path: 'title.de', code: 'missing', limit: null },
        { path: 'seo.title.de', code: 'too_long', limit: 70 },
        { path: 'seo.keywords', code: 'missing', limit: null },
      ]),
    );
    const { published } = await read(course);
    const unknown = await save(course, { ...published, master: 'nobody' });
    expect(unknown.value?.meta.faults).toEqual([{ path: 'master', code: 'unknown', limit: null }]);
    expect(await shown(course.slug)).toMatchObject({ title: 'Symmetrie denken' });
    const back = await save(course, published ?? {}, { publishes: false });
    expect(back.value?.data.attributes.state).toBe('published');
  });

  test('may state only its current price; a text that the files exempt may stay', async () => {
    const lead = (de: string) => ({ lead: { de, en: 'Bound in linen.' } });
    const faultsOf = async (record: RecordName, fields: object) =>
      (await save(record, fields)).value?.meta.faults;
    const fault = { path: 'lead.de', code: 'price', limit: null };
    expect(await faultsOf(book, { price_cents: 3_400, ...lead('Für 29,90 € statt 34 €.') })).toEqual([fault]);
    expect(await faultsOf(book, { price_cents: 3_400, ...lead('Jetzt günstiger als sonst.') })).toEqual([
      fault,
    ]);
    expect(await faultsOf(book, { price_cents: 3_400, ...lead('Für {{price}}.') })).toEqual([fault]);
    expect((await shown(book.slug))?.price, 'nothing of it is published').not.toBe(3_400);
    expect(await faultsOf(book, { price_cents: 3_400, ...lead('In Leinen für 34 €.') })).toEqual([]);
    expect(await shown(book.slug)).toMatchObject({ price: 3_400 });
    expect(await faultsOf(book, { price_cents: 3_600 })).toEqual([fault]);
    expect(await faultsOf(book, { price_cents: 3_600, ...lead('In Leinen.') })).toEqual([]);

    const cooking = { type: 'course', slug: 'auguste-escoffier' } as const;
    const { material } = (await read(cooking)).value as { material: object };
    expect(JSON.stringify(await read(cooking))).toContain('fünfzehn Euro');
    expect(await faultsOf(cooking, { level: { de: 'Für alle', en: 'For all' } })).toEqual([]);
    expect(await faultsOf(cooking, { material: { ...material, de: 'Sechzehn Euro im Monat.' } })).toEqual([
      { path: 'material.de', code: 'price', limit: null },
    ]);
  });

  test('that two editors save at once is saved by one of them, and the other gets RECORD_CHANGED', async () => {
    const { version } = await read(course);
    const both = await Promise.all([
      save(course, { level: { de: 'Erste', en: 'First' } }, { version }),
      save(course, { level: { de: 'Zweite', en: 'Second' } }, { version }),
    ]);
    expect(both.flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);
    expect((await read(course)).version).toBe(version + 1);
    const gone = { type: 'master', slug: 'niemand' } as const;
    const lost = await desk.write(gone, {}, { version: 4, publishes: false });
    expect(lost.codes).toEqual(['NOT_FOUND']);
  });

  test('can be a new product, which is published with its lessons once it has no faults', async () => {
    const { value: like } = await read(course);
    const params = { type: 'course', slug: 'eine-neue-sache' } as const;
    const [part] = like.parts as { title: object; lessons: { id: string }[] }[];
    const [first] = part?.lessons ?? [];
    const draft = { ...like, title: { de: 'Eine neue Sache', en: 'A new thing' }, position: 90 };
    const create = (value: object, version: number) => desk.write(params, value, { version });
    const taken = await create({ ...draft, parts: [{ ...part, lessons: [first] }] }, 0);
    expect(taken.value?.meta.faults).toEqual([{ path: 'parts.0.lessons.0.id', code: 'taken', limit: null }]);
    const trap = { ...first, id: 'neu-null', is_free: false, length_seconds: 7_201 };
    const broken = await create({ ...draft, price_cents: 0, parts: [{ ...part, lessons: [trap] }] }, 1);
    expect(broken.value?.meta.faults).toEqual([
      { path: 'price_cents', code: 'too_small', limit: 1 },
      { path: 'parts.0.lessons.0.length_seconds', code: 'too_large', limit: 7_200 },
    ]);
    const chapters = [{ at: 3, title: { de: 'Spät', en: 'Late' } }];
    const unfit = { ...trap, length_seconds: 20, chapters };
    const unfitted = await create({ ...draft, position: 1, parts: [{ ...part, lessons: [unfit] }] }, 2);
    expect(unfitted.value?.meta.faults.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      'parts.0.lessons.0.chapters.0.at order',
      'parts.0.lessons.0.is_free not_free',
      'position taken',
    ]);
    expect((await read(params)).is_by_hand, 'no file has it').toBe(true);
    expect(await shown(params.slug)).toBeUndefined();
    const own = { ...draft, parts: [{ ...part, lessons: [{ ...first, id: 'neu-eins' }] }] };
    expect((await create(own, 3)).value?.meta.faults).toEqual([]);
    expect(await shown(params.slug)).toMatchObject({ title: 'Eine neue Sache' });
    const lesson = await db.selectFrom('lessons').selectAll().where('id', '=', 'neu-eins').executeTakeFirst();
    expect(lesson).toMatchObject({ is_active: true, is_free: true });
  });

  test('updates what depends on it: the name of a master in the search, a category on its courses', async () => {
    await save({ type: 'master', slug: 'emmy-noether' }, { lastname: 'Quendelwurz' });
    const { value } = await shop.call(endpoints.searchAll, { query: { q: 'Quendelwurz' } });
    expect(JSON.stringify(value)).toContain('emmy-noether');
    const key = { type: 'categories', slug: 'categories' } as const;
    const { groups } = (await read(key)).value as { groups: { disciplines: { identifier: string }[] }[] };
    const renamed = groups.map((group) => ({
      ...group,
      disciplines: group.disciplines.map((one) =>
        one.identifier === 'mathematik' ? { ...one, title: { de: 'Zahlenkunde', en: 'Numbers' } } : one,
      ),
    }));
    expect((await save(key, { groups: renamed })).value?.meta.faults).toEqual([]);
    expect(await shown(course.slug)).toMatchObject({ category: { title: 'Zahlenkunde' } });
    const without = renamed.map((group) => ({
      ...group,
      disciplines: group.disciplines.filter(({ identifier }) => identifier !== 'mathematik'),
    }));
    expect((await save(key, { groups: without })).value?.meta.faults).not.toEqual([]);
  });

  test('has a stock that is set by a call of its own; a product without a stock refuses it', async () => {
    const set = (id: string, body: { readonly stock: number; readonly seen?: number } = { stock: 7 }) =>
      shop.call(operatorEndpoints.setProductStock, { operator: desk.operator, params: { id }, body });
    await set(`book-${book.slug}`);
    await save(book, { lead: { de: 'Anders', en: 'Different' } });
    expect((await read(book)).product?.stock).toBe(7);
    expect((await set(`book-${book.slug}`, { stock: 15, seen: 10 })).codes).toEqual(['RECORD_CHANGED']);
    expect((await read(book)).product?.stock).toBe(7);
    expect((await set('course-emmy-noether')).codes).toEqual(['NOT_POSSIBLE']);
    expect((await set('book-fehlt')).codes).toEqual(['NOT_FOUND']);
  });
});

describe('files and rows', () => {
  test('a change in the back office survives another load, unless its file is to overwrite it', async () => {
    await save(book, { title: { de: 'Von Hand', en: 'By hand' } });
    expect(await load(withSubtitle('Aus der Datei'))).toBe(true);
    expect(await shown(book.slug)).toMatchObject({ title: 'Von Hand' });
    expect((await shown(book.slug))?.subtitle).not.toBe('Aus der Datei');
    expect(await load(withSubtitle('Aus der Datei'))).toBe(false);
    const file = `books/${book.slug}.yaml`;
    await load(withSubtitle('Aus der Datei'), (one) => one === file);
    const noted = await rowsOf(db, 'audit_log', { action: 'catalogue.loaded' }, [
      'actor_kind',
      'actor_name',
      'after',
    ]);
    expect(noted).toEqual([
      { actor_kind: 'command', actor_name: 'content import', after: { files: [file] } },
    ]);
    expect(await shown(book.slug)).toMatchObject({ subtitle: 'Aus der Datei' });
    expect((await read(book)).is_by_hand).toBe(false);
    expect(await shown('eine-neue-sache'), 'without a file').toMatchObject({ title: 'Eine neue Sache' });
    expect(await shown('eine-neue-sache'), 'no picture was drawn').toMatchObject({ share_picture: null });
    expect(await shown(course.slug)).toMatchObject({ share_picture: `teilen-${course.slug}-de` });
    expect(await shown(book.slug)).toMatchObject({ share_picture: null });
    await load(withSubtitle('Noch eine Datei'));
    expect(await shown(book.slug), 'not changed since').toMatchObject({ subtitle: 'Noch eine Datei' });
  });

  test('files with a fault change nothing, not even the records without one', async () => {
    const stored = async () => [
      await rowsOf(db, 'catalogue_records', {}, ['type', 'slug', 'published', 'loaded'], 'type', 'slug'),
      (await rowsOf(db, 'catalogue_versions', {}, ['slug'])).length,
      await rowsOf(db, 'contents', { key: 'catalogue_files' }, ['value']),
    ];
    const before = await stored();
    const files = withSubtitle('Neben einem Fehler');
    const legal = files.sources.legal.map((page) =>
      page.slug === 'agbs'
        ? { ...page, value: { ...page.value, text: { de: 'Heimlich.', en: 'Secretly.' } } }
        : page,
    );
    const sources = { ...files.sources, legal };
    const refused = await loadContent(shop.context, { ...files, sources }, { mode: 'demo' });
    expect(refused).toMatchObject({ ok: false, error: [{ file: 'legal/agbs.de.md' }, {}] });
    expect(await stored()).toEqual(before);
  });

  test('an export writes only files that differ, once, and loading them changes nothing', async () => {
    const { path: folder, remove } = await copyContent();
    onTestFinished(remove);
    const { value: before } = await read(course);
    const untouched = 'courses/albrecht-duerer.yaml';
    const original = await readFile(join(folder, untouched), 'utf8');
    await desk.sell(course, false);
    const { written, offSale } = await exportRecords(db, folder);
    expect(offSale).toEqual([`courses/${course.slug}.yaml`]);
    expect(written).toEqual(expect.arrayContaining(['categories.yaml', 'courses/eine-neue-sache.yaml']));
    expect(written).not.toContain(untouched);
    expect(await readFile(join(folder, untouched), 'utf8')).toBe(original);
    await desk.sell(course, true);
    expect(await exportRecords(db, folder)).toEqual({ written: [], offSale: [] });
    const again = await readContent(folder);
    if (!again.ok) throw new Error(JSON.stringify(again.error));
    await load(again.value);
    expect((await read(course)).value).toEqual(before);
  });

  test('a draft keeps its changes and takes the others from its file when that is loaded', async () => {
    const title = { de: 'Im Entwurf', en: 'In the draft' };
    await save(book, { title }, { publishes: false });
    await load(withSubtitle('Unter dem Entwurf'));
    expect(await read(book)).toMatchObject({ state: 'changed', value: { title } });
    await save(book, {});
    expect(await shown(book.slug)).toMatchObject({ title: title.de, subtitle: 'Unter dem Entwurf' });
  });

  test('the slug of a removed file can be used by another product', async () => {
    const slug = 'verlassen';
    const { sources } = shop.content;
    const products = sources.products.flatMap((product) => {
      if (product.slug !== book.slug) return [product];
      return [product, { ...product, slug, value: { ...product.value, position: 99 } } as typeof product];
    });
    await load({ ...shop.content, sources: { ...sources, products } });
    expect(await shown(slug)).toMatchObject({ kind: 'book' });
    await load(shop.content);
    expect(await shown(slug)).toBeUndefined();

    const { value: like } = await read(course);
    const [part] = like.parts as { lessons: object[] }[];
    const parts = [{ ...part, lessons: [{ ...part?.lessons[0], id: 'verlassen-eins' }] }];
    const saved = await desk.write({ type: 'course', slug }, { ...like, position: 91, parts });
    expect(saved.value?.meta.faults).toEqual([]);
    expect(await shown(slug)).toMatchObject({ kind: 'course' });
    const left = await rowOf(db, 'products', { id: `book-${slug}` });
    expect(left).toMatchObject({ is_active: false, slug: `book-${slug}.${slug}` });
  });
});
