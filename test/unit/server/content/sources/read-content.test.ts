import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { lacksGuaranteeNotice } from '#server/content/sources/guarantee-notice.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { describeContentFault } from '#server/content/sources/read-files.ts';
import { type ContentFolder, copyContent, source } from '#test/unit/server/content/content-folder.ts';

let folder: ContentFolder;
let content: Content;

beforeAll(async () => {
  folder = await copyContent();
  const read = await readContent(folder.path);
  if (!read.ok) throw new Error(read.error.map(describeContentFault).join('\n'));
  content = read.value;
});

afterAll(() => folder.remove());

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

  test('allows bank transfer for every product that does not exclude it', async () => {
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

  test('lacks the official notice on the legal guarantee while it sells goods without one', () => {
    const guarantee_notice = { de: 'guilloche', en: 'masterpass' };
    const products = content.products.filter(({ kind }) => kind === 'course');
    expect(lacksGuaranteeNotice(content)).toBe(true);
    expect(lacksGuaranteeNotice({ ...content, shop: { guarantee_notice } })).toBe(false);
    expect(lacksGuaranteeNotice({ ...content, products })).toBe(false);
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
        // Versions are compared by the plain text, so it has the data as well.
        expect(plain).not.toMatch(/<\w|\{\{|\}\}/);
      }
    }
    for (const text of [content.legal.impressum.de.html, content.legal.impressum.de.plain])
      expect(text).toContain(content.shop.company.name);
  });
});
