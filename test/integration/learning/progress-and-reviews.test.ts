import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { answerReview } from '#server/learning/reviews.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  confirmAddress,
  giveCourse,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const minute = 60_000;

const free = 'schumann-eine-taste';
const paid = 'schumann-das-gewicht-des-arms';

const save = (shopper: Shopper, lesson: string, position_seconds: number, more: object = {}) =>
  shop.call(endpoints.saveProgress, {
    bearer: shopper.access,
    params: { lesson },
    body: { position_seconds, ...more },
  });

describe('progress', () => {
  test('is stored for lessons the user may watch: free ones, own courses, an active membership', async () => {
    const [guest, owner] = [await register(shop), await register(shop)];
    await giveCourse(shop, owner.id, products.course);
    expect((await save(guest, free, 10)).status).toBe(200);
    expect((await save(guest, paid, 10)).codes).toEqual(['FORBIDDEN']);
    expect((await save(owner, paid, 10)).status).toBe(200);
    expect((await save(owner, 'gibt-es-nicht', 10)).codes).toEqual(['NOT_FOUND']);
  });

  test('is ordered by the watching time: late requests change nothing, a finished lesson stays finished', async () => {
    const shopper = await register(shop);
    const at = (minutes: number) => ({
      watched_at: new Date(shop.context.clock.now() - minutes * minute).toISOString(),
    });
    await save(shopper, free, 300, { ...at(10), is_finished: true });
    const late = await save(shopper, free, 20, at(30));
    expect(late.value?.data.attributes).toMatchObject({ position_seconds: 300, is_finished: true });
    const newer = await save(shopper, free, 40, at(1));
    expect(newer.value?.data.attributes).toMatchObject({ position_seconds: 40, is_finished: true });
    const same = await save(shopper, free, 41, at(1));
    expect(same.value?.data.attributes.position_seconds, 'of one moment the last counts').toBe(41);
  });

  test('is limited to the lesson’s length and to the present', async () => {
    const shopper = await register(shop);
    const future = new Date(shop.context.clock.now() + 60 * minute).toISOString();
    const { value } = await save(shopper, free, 999_999, { watched_at: future });
    expect(value?.data.attributes).toEqual({
      position_seconds: 820,
      is_finished: false,
      watched_at: new Date(shop.context.clock.now()).toISOString(),
    });
  });

  test('keeps whole seconds', async () => {
    const shopper = await register(shop);
    await save(shopper, free, 20.75);
    const { value } = await shop.call(endpoints.getLesson, { bearer: shopper.access, params: { id: free } });
    expect(value?.data.attributes.progress?.position_seconds).toBe(20);
  });

  test('is listed newest first, in pages', async () => {
    const shopper = await register(shop);
    await giveCourse(shop, shopper.id, products.course);
    for (const [index, lesson] of [free, paid, 'schumann-von-ton-zu-ton'].entries()) {
      shop.advance(minute);
      await save(shopper, lesson, index + 1);
    }
    const list = await shop.call(endpoints.listActivities, {
      bearer: shopper.access,
      query: { page: '1', size: '2' },
    });
    expect(list.value?.data.map((activity) => activity.id)).toEqual(['schumann-von-ton-zu-ton', paid]);
    expect(list.value?.data[0]?.attributes).toMatchObject({
      course: { slug: 'clara-schumann' },
      lesson: { number: 3 },
      position_seconds: 3,
    });
    expect(list.value?.meta.page).toEqual({ number: 1, size: 2, total: 3 });
    expect(list.value?.links.next).toBe('/api/activities?page=2&size=2');
    const bracketed = await shop.call(endpoints.listActivities, {
      bearer: shopper.access,
      query: { 'page[number]': '2', 'page[size]': '2' },
    });
    expect(bracketed.value?.data.map((activity) => activity.id)).toEqual([free]);
    const standard = await shop.call(endpoints.listActivities, { bearer: shopper.access });
    expect(standard.value?.meta.page.size).toBe(10);
  });

  test('of a lesson that was removed from its course is not listed', async () => {
    const shopper = await register(shop);
    await giveCourse(shop, shopper.id, products.course);
    for (const lesson of [free, paid]) await save(shopper, lesson, 5);
    await changeRows(shop.db, 'lessons', { id: paid }, { is_active: false });
    const { value } = await shop.call(endpoints.listActivities, { bearer: shopper.access });
    await changeRows(shop.db, 'lessons', { id: paid }, { is_active: true });
    expect([value?.data.map(({ id }) => id), value?.meta.page.total]).toEqual([[free], 1]);
  });

  test('of a lesson contains the previous and the next lesson, for users who may watch it', async () => {
    const shopper = await register(shop);
    await save(shopper, free, 12);
    const { value } = await shop.call(endpoints.getLesson, { bearer: shopper.access, params: { id: free } });
    expect(value?.data.attributes).toMatchObject({
      number: 1,
      part: { number: 1, title: expect.stringMatching(/./) },
      previous_id: null,
      next_id: paid,
      progress: { position_seconds: 12 },
    });
    expect((await shop.call(endpoints.getLesson, { params: { id: paid } })).codes).toEqual(['FORBIDDEN']);
    expect(
      (await shop.call(endpoints.getLesson, { params: { id: free } })).value?.data.attributes.progress,
    ).toBeNull();
  });
});

describe('reviews', () => {
  const write = (shopper: Shopper, stars: number, slug = 'emmy-noether') =>
    shop.call(endpoints.writeReview, {
      bearer: shopper.access,
      params: { slug },
      body: { stars, text: 'Klar und ohne Umwege.' },
    });
  const ratingOf = async () =>
    (await shop.call(endpoints.listReviews, { params: { slug: 'emmy-noether' } })).value?.meta.rating;

  test('are for owners only, and a product without any has no rating', async () => {
    expect(await ratingOf()).toBeNull();
    expect((await write(await register(shop), 5)).codes).toEqual(['FORBIDDEN']);
    expect((await write(await register(shop), 5, 'gibt-es-nicht')).codes).toEqual(['NOT_FOUND']);
  });

  test('of goods are for buyers until the order is refunded', async () => {
    const reader = await register(shop);
    const { id } = await buy(shop, reader, [products.book]);
    const { slug } = await rowOf(shop.db, 'products', { id: products.book });
    expect((await write(reader, 4, slug)).status).toBe(201);
    await changeRows(shop.db, 'orders', { id }, { state: 'refunded' });
    expect((await write(reader, 1, slug)).codes).toEqual(['FORBIDDEN']);
  });

  test('written in parallel add up, and a second one replaces the first', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => register(shop)));
    for (const owner of owners) await giveCourse(shop, owner.id, products.otherCourse);
    await Promise.all(owners.map((owner, index) => write(owner, (index % 5) + 1)));
    expect(await ratingOf()).toEqual({ average: 2.6, reviewers: 8, min: 1, max: 5 });
    const [first] = owners;
    if (first !== undefined) await write(first, 5);
    const rating = { average: 3.1, reviewers: 8, min: 1, max: 5 };
    expect(await ratingOf()).toEqual(rating);
    const list = await shop.call(endpoints.listProducts, { query: { 'filter[q]': 'noether' } });
    const card = list.value?.data.find(({ id }) => id === products.otherCourse);
    expect(card?.attributes.rating).toEqual(rating);
    const page = await shop.call(endpoints.getProduct, { params: { slug: 'emmy-noether' } });
    expect(page.value?.data.attributes.details).toMatchObject({ rating });
  });

  test('are sorted, and carry the shop’s answer until their author changes them', async () => {
    const slug = 'hildegard-von-bingen';
    const authors = await Promise.all([1, 2, 3].map(() => register(shop)));
    for (const [index, author] of authors.entries()) {
      await giveCourse(shop, author.id, 'course-hildegard-von-bingen');
      await write(author, [4, 2, 5][index] ?? 1, slug);
      shop.advance(60_000);
    }
    const list = async (sort?: string) => {
      const query: Record<string, string> = sort === undefined ? {} : { sort };
      return (await shop.call(endpoints.listReviews, { params: { slug }, query })).value?.data ?? [];
    };
    const stars = async (sort?: string) => (await list(sort)).map(({ attributes }) => attributes.stars);
    expect([await stars(), await stars('best'), await stars('worst')]).toEqual([
      [5, 2, 4],
      [5, 4, 2],
      [2, 4, 5],
    ]);
    const [critical] = await list('worst');
    if (critical === undefined) throw new Error('No review');
    expect(critical.attributes.answer).toBeNull();
    expect((await answerReview(shop.context, critical.id, 'Danke, das ändern wir.')).ok).toBe(true);
    expect((await answerReview(shop.context, shop.context.ids.uuid(), 'Niemand')).ok).toBe(false);
    const answered_at = new Date(shop.context.clock.now()).toISOString();
    expect((await list('worst'))[0]?.attributes.answer).toEqual({
      text: 'Danke, das ändern wir.',
      answered_at,
    });
    const [, author] = authors;
    if (author !== undefined) await write(author, 3, slug);
    expect((await list('worst'))[0]?.attributes).toMatchObject({ stars: 3, answer: null });
  });

  test('are deleted only by their author, also after the course was removed, and no longer count in the average', async () => {
    const slug = 'ignaz-semmelweis';
    const [author, other] = [await register(shop), await register(shop)];
    for (const owner of [author, other]) await giveCourse(shop, owner.id, 'course-ignaz-semmelweis');
    await write(author, 1, slug);
    await write(other, 5, slug);
    const remove = (shopper: Shopper) =>
      shop.call(endpoints.removeReview, { bearer: shopper.access, params: { slug } });
    const meta = async () => (await shop.call(endpoints.listReviews, { params: { slug } })).value?.meta;

    await remove(await register(shop));
    expect(await meta()).toMatchObject({ rating: null, distribution: [1, 0, 0, 0, 1] });
    await shop.db.deleteFrom('entitlements').where('user_id', '=', author.id).execute();
    expect((await write(author, 2, slug)).codes).toEqual(['FORBIDDEN']);
    expect((await remove(author)).status).toBe(200);
    expect(await meta()).toMatchObject({ page: { total: 1 }, distribution: [0, 0, 0, 0, 1] });
    expect((await remove(author)).status).toBe(200);
    await remove(other);
    expect(await meta()).toMatchObject({ rating: null, distribution: [0, 0, 0, 0, 0] });
  });

  test('of an owner are refused until the address is confirmed', async () => {
    const owner = await registerUnconfirmed(shop);
    expect((await write(owner, 5)).codes, 'nobody who has the course').toEqual(['FORBIDDEN']);
    await giveCourse(shop, owner.id, products.otherCourse);
    const refused = await write(owner, 5);
    expect([refused.status, refused.codes]).toEqual([403, ['EMAIL_NOT_CONFIRMED']]);
    expect(await rowsOf(shop.db, 'reviews', { user_id: owner.id })).toEqual([]);
    await confirmAddress(shop, owner);
    expect((await write(owner, 5)).status).toBe(201);
  });

  test('mark the caller’s own, and contain no user ids', async () => {
    const owner = await register(shop);
    await giveCourse(shop, owner.id, products.otherCourse);
    await write(owner, 4);
    const list = await shop.call(endpoints.listReviews, {
      bearer: owner.access,
      params: { slug: 'emmy-noether' },
    });
    expect(list.value?.data.filter((review) => review.attributes.is_own)).toHaveLength(1);
    expect(list.text).not.toContain(owner.id);
  });
});
