import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { setReviewVisibility } from '#server/learning/reviews.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser } = await openTestPages(shop);
const slug = 'emmy-noether';
const course = 'course-emmy-noether';

/** An owner who has finished this share of the lessons reviews the course; returns the id of the review. */
async function review(stars: number, share: number): Promise<string> {
  const { id: user_id, access: bearer } = await register(shop);
  const now = new Date(shop.context.clock.now());
  await shop.db
    .insertInto('entitlements')
    .values({ id: shop.context.ids.uuid(), user_id, course_id: course, granted_at: now })
    .execute();
  const lessons = await shop.db
    .selectFrom('lessons')
    .select('id')
    .where('course_id', '=', course)
    .where('is_active', '=', true)
    .orderBy('position')
    .execute();
  const rows = lessons.map(({ id }, index) => ({
    user_id,
    lesson_id: id,
    position_seconds: 9,
    is_finished: index < share * lessons.length,
    watched_at: now,
  }));
  await shop.db.insertInto('lesson_progress').values(rows).execute();
  const body = { stars, text: 'Klar und ohne Umwege.', author: `Nach ${share}` };
  const written = await shop.call(endpoints.writeReview, { bearer, params: { slug }, body });
  return written.value?.data.id ?? '';
}

/**
 * What visitors see: the line on the card of the list, the one on the page, the page's structured data and its words.
 */
async function look() {
  const { get } = openBrowser();
  const read = async (path: string) => (await get(path)).text();
  const [list, page] = await Promise.all([read('/de/kurse'), read(`/de/kurse/${slug}`)]);
  const line = (html: string) => /[\d,]+ \(\d+ Bewertungen?\)/.exec(html)?.[0] ?? null;
  return {
    lines: [line(list), line(page)],
    markup: /"aggregateRating":\{[^}]*\}/.exec(page)?.[0] ?? null,
    page,
  };
}

test('a rating stands on cards, page and structured data from the fifth review that can be read on', async () => {
  const nothing = { lines: [null, null], markup: null };
  for (const stars of [5, 5, 3, 3]) await review(stars, 1);
  const few = await look();
  expect(few).toMatchObject(nothing);
  expect(few.page).toContain('Einen Durchschnitt zeigen wir ab 5 Bewertungen.');

  const last = await review(4, 1);
  expect(await look()).toMatchObject({
    lines: ['4,0 (5 Bewertungen)', '4,0 (5 Bewertungen)'],
    markup:
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":5,"worstRating":1,"bestRating":5}',
  });
  await setReviewVisibility(shop.context, last, { is_hidden: true, reason: 'Werbung' });
  expect(await look()).toMatchObject(nothing);
});

test('a review says how much its author had watched, an earlier one nothing', async () => {
  await shop.db.deleteFrom('reviews').where('product_id', '=', course).execute();
  const earlier = await review(4, 1);
  await shop.db.updateTable('reviews').set({ watched_percent: null }).where('id', '=', earlier).execute();
  const said = async () =>
    [...(await look()).page.matchAll(/<span[^>]*>(Hatte [^<]*)</g)].map(([, words]) => words);
  expect(await said()).toEqual([]);
  for (const share of [1, 0.5, 0]) {
    await review(5, share);
    shop.advance(60_000);
  }
  expect(await said()).toEqual([
    'Hatte noch keine Lektion zu Ende gesehen',
    'Hatte 57\u00a0% der Lektionen gesehen',
    'Hatte den ganzen Kurs gesehen',
  ]);
});
