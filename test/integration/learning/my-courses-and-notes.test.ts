import { ChildProcess } from 'node:child_process';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { buy } from '#test/integration/accounts/account-shop.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { giveCourse, products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const shop = await openTestShop();

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

describe('the list of own courses', () => {
  test('has the courses that the user owns, the last watched first, with the next lesson', async () => {
    const [owner, stranger] = [await register(shop), await register(shop)];
    for (const id of [products.otherCourse, products.course, 'course-bertha-benz'])
      await giveCourse(shop, owner.id, id);
    const takenBack = { revoked_at: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'entitlements', { course_id: 'course-bertha-benz' }, takenBack);
    expect(await list(stranger)).toEqual({ total: 0, courses: [] });
    // Unwatched courses are in the order of the catalogue.
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
    const setActive = (is_active: boolean) =>
      changeRows(shop.db, 'lessons', { course_id: products.otherCourse }, { is_active });
    await setActive(false);
    const [first, empty] = (await list(owner)).courses;
    await setActive(true);
    expect(first?.id, 'what was watched of a course without lessons does not count').toBe(products.course);
    expect(empty).toMatchObject({ lesson_count: 0, next: null, watched_at: null, confirmation_url: null });
    // Watching a free lesson of another course does not add the course.
    await watch(stranger, 'schumann-eine-taste', 3);
    expect((await list(stranger)).total).toBe(0);
  });

  test('has every course for a member in pages, owned ones marked; a finished one begins again', async () => {
    const member = await register(shop);
    await giveCourse(shop, member.id, 'course-ignaz-semmelweis');
    await buy(shop, member, [products.membership]);
    const first = await list(member, { 'page[size]': '5' });
    const rest = await list(member, { 'page[size]': '5', 'page[number]': '3' });
    expect([first.total, first.courses.length, rest.courses.length]).toEqual([12, 5, 2]);
    expect(first.courses.map(({ is_owned }) => is_owned)).toEqual([true, false, false, false, false]);

    for (const lesson of await lessonsOf('course-ignaz-semmelweis')) await watch(member, lesson, 5, true);
    const narrowed = await list(member, { 'filter[course]': 'course-ignaz-semmelweis' });
    expect(first.courses.map(({ confirmation_url }) => confirmation_url)).toEqual(Array(5).fill(null));
    expect(narrowed.courses).toMatchObject([{ lesson_count: 5, finished_count: 5, next: { number: 1 } }]);
    await changeRows(shop.db, 'subscriptions', { user_id: member.id }, { status: 'expired' });
    expect((await list(member)).courses.map(({ id }) => id)).toEqual(['course-ignaz-semmelweis']);
    // The last step, because it advances the clock until the access token has expired.
    await expectConfirmation(member, narrowed.courses[0]?.confirmation_url ?? null);
  });
});

async function lessonsOf(course: string): Promise<readonly string[]> {
  const rows = await rowsOf(shop.db, 'lessons', { course_id: course }, ['id'], 'position');
  return rows.map(({ id }) => id);
}

/** Expects that an unchanged link to a confirmation opens a PDF for a quarter of an hour, when all is watched. */
async function expectConfirmation({ id }: Shopper, url: string | null): Promise<void> {
  const address = new URL(url ?? '', 'http://localhost');
  const course = address.pathname.split('/').at(-1) ?? '';
  const { learner = '', token = '' } = Object.fromEntries(address.searchParams);
  expect(learner).toBe(id);
  const open = (query: Record<string, string>, of = course) =>
    shop.send(`/confirmations/${of}?${new URLSearchParams(query)}`);
  const opened = await open({ learner, token, locale: 'en' });
  expect(opened.headers.get('Content-Disposition')).toContain('participation-ignaz-semmelweis.pdf');
  const { status, value } = await readResponse(endpoints.getConfirmation, opened);
  expect(status).toBe(200);
  const { text } = await readPdf(Buffer.from(value?.content ?? []));
  expect(text).toContain('all 5 lessons');
  expect((await open({ learner, token }, products.course)).status).toBe(403);
  expect((await open({ learner: shop.context.ids.uuid(), token })).status).toBe(403);

  const change = (is_finished: boolean) =>
    changeRows(shop.db, 'lesson_progress', { user_id: id, lesson_id: 'semmelweis-zaehlen' }, { is_finished });
  shop.advance(15 * 60_000 - 1);
  await change(false);
  expect((await open({ learner, token })).status).toBe(404);
  await change(true);
  shop.advance(1);
  expect((await open({ learner, token })).status).toBe(403);
}

const free = 'schumann-eine-taste';
const otherFree = 'noether-sechs-arten';
const paid = 'schumann-das-gewicht-des-arms';

const add = ({ access: bearer }: Shopper, lesson: string, position_seconds: number, text?: string) =>
  shop.call(endpoints.addNote, {
    bearer,
    body: { lesson, position_seconds, ...(text === undefined ? {} : { text }) },
  });

async function listNotes({ access: bearer }: Shopper, query: Record<string, string> = {}) {
  const { value } = await shop.call(endpoints.listNotes, { bearer, query });
  if (value === null) throw new Error('no notes');
  const notes = value.data.map(({ attributes }) => attributes);
  return {
    total: value.meta.page.total,
    notes: notes.map((one) => [one.lesson.id, one.position_seconds, one.text]),
  };
}

test('notes are listed in the order of courses, lessons and films, a bookmark without a text', async () => {
  const [learner, stranger] = [await register(shop), await register(shop)];
  await add(learner, otherFree, 4, 'Drehen');
  await add(learner, free, 17);
  const stored = await add(learner, free, 9, '  Langsam drücken ');
  expect(stored.status).toBe(201);
  expect(stored.value?.data.attributes).toEqual({
    lesson: { id: free, number: 1, title: 'Eine Taste', is_shown: true },
    course: { id: products.course, slug: 'clara-schumann', title: 'Klang in zehn Fingern' },
    position_seconds: 9,
    text: 'Langsam drücken',
    created_at: new Date(shop.context.clock.now()).toISOString(),
    changed_at: new Date(shop.context.clock.now()).toISOString(),
  });
  expect(await listNotes(learner)).toEqual({
    total: 3,
    notes: [
      [free, 9, 'Langsam drücken'],
      [free, 17, ''],
      [otherFree, 4, 'Drehen'],
    ],
  });
  const second = { 'filter[lesson]': free, 'page[size]': '1', 'page[number]': '2' };
  expect(await listNotes(learner, second)).toEqual({ total: 2, notes: [[free, 17, '']] });
  expect((await listNotes(learner, { 'filter[course]': products.otherCourse })).notes).toEqual([
    [otherFree, 4, 'Drehen'],
  ]);
  expect(await listNotes(stranger)).toEqual({ total: 0, notes: [] });
});

test('notes are added to lessons that the user may watch, within their length, and stay readable afterwards', async () => {
  const learner = await register(shop);
  expect((await add(learner, paid, 5)).codes).toEqual(['FORBIDDEN']);
  expect((await add(learner, 'gibt-es-nicht', 5)).codes).toEqual(['NOT_FOUND']);
  await giveCourse(shop, learner.id);
  expect((await add(learner, paid, 99_000)).value?.data.attributes.position_seconds).toBe(1140);
  const takenBack = { revoked_at: new Date(shop.context.clock.now()) };
  await changeRows(shop.db, 'entitlements', { user_id: learner.id }, takenBack);
  expect((await add(learner, paid, 6)).codes).toEqual(['FORBIDDEN']);
  expect((await listNotes(learner)).notes).toEqual([[paid, 1140, '']]);
  const show = (is_active: boolean) => changeRows(shop.db, 'lessons', { id: paid }, { is_active });
  await show(false);
  const { value } = await shop.call(endpoints.listNotes, { bearer: learner.access });
  await show(true);
  expect(value?.data.map(({ attributes }) => attributes.lesson)).toMatchObject([
    { id: paid, is_shown: false },
  ]);
});

test('a note is changed and deleted by its writer', async () => {
  const learner = await register(shop);
  const id = (await add(learner, free, 9, 'Erst so')).value?.data.id ?? '';
  const change = ({ access: bearer }: Shopper, text: string) =>
    shop.call(endpoints.changeNote, { bearer, params: { id }, body: { text } });
  const remove = ({ access: bearer }: Shopper) => shop.call(endpoints.removeNote, { bearer, params: { id } });
  expect((await listNotes(learner)).notes).toEqual([[free, 9, 'Erst so']]);

  shop.advance(60_000);
  const changed = (await change(learner, 'Dann anders')).value?.data.attributes;
  expect(changed).toMatchObject({ text: 'Dann anders', position_seconds: 9 });
  expect(Date.parse(changed?.changed_at ?? '') - Date.parse(changed?.created_at ?? '')).toBe(60_000);
  expect((await remove(learner)).status).toBe(200);
  expect((await remove(learner)).codes).toEqual(['NOT_FOUND']);
  expect((await listNotes(learner)).total).toBe(0);
});

test('a learner has at most 1,000 notes, also when several are written at once', async () => {
  const learner = await register(shop);
  await sql`insert into lesson_notes (id, user_id, lesson_id, position_seconds, text, created_at, changed_at)
    select gen_random_uuid(), ${learner.id}::uuid, ${free}, n, '', ${new Date(0)}, ${new Date(0)}
    from generate_series(1, 998) n`.execute(shop.db);
  const written = await Promise.all(
    Array.from({ length: 6 }, (_, index) => add(learner, free, index, 'mehr')),
  );
  expect(written.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  expect(written.flatMap(({ codes }) => codes)).toEqual(Array.from({ length: 4 }, () => 'EXCEED_LIMIT'));
  expect((await listNotes(learner)).total).toBe(1_000);
});

test('the notes of a course are a PDF for their owner, for a quarter of an hour', async () => {
  const [learner, stranger] = [await register(shop), await register(shop)];
  await add(learner, free, 9, 'Langsam drücken, Łódź');
  await add(learner, free, 3_725);
  await add(learner, otherFree, 4, 'Anderswo');
  await add(stranger, free, 5, 'Fremdes');
  const linkOf = async ({ access: bearer }: Shopper, query: Record<string, string>) => {
    const { value } = await shop.call(endpoints.listNotes, { bearer, query, language: 'en' });
    return value?.meta.document_url ?? null;
  };
  expect(await linkOf(learner, {})).toBeNull();
  expect(await linkOf(learner, { 'filter[course]': 'course-ignaz-semmelweis' })).toBeNull();
  const queryOf = async (who: Shopper) => {
    const link = (await linkOf(who, { 'filter[course]': products.course })) ?? '';
    return Object.fromEntries(new URL(link, 'http://localhost').searchParams);
  };
  const open = async (course: string, query: Record<string, string>) => {
    const answer = await shop.send(`/note-documents/${course}?${new URLSearchParams(query)}`);
    return readResponse(endpoints.getNotesDocument, answer);
  };
  const [own, { token = '' }] = [await queryOf(learner), await queryOf(stranger)];
  const opened = await open(products.course, own);
  expect([opened.status, opened.headers.get('Content-Disposition')]).toEqual([
    200,
    'inline; filename="notes-clara-schumann.pdf"',
  ]);
  const { text } = await readPdf(Buffer.from(opened.value?.content ?? []));
  for (const words of ['0:09', 'Langsam drücken, Łódź', 'Bookmark', 'Lesson 1:', learner.email])
    expect(text).toContain(words);
  for (const words of ['Anderswo', 'Fremdes']) expect(text).not.toContain(words);

  // The process that draws PDFs is killed as soon as it gets the request.
  const ask = vi.spyOn(ChildProcess.prototype, 'ref').mockImplementationOnce(function (this: ChildProcess) {
    this.kill('SIGKILL');
  });
  const lost = await open(products.course, own);
  ask.mockRestore();
  expect([lost.codes, lost.headers.get('Retry-After')]).toEqual([['TOO_MANY_ATTEMPTS'], '60']);

  expect((await open(products.course, { ...own, token })).codes).toEqual(['FORBIDDEN']);
  expect((await open(products.otherCourse, own)).codes).toEqual(['FORBIDDEN']);
  expect((await open(products.course, { ...own, learner: stranger.id })).codes).toEqual(['FORBIDDEN']);
  await shop.db.deleteFrom('lesson_notes').where('user_id', '=', learner.id).execute();
  shop.advance(15 * 60_000 - 1);
  expect((await open(products.course, own)).codes).toEqual(['NOT_FOUND']);
  shop.advance(1);
  expect((await open(products.course, own)).codes).toEqual(['FORBIDDEN']);
});
