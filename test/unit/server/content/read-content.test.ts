import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Content } from '#server/content/content.ts';
import { readContent } from '#server/content/read-content.ts';
import { describeContentFault, fieldName } from '#server/content/read-files.ts';
import { runs } from '#test/run-count.ts';
import type { ContentFolder } from './content-folder.ts';
import { copyContent, ownContent } from './content-folder.ts';

let folder: ContentFolder;
let content: Content;

beforeAll(async () => {
  folder = await copyContent();
  const read = await readContent(folder.path);
  if (!read.ok) throw new Error(read.error.map(describeContentFault).join('\n'));
  content = read.value;
});

afterAll(() => folder.remove());

function source(file: string): string {
  return readFileSync(join(ownContent, file), 'utf8');
}

async function faultsWith(file: string, text: string | null) {
  const read = await folder.withFile(file, text, () => readContent(folder.path));
  return read.ok ? [] : read.error;
}

/** Returns the paths of all values that have a German and an English text: `['parts', 0, 'title']`. */
function localizedPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('de' in value && 'en' in value) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => localizedPaths(item, [...path, key]));
}

const yamlFiles = readdirSync(ownContent, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.yaml') && file !== 'greenbar.yaml',
);

const localizedPlaces = yamlFiles.flatMap((file) =>
  localizedPaths(parse(source(file))).map((path) => ({ file, path })),
);

function at(value: unknown, path: readonly (string | number)[]): Record<string, unknown> {
  return path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value) as Record<
    string,
    unknown
  >;
}

describe('the content of the shop', () => {
  test.each([
    ['books', 'das-buch-vom-messen', ['format']],
    ['courses', 'clara-schumann', ['level', 'material']],
  ] as const)('%s have each text from the field of its name', (folderName, slug, own) => {
    const fields = parse(source(`${folderName}/${slug}.yaml`));
    const texts = content.products.find((product) => product.slug === slug)?.texts;
    for (const locale of ['de', 'en'] as const) {
      for (const name of ['title', 'subtitle', 'picture_alt', 'lead', ...own] as const)
        expect(texts?.[locale][name], `${name} in ${locale}`).toBe(fields[name][locale].trim());
      for (const name of (['format', 'level', 'material'] as const).filter(
        (one) => !own.some((it) => it === one),
      ))
        expect(texts?.[locale][name], name).toBeNull();
    }
  });

  const pricesOf = (kind: string) =>
    content.products.filter((product) => product.kind === kind).map((product) => product.price_cents);

  test('contains the products of the demo', () => {
    expect(pricesOf('course')).toHaveLength(12);
    expect(pricesOf('book')).toHaveLength(4);
    expect(pricesOf('voucher')).toEqual([2500, 5000, 10_000]);
    expect(pricesOf('membership')).toEqual([18_000]);
    expect(pricesOf('subscription')).toHaveLength(1);
    const boxes = content.products.filter((product) => product.kind === 'gift_box');
    expect(boxes.map((box) => [box.stock, box.max_per_order])).toEqual([
      [60, 2],
      [3, null],
      [40, null],
    ]);
    expect(content.posts.length).toBeGreaterThanOrEqual(6);
  });

  test('leaves bank transfer to every product that does not exclude it', async () => {
    const file = 'gift-boxes/zeichentisch.yaml';
    const excluded = async (text: string) => {
      const read = await folder.withFile(file, text, () => readContent(folder.path));
      if (!read.ok) throw new Error(read.error.map(describeContentFault).join('\n'));
      return read.value.products.filter((product) => product.no_bank_transfer).map(({ slug }) => slug);
    };
    expect(await excluded(source(file))).toEqual([]);
    expect(await excluded(`${source(file)}\nno_bank_transfer: true\n`)).toEqual(['zeichentisch']);
  });

  test('names the official notice on the legal guarantee only by a picture that exists', async () => {
    const withNotice = (text: string) =>
      folder.withFile('shop.yaml', `${source('shop.yaml')}\nguarantee_notice: ${text}\n`, () =>
        readContent(folder.path),
      );
    expect(content.shop.guarantee_notice).toBeUndefined();
    const read = await withNotice('{ de: guilloche, en: masterpass }');
    expect(read.ok && read.value.shop.guarantee_notice).toEqual({ de: 'guilloche', en: 'masterpass' });
    const broken = await withNotice('{ de: guilloche, en: not-drawn }');
    expect(broken.ok ? [] : broken.error.map(describeContentFault)).toEqual([
      expect.stringMatching(/^shop\.yaml:\d+ guarantee_notice\.en: there is no picture "not-drawn"/),
    ]);
  });

  test('has the demo codes that clients and tests rely on', () => {
    const byCode = Object.fromEntries(
      content.coupons.flatMap((coupon) => coupon.codes.map((code) => [code, coupon])),
    );
    expect(byCode.WILLKOMMEN10).toMatchObject({ kind: 'percent', value: 10 });
    expect(byCode.FUENFER).toMatchObject({ kind: 'fixed', value: 500, minimum_subtotal_cents: 3000 });
    expect(byCode.VERSANDFREI).toMatchObject({ kind: 'free_shipping' });
    expect(byCode.EINMAL).toMatchObject({ limit_total: 1 });
    expect(Date.parse(byCode.ABGELAUFEN?.valid_until ?? '')).toBeLessThan(Date.parse('2026-01-01'));
    expect(byCode.HERBST).toMatchObject({ campaign: 'herbst' });
    expect(content.codes).toEqual([
      { code: 'GESCHENK-CLARA', is_demo: true, kind: 'course', product_id: 'course-clara-schumann' },
      { code: 'GUTSCHEIN-50', is_demo: true, kind: 'voucher', amount_cents: 5000 },
    ]);
    expect(content.demo.learners).toEqual([
      expect.objectContaining({
        email: 'lernende@meisterhand.example',
        password: 'meisterhand-demo',
        courses: ['course-albrecht-duerer'],
        watched: [expect.anything(), expect.anything()],
      }),
    ]);
  });

  test('stores each campaign page’s coupon with the campaign that it requires', () => {
    const { campaigns } = content.marketing;
    expect(campaigns.map(({ place, slug }) => `${place}/${slug}`).sort()).toEqual([
      'angebote/herbst',
      'angebote/werkbank',
      'specials/auge-und-hand',
      'specials/winterlos',
    ]);
    for (const { slug, coupon, giveaway, product_ids } of campaigns) {
      expect(coupon === null, slug).toBe(giveaway !== null);
      expect(product_ids.length > 0, slug).toBe(coupon !== null);
      const known = content.coupons.find(({ codes }) => coupon !== null && codes.includes(coupon.code));
      expect(known?.campaign ?? null, slug).toBe(coupon?.campaign ?? null);
    }
  });

  test.each([
    ['coupon: HERBST', 'coupon: NIRGENDS', '[0].coupon'],
    ['products: [druckwerkstatt]', 'products: [nirgends]', '[1].products[0]'],
    ['giveaway: winterlos', 'giveaway: nirgends', '[3].giveaway'],
    ['picture: masterpass', 'picture: nirgends', '[3].picture'],
    ['coupon: WERKBANK', 'giveaway: winterlos', '[1]'],
    ['slug: werkbank', 'slug: herbst', '[1].slug'],
  ])('blames a campaign that says “%s” wrongly', async (right, wrong, field) => {
    const faults = await faultsWith('campaigns.yaml', source('campaigns.yaml').replace(right, wrong));
    expect(faults).toMatchObject([{ file: 'campaigns.yaml', field }]);
  });

  test('reports a missing sharing picture of a course', async () => {
    const faults = await faultsWith('pictures/teilen-clara-schumann-en.svg', null);
    expect(faults).toMatchObject([{ file: 'courses/clara-schumann.yaml', field: 'title.en' }]);
  });

  test('uses no paragraph for two products', () => {
    for (const locale of ['de', 'en'] as const) {
      const paragraphs = content.products.flatMap((product) => [
        product.texts[locale].lead,
        ...product.texts[locale].description,
        ...product.texts[locale].questions.map(({ answer }) => answer),
        ...product.texts[locale].parts.flatMap(({ lessons }) => lessons.map(({ summary }) => summary)),
      ]);
      expect(paragraphs.filter((one, index) => paragraphs.indexOf(one) !== index)).toEqual([]);
    }
  });

  test('gives every course four lessons or more, the first free, and adds their lengths up', () => {
    for (const { slug, texts, details } of content.products) {
      if (details.kind !== 'course') continue;
      const lessons = texts.en.parts.flatMap((part) => part.lessons);
      expect(lessons.length, slug).toBeGreaterThanOrEqual(4);
      expect(lessons.map((lesson) => lesson.is_free).indexOf(true), slug).toBe(0);
      expect(details.lessons.map((lesson) => lesson.id)).toEqual(lessons.map((lesson) => lesson.id));
      expect(details.length_seconds).toBe(lessons.reduce((sum, lesson) => sum + lesson.length_seconds, 0));
    }
  });

  test('links course and book both ways, by ids', () => {
    const companionsOf = (id: string) => {
      const details = content.products.find((product) => product.id === id)?.details;
      return details?.kind === 'course' || details?.kind === 'book' ? details.companions : [];
    };
    expect(companionsOf('book-vom-setzen-der-worte')).toContain('course-johannes-gutenberg');
    expect(companionsOf('course-johannes-gutenberg')).toContain('book-vom-setzen-der-worte');
  });

  test('names the gift that opens each course', () => {
    for (const { id, slug, details } of content.products) {
      if (details.kind !== 'course') continue;
      expect(details.gift, slug).not.toBeNull();
      const gift = content.products.find((product) => product.slug === details.gift);
      expect(gift?.details, slug).toMatchObject({ kind: 'gift', gives: { product_id: id } });
    }
  });

  test('puts the operator’s data into the legal texts and leaves no placeholder', () => {
    for (const texts of Object.values(content.legal)) {
      for (const { html, plain } of Object.values(texts)) {
        expect(html).not.toMatch(/\{\{|\}\}/);
        expect(plain).not.toMatch(/<\w/);
      }
    }
    expect(content.legal.impressum.de.html).toContain(content.shop.company.name);
  });
});

describe('a fault', () => {
  test.prop([fc.constantFrom(...localizedPlaces), fc.constantFrom('de', 'en')], { numRuns: runs(12) })(
    'names file and field of a missing language',
    async ({ file, path }, locale) => {
      const spoiled: unknown = parse(source(file));
      delete at(spoiled, path)[locale];
      const faults = await faultsWith(file, stringify(spoiled));
      expect(faults).toContainEqual(
        expect.objectContaining({
          file,
          field: fieldName([...path, locale]),
          problem: expect.stringContaining(locale === 'de' ? 'German' : 'English'),
          cure: expect.stringContaining(`"${locale}"`),
        }),
      );
    },
    120_000,
  );

  const broken: readonly [what: string, file: string, from: string | RegExp, to: string, field: string][] = [
    [
      'course without its master',
      'courses/bertha-benz.yaml',
      'master: bertha-benz',
      'master: carl-benz',
      'master',
    ],
    [
      'unknown discipline',
      'courses/bertha-benz.yaml',
      'discipline: motoren',
      'discipline: tanz',
      'discipline',
    ],
    [
      'first lesson not free',
      'courses/bertha-benz.yaml',
      'is_free: true',
      'is_free: false',
      'parts[0].lessons[0]',
    ],
    [
      'lesson id used twice',
      'courses/bertha-benz.yaml',
      'id: benz-vier-takte',
      'id: duerer-das-leere-blatt',
      'parts[0].lessons[0].id',
    ],
    ['place taken', 'courses/bertha-benz.yaml', 'position: 10', 'position: 1', 'position'],
    ['no such picture', 'courses/bertha-benz.yaml', 'picture: bertha-benz', 'picture: einhorn', 'picture'],
    [
      'price below a cent',
      'courses/bertha-benz.yaml',
      'price_cents: 7900',
      'price_cents: 79.5',
      'price_cents',
    ],
    [
      'field nobody knows',
      'courses/bertha-benz.yaml',
      'price_cents: 7900',
      'price_cents: 7900\nprize: 1',
      'prize',
    ],
    [
      'book of an unknown course',
      'books/fuenf-saucen.yaml',
      /courses: .*/,
      'courses: [nirgends]',
      'courses[0]',
    ],
    [
      'gift of an unknown course',
      'gifts/geschenk-bertha-benz.yaml',
      'course: bertha-benz',
      'course: nirgends',
      'gives.course',
    ],
    [
      'coupon that gives a book away',
      'coupons.yaml',
      'product: geschenk-ignaz-semmelweis',
      'product: fuenf-saucen',
      '[6].product',
    ],
    ['coupon code twice', 'coupons.yaml', '[FUENFER]', '[WILLKOMMEN10]', '[1].codes[0]'],
    [
      'coupon that ends before it begins',
      'coupons.yaml',
      "valid_until: '2025",
      "valid_until: '2024",
      '[4].valid_until',
    ],
    ['coupon for an unknown kind', 'coupons.yaml', 'kinds: [gift_box]', 'kinds: [pony]', '[7].kinds[0]'],
    ['code of an unknown course', 'codes.yaml', 'course: clara-schumann', 'course: nirgends', '[0].course'],
    ['bundle with a book', 'bundles.yaml', 'maria-sibylla-merian]', 'fuenf-saucen]', '[0].products[1]'],
    [
      'bundle dearer than its parts',
      'bundles.yaml',
      'price_cents: 14900',
      'price_cents: 17800',
      '[0].price_cents',
    ],
    [
      'learner who watched what they do not own',
      'demo.yaml',
      'lesson: duerer-das-leere-blatt',
      'lesson: benz-vier-takte',
      'learners[0].watched[0].lesson',
    ],
    [
      'place behind the end of a lesson',
      'demo.yaml',
      'position_seconds: 20',
      'position_seconds: 761',
      'learners[0].watched[0].position_seconds',
    ],
    [
      'opening with an unknown course',
      'shop.yaml',
      'course: albrecht-duerer',
      'course: nirgends',
      'opening.course',
    ],
    ['post with a wrong date', 'blog/zwanzig-minuten.md', '2026-10-29', '2026-13-29', 'published_on'],
    [
      'link into a script',
      'blog/zwanzig-minuten.md',
      'Nach acht Minuten',
      '[Nach](javascript:alert) acht Minuten',
      'text',
    ],
    [
      'unknown placeholder',
      'legal/impressum.de.md',
      '{{company.name}}',
      '{{company.nmae}}',
      '{{company.nmae}}',
    ],
    ['versions that differ', 'legal/agbs.en.md', 'version: 2026-11-22', 'version: 2026-11-23', 'version'],
  ];

  test.each(broken)('names %s', async (_what, file, from, to, field) => {
    const text = source(file);
    const spoiled = text.replace(from, to);
    expect(spoiled).not.toBe(text);
    const faults = await faultsWith(file, spoiled);
    expect(faults.map((fault) => [fault.file, fault.field])).toContainEqual([file, field]);
    for (const fault of faults) expect(describeContentFault(fault)).toMatch(/^[\w./-]+.* → .+/);
  });

  test.each([
    ['bundles.yaml', '- id: auge\n  title: { de: a: b }\n', 2],
    ['blog/zwanzig-minuten.md', '---\ntitle: Üben\nlead: "offen\n---\nText\n', 3],
  ])('names the line of broken YAML in %s', async (file, text, line) => {
    const faults = await faultsWith(file, text);
    expect(faults.map((fault) => fault.line)).toContain(line);
    expect(faults.every((fault) => fault.file === file)).toBe(true);
  });

  test('names a missing file, and a file whose name is no slug', async () => {
    expect(await faultsWith('codes.yaml', null)).toEqual([
      expect.objectContaining({ file: 'codes.yaml', problem: 'is missing' }),
    ]);
    const faults = await faultsWith('masters/Carl Benz.yaml', source('masters/bertha-benz.yaml'));
    expect(faults).toEqual([expect.objectContaining({ file: 'masters/Carl Benz.yaml' })]);
  });

  test('has a line number', async () => {
    const file = 'courses/bertha-benz.yaml';
    const text = source(file).replace('id: benz-vier-takte', 'id: BENZ');
    const [fault] = await faultsWith(file, text);
    const line = text.split('\n').findIndex((one) => one.includes('id: BENZ')) + 1;
    expect(fault).toMatchObject({ field: 'parts[0].lessons[0].id', line });
  });

  test('is reported together with all others', async () => {
    const text = source('bundles.yaml').replaceAll('price_cents: 14900', 'price_cents: viel');
    expect(await faultsWith('bundles.yaml', text)).toHaveLength(2);
  });
});
