import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { loadChangedContent } from '#app/start/open-data.ts';
import { refuseDemoData, refuseOtherMode } from '#server/content/loading/demo-data.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import type { Content, ContentProduct } from '#server/content/sources/content-shapes.ts';
import { describeContentFault } from '#server/content/sources/read-files.ts';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { packageVersion } from '#server/platform/files/package-version.ts';
import { offerCoupon } from '#test/integration/orders/order-shop.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { db, content } = shop;

/** Loads the content. Returns false if it was already loaded. */
async function load(changed: Content, mode: 'demo' | 'live' = 'demo'): Promise<boolean> {
  const loaded = await loadContent(shop.context, changed, { mode });
  if (!loaded.ok) throw new Error(loaded.error.map(describeContentFault).join('\n'));
  return loaded.value;
}

/** Returns the content with some fields of one product changed. */
function withProduct(id: string, changes: Partial<ContentProduct>): Content {
  const products = content.products.map((product) =>
    product.id === id ? { ...product, ...changes } : product,
  );
  return { ...content, products };
}

const product = (id: string) => rowOf(db, 'products', { id });
const bookId = 'book-das-buch-vom-messen';
const book = content.products.find(({ id }) => id === bookId);
if (book === undefined) throw new Error(`The content has no ${bookId}`);

/** Returns the row counts of all tables that loading the content writes. */
async function counts() {
  const tables = [
    'masters',
    'products',
    'price_ledger',
    'lessons',
    'bundles',
    'pages',
    'contents',
    'promotions',
    'coupon_codes',
    'gift_codes',
    'voucher_entries',
    'users',
    'entitlements',
    'lesson_progress',
  ] as const;
  const counted = tables.map(async (table) => [table, (await rowsOf(db, table, {})).length] as const);
  return Object.fromEntries(await Promise.all(counted));
}

beforeEach(async () => {
  await load(content);
});

describe('loading the content files', () => {
  test('returns false if they are already loaded', async () => {
    expect(await load(content)).toBe(false);
  });

  test('keeps the content of a newer version that runs beside this one, unless the load is requested', async () => {
    const loadedBy = (version: string) =>
      changeRows(db, 'contents', { key: 'content_version' }, { value: JSON.stringify(version) });
    const [major, minor] = packageVersion().split('.');
    // Compared as text, it would be an older version.
    await loadedBy(`${major}.${Number(minor) + 10}.0`);
    const changed = withProduct(bookId, { price_cents: 2_345 });
    expect(await load(changed)).toBe(false);
    expect(await product(bookId)).toMatchObject({ price_cents: book.price_cents });
    const wanted = await loadContent(shop.context, changed, { mode: 'demo', isWanted: true });
    expect(wanted).toEqual({ ok: true, value: true });
    expect(await product(bookId)).toMatchObject({ price_cents: 2_345 });
    expect(await load(content), 'of the newer version').toBe(true);
    await loadedBy('0.0.1');
    expect(await load(changed), 'of an older version').toBe(true);
  });

  test('is done once by five processes at the same time, and makes no duplicates', async () => {
    const before = await counts();
    expect(before).toMatchObject({
      products: content.products.length,
      masters: content.masters.length,
      bundles: content.bundles.length,
    });
    await db.deleteFrom('contents').where('key', '=', 'checksum').execute();
    const loaded = await Promise.all(Array.from({ length: 5 }, () => load(content)));
    expect(loaded.filter(Boolean), 'servers that loaded the content').toHaveLength(1);
    expect(await counts()).toEqual(before);
  });

  /** Returns the terms of a product, bundle or coupon in the price ledger, oldest first. */
  const termsOf = async (kind: string, subject: string) => {
    const rows = await rowsOf(db, 'price_ledger', { kind, subject }, ['terms'], 'valid_from');
    return rows.map(({ terms }) => terms);
  };

  test('records every new price of a product, a bundle and a public coupon once, and its end', async () => {
    const subjects = [
      ['product', bookId],
      ['bundle', 'auge-und-hand'],
      ['coupon', 'herbst'],
    ] as const;
    const before = await Promise.all(subjects.map((subject) => termsOf(subject[0], subject[1])));
    const changed = {
      ...withProduct(bookId, { price_cents: 2_345 }),
      bundles: content.bundles.map((one) => ({ ...one, price_cents: 13_900 })),
      coupons: content.coupons.map((one) =>
        one.id === 'herbst' ? { ...one, value: 20, titles: one.titles } : one,
      ),
    };
    shop.advance(1000);
    await load(changed);
    shop.advance(1000);
    const { newsletter_widget } = content.marketing;
    const other = { ...content.marketing, newsletter_widget: { ...newsletter_widget, is_active: false } };
    await load({ ...changed, marketing: other });
    shop.advance(1000);
    await load({
      ...content,
      products: content.products.filter(({ id }) => id !== bookId),
      bundles: [],
      coupons: content.coupons.map((one) => ({ ...one, is_public: false })),
      marketing: { ...content.marketing, campaigns: [] },
    });
    shop.advance(1000);
    await load(content);
    const after = await Promise.all(subjects.map((subject) => termsOf(subject[0], subject[1])));
    const terms = [{ price: 2_345 }, { price: 13_900 }, { value: 20, kind: 'percent' }];
    after.forEach((rows, index) => {
      const [first] = before[index] ?? [];
      const added = rows.slice(before[index]?.length);
      expect(added, subjects[index]?.[0]).toMatchObject([terms[index], null, first]);
    });
    expect(await termsOf('coupon', 'fuenfer')).toEqual([]);
  });

  test('keeps the stock left after sales, and applies a new stock and the exclusion from transfers of the file', async () => {
    await changeRows(db, 'products', { id: bookId }, { stock: 3 });
    await load(withProduct(bookId, { price_cents: 2_345 }));
    expect(await product(bookId)).toMatchObject({ stock: 3, no_bank_transfer: false });
    await load(withProduct(bookId, { stock: 77, no_bank_transfer: true }));
    expect(await product(bookId)).toMatchObject({ stock: 77, no_bank_transfer: true });
    await load(content);
    expect(await product(bookId)).toMatchObject({ no_bank_transfer: false });
  });

  test('deactivates removed products, and activates them again when they return', async () => {
    const before = await counts();
    await load({ ...content, products: content.products.filter(({ id }) => id !== bookId) });
    expect(await product(bookId)).toMatchObject({ is_active: false, slug: book.slug });
    expect((await shop.call(endpoints.getProduct, { params: { slug: book.slug } })).codes).toEqual(['GONE']);
    const { value } = await shop.call(endpoints.getProduct, { params: { slug: 'albrecht-duerer' } });
    const details = value?.data.attributes.details;
    expect(details?.kind === 'course' && details.companions).toEqual([]);
    await load(content);
    expect(await product(bookId)).toMatchObject({ is_active: true });
    expect(await counts()).toEqual(before);
  });

  test('gives the slug of a removed product to a new one, and lets two products swap slugs', async () => {
    const others = content.products.filter(({ id }) => id !== bookId);
    await load({ ...content, products: [...others, { ...book, id: 'book-neu' }] });
    const { value } = await shop.call(endpoints.getProduct, { params: { slug: book.slug } });
    expect(value?.data.id).toBe('book-neu');
    const [one, other] = content.products;
    if (one === undefined || other === undefined) throw new Error('The content has no products');
    const swapped = [
      { ...one, slug: other.slug },
      { ...other, slug: one.slug },
      ...content.products.slice(2),
    ];
    await load({ ...content, products: swapped });
    expect((await product(one.id)).slug).toBe(other.slug);
  });

  test('keeps the progress of a removed lesson', async () => {
    const course = content.products.find(({ id }) => id === 'course-albrecht-duerer');
    if (course?.details.kind !== 'course') throw new Error('This is no course');
    const before = await counts();
    const { details } = course;
    const lessons = details.lessons.slice(2);
    await load(withProduct(course.id, { details: { ...details, lessons } }));
    const after = await counts();
    expect(after).toEqual(before);
    const active = await rowsOf(db, 'lessons', { course_id: course.id, is_active: true }, ['id'], 'position');
    expect(active.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
  });

  test('keeps the uses of coupons, also if the new limit is lower', async () => {
    await changeRows(db, 'promotions', { id: 'willkommen' }, { used: 4 });
    const limited = content.coupons.map((coupon) =>
      coupon.id === 'willkommen' ? { ...coupon, limit_total: 2 } : coupon,
    );
    await load({ ...content, coupons: limited });
    const kept = { used: 4, total_limit: 4 };
    expect(await rowOf(db, 'promotions', { id: 'willkommen' })).toMatchObject(kept);
    await changeRows(db, 'promotions', { id: 'willkommen' }, { used: 0 });
  });

  test('deactivates removed codes, but not those that an operator created', async () => {
    await offerCoupon(db, { code: 'VON-HAND', percent: 5 });
    await load({ ...content, coupons: content.coupons.filter(({ id }) => id !== 'willkommen') });
    const info = (code: string) => shop.call(endpoints.getCodeInfo, { body: { code } });
    expect((await info('WILLKOMMEN10')).codes).toEqual(['UNKNOWN']);
    expect((await info('VON-HAND')).status).toBe(200);
    await load(content);
    expect((await info('WILLKOMMEN10')).status).toBe(200);
  });

  test('refuses files that name the code of a coupon made by an operator, also without its hyphens', async () => {
    await offerCoupon(db, { code: 'VOM-LADEN', percent: 5 });
    const files = {
      ...content,
      coupons: content.coupons.map((one) =>
        one.id === 'willkommen' ? { ...one, codes: [...one.codes, 'VOMLADEN'] } : one,
      ),
      codes: content.codes.map((one) => (one.code === 'GUTSCHEIN-50' ? { ...one, code: 'VOM-LADEN' } : one)),
    };
    const refused = await loadContent(shop.context, files, { mode: 'demo', overwrites: () => true });
    const cure = 'is the code of a coupon that was made in the shop → choose another code';
    expect(refused.ok ? [] : refused.error.map(describeContentFault)).toEqual([
      `coupons.yaml codes: "VOMLADEN" ${cure}`,
      `codes.yaml code: "VOM-LADEN" ${cure}`,
    ]);
    const codesOf = (promotion_id: string) => rowsOf(db, 'coupon_codes', { promotion_id }, ['code']);
    expect([await codesOf('VOM-LADEN'), await codesOf('willkommen')]).toEqual([
      [{ code: 'VOM-LADEN' }],
      [{ code: 'WILLKOMMEN10' }],
    ]);
    expect(await rowOf(db, 'gift_codes', { code: 'GUTSCHEIN-50' })).toMatchObject({ revoked_at: null });
  });

  test('keeps the balance of a voucher, and revokes a removed one if it is unused', async () => {
    const voucher = () => rowOf(db, 'gift_codes', { code: 'GUTSCHEIN-50' });
    const without = { ...content, codes: content.codes.filter(({ code }) => code !== 'GUTSCHEIN-50') };
    await load(without);
    expect((await voucher()).revoked_at).not.toBeNull();
    const differences = await findDifferences(db, shop.context.clock.now());
    expect(differences, 'revoked vouchers keep their balance').toEqual([]);
    await load(content);
    expect((await voucher()).revoked_at).toBeNull();
    await changeRows(db, 'gift_codes', { code: 'GUTSCHEIN-50' }, { balance_cents: 10 });
    await load(without);
    expect(await voucher()).toMatchObject({ balance_cents: 10, revoked_at: null });
    await load(content);
    expect(await voucher()).toMatchObject({ balance_cents: 10 });
  });

  test('cleans the announcement bar when it is stored', async () => {
    const dirty =
      '<b>Neu</b> <a href="/de/kurse" onclick="x()">Kurse</a><script>x()</script><a href="javascript:x()">!</a><img src=x onerror=x()><a href="//böse.example">?</a>';
    await load({ ...content, greenbar: { ...content.greenbar, text: { de: dirty, en: dirty } } });
    const { value } = await shop.call(endpoints.getAnnouncement);
    expect(value?.data.properties.text).toBe('<b>Neu</b> <a href="/de/kurse">Kurse</a><a>!</a><a>?</a>');
  });

  test('reports a missing official notice on the legal guarantee at a live start only', async () => {
    const messagesIn = async (mode: 'demo' | 'live') => {
      const messages: string[] = [];
      const settings = { ...shop.context.settings, mode };
      await loadChangedContent({ ...shop.context, settings }, (message) => void messages.push(message));
      return messages.filter((message) => message.includes('guarantee'));
    };
    expect(await messagesIn('demo')).toEqual([]);
    expect(await messagesIn('live')).toEqual([
      expect.stringMatching(/is missing: .*guarantee_notice of the shop data/),
    ]);
    const { published } = await rowOf(db, 'catalogue_records', { type: 'shop' });
    const notice = { guarantee_notice: { de: 'guilloche', en: 'masterpass' } };
    const publish = (value: unknown) =>
      changeRows(db, 'catalogue_records', { type: 'shop' }, { published: JSON.stringify(value) });
    await publish({ ...(published as object), ...notice });
    expect(await messagesIn('live'), 'published in the back office').toEqual([]);
    await publish(published);
    const sellGoods = async (is_on_sale: boolean) => {
      for (const type of ['book', 'gift_box'])
        await changeRows(db, 'catalogue_records', { type }, { is_on_sale });
    };
    await sellGoods(false);
    expect(await messagesIn('live'), 'no goods are on sale').toEqual([]);
    await sellGoods(true);
  });

  test('does not change the demo learner’s own data, and creates none in live mode', async () => {
    const [{ email = '', firstname = '' } = {}] = content.demo.learners;
    await changeRows(db, 'users', { email }, { firstname: 'Anders' });
    await load({ ...content, greenbar: { ...content.greenbar, is_active: false } });
    const names = async () => (await rowsOf(db, 'users', { email })).map((user) => user.firstname);
    expect(await names()).toEqual(['Anders']);
    await db.deleteFrom('users').execute();
    await load(content, 'live');
    expect(await names()).toEqual([]);
    const coupon = await shop.call(endpoints.getCodeInfo, { body: { code: 'WILLKOMMEN10' } });
    expect(coupon.codes, 'a demo coupon').toEqual(['UNKNOWN']);
    await load(content, 'demo');
    expect(await names()).toEqual([firstname]);
  });

  test('loads demo data that prevents a live start once used; unused codes are revoked, and no demo starts again', async () => {
    const startOn = async (trx: typeof db) =>
      refuseDemoData({ ...shop.context, db: trx }).then(
        () => 'starts',
        ({ message }: Error) => message.split('.')[0],
      );
    const rolledBack = db.transaction().execute(async (trx) => {
      const setBalance = (code: string, balance_cents: number) =>
        changeRows(trx, 'gift_codes', { code }, { balance_cents, revoked_at: null, redeemed_at: null });
      await setBalance('GESCHENK-CLARA', 0);
      await setBalance('GUTSCHEIN-50', 1_200);
      expect(await startOn(trx)).toBe('This database has demo data: 1 demo account and 1 redeemed demo code');
      const codes = await rowsOf(trx, 'gift_codes', { is_demo: true }, ['code', 'revoked_at'], 'code');
      expect(codes.map(({ revoked_at }) => revoked_at !== null)).toEqual([true, false]);
      await setBalance('GUTSCHEIN-50', 5_000);
      await changeRows(trx, 'users', { is_demo: true }, { deleted_at: new Date(0) });
      await refuseOtherMode(trx, 'demo');
      expect(await startOn(trx)).toBe('starts');
      await expect(refuseOtherMode(trx, 'demo')).rejects.toThrow('belongs to a live shop');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
  });

  test('that fails changes nothing', async () => {
    const before = await counts();
    const broken = withProduct(bookId, { price_cents: -1, slug: 'kaputt' });
    await expect(load({ ...broken, masters: [] })).rejects.toThrow();
    expect(await counts()).toEqual(before);
    expect((await product(bookId)).slug).toBe(book.slug);
  });
});
