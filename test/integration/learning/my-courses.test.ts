import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { changeRows, insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop, readAnswer } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const shop = await openTestShop();

async function own(shopper: Shopper, course: string, isRevoked = false): Promise<void> {
  const now = new Date(shop.context.clock.now());
  await insertRows(shop.db, 'entitlements', {
    id: shop.context.ids.uuid(),
    user_id: shopper.id,
    course_id: course,
    order_id: null,
    granted_at: now,
    revoked_at: isRevoked ? now : null,
  });
}

async function watch(shopper: Shopper, lesson: string, position_seconds: number, is_finished = false) {
  shop.advance(60_000);
  const saved = await shop.call(endpoints.saveProgress, {
    bearer: shopper.access,
    params: { lesson },
    body: { position_seconds, is_finished },
  });
  expect(saved.status).toBe(200);
}

async function list({ access: bearer }: Shopper, query: Record<string, string> = {}) {
  const { value } = await shop.call(endpoints.listMyCourses, { bearer, query });
  if (value === null) throw new Error('no list');
  return {
    total: value.meta.page.total,
    courses: value.data.map(({ id, attributes }) => ({ id, ...attributes })),
  };
}

describe('the list of one’s courses', () => {
  test('has what one owns, the last watched first, with the lesson to go on with', async () => {
    const [owner, stranger] = [await register(shop), await register(shop)];
    await own(owner, products.otherCourse);
    await own(owner, products.course);
    await own(owner, 'course-bertha-benz', true);
    expect(await list(stranger)).toEqual({ total: 0, courses: [] });
    // Both begin in the order of the catalogue.
    expect((await list(owner)).courses.map(({ id }) => id)).toEqual([products.course, products.otherCourse]);

    await watch(owner, 'schumann-eine-taste', 820, true);
    await watch(owner, 'noether-sechs-arten', 12);
    const { total, courses } = await list(owner);
    expect(total).toBe(2);
    expect(courses).toMatchObject([
      {
        id: products.otherCourse,
        is_owned: true,
        lesson_count: 7,
        finished_count: 0,
        next: { id: 'noether-sechs-arten', number: 1, position_seconds: 12 },
        watched_at: new Date(shop.context.clock.now()).toISOString(),
      },
      {
        id: products.course,
        slug: 'clara-schumann',
        lesson_count: 8,
        finished_count: 1,
        next: { id: 'schumann-das-gewicht-des-arms', number: 2, position_seconds: 0 },
      },
    ]);
    // Free lessons of a course that one does not own do not put it on the list.
    await watch(stranger, 'schumann-eine-taste', 3);
    expect((await list(stranger)).total).toBe(0);
  });

  test('has every course for a member, owned ones marked, in pages; and a finished one begins again', async () => {
    const member = await register(shop);
    await own(member, 'course-ignaz-semmelweis');
    await buy(shop, member, [products.membership]);
    const first = await list(member, { 'page[size]': '5' });
    const rest = await list(member, { 'page[size]': '5', 'page[number]': '3' });
    expect([first.total, first.courses.length, rest.courses.length]).toEqual([12, 5, 2]);
    expect(first.courses.map(({ is_owned }) => is_owned)).toEqual([true, false, false, false, false]);

    for (const lesson of await lessonsOf('course-ignaz-semmelweis')) await watch(member, lesson, 5, true);
    const narrowed = await list(member, { 'filter[course]': 'course-ignaz-semmelweis' });
    expect(first.courses.map(({ confirmation_url }) => confirmation_url)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(narrowed.courses).toMatchObject([{ lesson_count: 5, finished_count: 5, next: { number: 1 } }]);
    await changeRows(shop.db, 'subscriptions', { user_id: member.id }, { status: 'expired' });
    expect((await list(member)).courses.map(({ id }) => id)).toEqual(['course-ignaz-semmelweis']);
    // Last, because a quarter of an hour later the access token has expired, too.
    await expectConfirmation(member, narrowed.courses[0]?.confirmation_url ?? null);
  });
});

async function lessonsOf(course: string): Promise<readonly string[]> {
  const rows = await rowsOf(shop.db, 'lessons', { course_id: course }, ['id'], 'position');
  return rows.map(({ id }) => id);
}

/** The link of a confirmation opens a PDF for a quarter of an hour, only as it is, and not without the course. */
async function expectConfirmation({ id }: Shopper, url: string | null): Promise<void> {
  const address = new URL(url ?? '', 'http://localhost');
  const course = address.pathname.split('/').at(-1) ?? '';
  const { learner = '', token = '' } = Object.fromEntries(address.searchParams);
  expect(learner).toBe(id);
  const open = (query: Record<string, string>, of = course) =>
    shop.send(`/confirmations/${of}?${new URLSearchParams(query)}`);
  const opened = await open({ learner, token, locale: 'en' });
  expect(opened.headers.get('Content-Disposition')).toContain('participation-ignaz-semmelweis.pdf');
  const { status, value } = await readAnswer(endpoints.getConfirmation, opened);
  expect(status).toBe(200);
  const { text } = await readPdf(Buffer.from(value?.content ?? []));
  expect(text).toContain('all 5 lessons');
  expect((await open({ learner, token }, products.course)).status).toBe(403);
  expect((await open({ learner: shop.context.ids.uuid(), token })).status).toBe(403);

  const change = (is_finished: boolean) =>
    changeRows(shop.db, 'lesson_progress', { user_id: id, lesson_id: 'semmelweis-zaehlen' }, { is_finished });
  await change(false);
  expect((await open({ learner, token })).status).toBe(404);
  await change(true);
  shop.advance(15 * 60_000);
  expect((await open({ learner, token })).status).toBe(403);
}
