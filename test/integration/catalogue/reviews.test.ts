import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { setReviewVisibility } from '#server/learning/reviews.ts';
import {
  chosenOf,
  inputOf,
  openTestPages,
  redirectOf,
  summaryOf,
} from '#test/integration/support/read-pages.ts';
import { insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  confirmAddress,
  giveCourse,
  password,
  register,
  registerUnconfirmed,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { openBrowser, openLearner } = await openTestPages(shop);
const slug = 'emmy-noether';
const course = 'course-emmy-noether';

/** Reviews the course as an owner who has finished this share of the lessons; returns the id of the review. */
async function review(stars: number, share: number): Promise<string> {
  const { id: user_id, access: bearer } = await register(shop);
  const now = new Date(shop.context.clock.now());
  await giveCourse(shop, user_id, course);
  const lessons = await rowsOf(shop.db, 'lessons', { course_id: course, is_active: true }, '*', 'position');
  const rows = lessons.map(({ id }, index) => ({
    user_id,
    lesson_id: id,
    position_seconds: 9,
    is_finished: index < share * lessons.length,
    watched_at: now,
  }));
  await insertRows(shop.db, 'lesson_progress', rows);
  const body = { stars, text: 'Klar und ohne Umwege.', author: `Nach ${share}` };
  const written = await shop.call(endpoints.writeReview, { bearer, params: { slug }, body });
  return written.value?.data.id ?? '';
}

/** Returns what visitors see: the rating on the card of the list and on the page, the structured data and the page. */
async function readRating() {
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

test('a rating is shown on card, page and in structured data from the fifth visible review on', async () => {
  const nothing = { lines: [null, null], markup: null };
  for (const stars of [5, 5, 3, 3]) await review(stars, 1);
  const few = await readRating();
  expect(few).toMatchObject(nothing);
  expect(few.page).toContain('Einen Durchschnitt zeigen wir ab 5 Bewertungen.');

  const last = await review(4, 1);
  expect(await readRating()).toMatchObject({
    lines: ['4,0 (5 Bewertungen)', '4,0 (5 Bewertungen)'],
    markup:
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":5,"worstRating":1,"bestRating":5}',
  });
  await setReviewVisibility(shop.context, last, { is_hidden: true, reason: 'Werbung' });
  expect(await readRating()).toMatchObject(nothing);
});

test('a hidden review stays hidden when it is deleted and written again', async () => {
  const me = await register(shop);
  await giveCourse(shop, me.id, course);
  const write = async (text: string) => {
    const written = await shop.call(endpoints.writeReview, {
      bearer: me.access,
      params: { slug },
      body: { stars: 1, text, author: 'Nie' },
    });
    return written.value?.data.id ?? '';
  };
  const seen = async (bearer?: string) =>
    (await shop.call(endpoints.listReviews, { bearer, params: { slug }, query: {} })).value;
  const id = await write('Eine Beleidigung.');
  await setReviewVisibility(shop.context, id, { is_hidden: true, reason: 'Beleidigung' });
  await shop.call(endpoints.removeReview, { bearer: me.access, params: { slug } });
  const { text, author } = await rowOf(shop.db, 'reviews', { id });
  expect([text, author]).toEqual(['', '']);
  expect((await seen(me.access))?.meta.own).toBeNull();
  expect(await setReviewVisibility(shop.context, id, { is_hidden: false, reason: 'Versehen' })).toBe(false);
  expect(await write('Noch eine Beleidigung.')).toBe(id);
  expect(JSON.stringify(await seen())).not.toContain('Beleidigung');
  expect((await seen(me.access))?.meta.own).toMatchObject({ id });
});

test('a review shows how much its author had watched, if that was stored', async () => {
  await shop.db.deleteFrom('reviews').where('product_id', '=', course).execute();
  const earlier = await review(4, 1);
  await shop.db.updateTable('reviews').set({ watched_percent: null }).where('id', '=', earlier).execute();
  const shown = async () =>
    [...(await readRating()).page.matchAll(/<span[^>]*>(Hatte [^<]*)</g)].map(([, words]) => words);
  expect(await shown()).toEqual([]);
  for (const share of [1, 0.5, 0]) {
    await review(5, share);
    shop.advance(60_000);
  }
  expect(await shown()).toEqual([
    'Hatte noch keine Lektion zu Ende gesehen',
    'Hatte 57\u00a0% der Lektionen gesehen',
    'Hatte den ganzen Kurs gesehen',
  ]);
});

const path = '/de/kurse/emmy-noether';
const reviewsOf = (author: string) =>
  shop.db.selectFrom('reviews').select(['stars', 'text']).where('author', '=', author).execute();

async function openOwner() {
  const browser = await openLearner();
  await giveCourse(shop, browser.id, 'course-emmy-noether');
  return browser;
}

describe('the review of a course without JavaScript', () => {
  test('is written, changed and deleted by an owner', async () => {
    const { get, post } = await openOwner();
    const first = { form: 'review', stars: '4', text: 'Klar und geduldig erklärt.', author: 'Ada K.' };
    expect(await redirectOf(post(path, first))).toBe(`${path}#bewertungen`);
    const html = await (await get(path)).text();
    expect([chosenOf(html, 'stars'), inputOf(html, 'author').tag.includes('value="Ada K."')]).toEqual([
      '4',
      true,
    ]);
    await post(path, { ...first, stars: '2', text: 'Beim zweiten Mal zu schnell.' });
    expect(await reviewsOf('Ada K.')).toEqual([{ stars: 2, text: 'Beim zweiten Mal zu schnell.' }]);
    expect((await post(path, { form: 'remove_review' })).status).toBe(303);
    expect(await reviewsOf('Ada K.')).toEqual([]);
    expect((await post(path, { form: 'remove_review' })).status).toBeLessThan(500);
  });

  test('keeps the input, with each error at its field', async () => {
    const { post } = await openOwner();
    const author = 'x'.repeat(61);
    const answer = await post(path, { form: 'review', text: 'Kurz', author });
    const html = await answer.text();
    expect([answer.status, summaryOf(html).map(([, text]) => text)]).toEqual([
      422,
      [
        'Bitte wählen Sie, wie viele Sterne Sie geben.',
        'Bitte schreiben Sie mindestens einen Satz.',
        'Bitte kürzen Sie den Namen auf 60 Zeichen.',
      ],
    ]);
    expect(inputOf(html, 'author').tag).toContain(`value="${author}"`);
    expect(inputOf(html, 'text').error).toBe('Bitte schreiben Sie mindestens einen Satz.');
    const odd = await post(path, { form: 'review', stars: '4.5e300', text: 'Ein ganzer Satz steht hier.' });
    expect(odd.status).toBe(422);
  });

  test('is refused until the address of the owner is confirmed; the link for that is mailed again', async () => {
    const me = await registerUnconfirmed(shop);
    await giveCourse(shop, me.id, course);
    const { get, post } = await openLearner(me);
    const author = 'Noch unbestätigt';
    const first = { form: 'review', stars: '4', text: 'Klar und geduldig erklärt.', author };
    const refused = await post(path, first);
    const html = await refused.text();
    const asksFor = `dem Link, den wir an ${me.email} geschickt haben`;
    expect([refused.status, html.includes(asksFor)]).toEqual([403, true]);
    expect(inputOf(html, 'author').tag).toContain(`value="${author}"`);
    const sent = `${path}?schritt=link#bewertungen`;
    expect(await redirectOf(post(path, { form: 'email_confirmation' }))).toBe(sent);
    expect(await (await get(sent)).text()).toContain(`Der Link ist an ${me.email} unterwegs.`);
    await confirmAddress(shop, me);
    expect((await post(path, first)).status).toBe(303);
    expect(await reviewsOf(author)).toHaveLength(1);
    expect(await (await get(path)).text()).not.toContain(asksFor);
  });

  test('is refused to learners who do not own the course, and a guest has to log in', async () => {
    const { email } = await register(shop);
    const { post } = openBrowser();
    const review = { form: 'review', stars: '5', text: 'Nie gesehen, aber gelobt.', author: 'Niemand' };
    const login = `/de/auth/login?returnTo=${encodeURIComponent(path)}`;
    expect(await redirectOf(post(path, review))).toBe(login);
    await post('/de/auth/login', { form: 'login', email, password });
    expect((await post(path, review)).status).toBe(403);
    expect(await reviewsOf('Niemand')).toEqual([]);
    expect((await post('/de/kurse/gibt-es-nicht', review)).status).toBe(404);
  });
});
