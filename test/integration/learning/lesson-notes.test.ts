import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop, readAnswer } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const shop = await openTestShop();

const free = 'schumann-eine-taste';
const otherFree = 'noether-sechs-arten';
const paid = 'schumann-das-gewicht-des-arms';

const add = ({ access: bearer }: Shopper, lesson: string, position_seconds: number, text?: string) =>
  shop.call(endpoints.addNote, {
    bearer,
    body: { lesson, position_seconds, ...(text === undefined ? {} : { text }) },
  });

async function list({ access: bearer }: Shopper, query: Record<string, string> = {}) {
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
    lesson: { id: free, number: 1, title: 'Eine Taste' },
    course: { id: products.course, slug: 'clara-schumann', title: 'Klang in zehn Fingern' },
    position_seconds: 9,
    text: 'Langsam drücken',
    created_at: new Date(shop.context.clock.now()).toISOString(),
    changed_at: new Date(shop.context.clock.now()).toISOString(),
  });
  expect(await list(learner)).toEqual({
    total: 3,
    notes: [
      [free, 9, 'Langsam drücken'],
      [free, 17, ''],
      [otherFree, 4, 'Drehen'],
    ],
  });
  expect(await list(learner, { 'filter[lesson]': free, 'page[size]': '1', 'page[number]': '2' })).toEqual({
    total: 2,
    notes: [[free, 17, '']],
  });
  expect((await list(learner, { 'filter[course]': products.otherCourse })).notes).toEqual([
    [otherFree, 4, 'Drehen'],
  ]);
  expect(await list(stranger)).toEqual({ total: 0, notes: [] });
});

test('notes are for lessons that one may watch, end with the lesson, and stay readable afterwards', async () => {
  const learner = await register(shop);
  expect((await add(learner, paid, 5)).codes).toEqual(['FORBIDDEN']);
  expect((await add(learner, 'gibt-es-nicht', 5)).codes).toEqual(['NOT_FOUND']);
  const { rows } = await sql<{ id: string }>`insert into entitlements (id, user_id, course_id, granted_at)
    values (${shop.context.ids.uuid()}, ${learner.id}, ${products.course}, ${new Date(0)}) returning id`.execute(
    shop.db,
  );
  expect((await add(learner, paid, 99_000)).value?.data.attributes.position_seconds).toBe(1140);
  await sql`update entitlements set revoked_at = ${new Date(1)} where id = ${rows[0]?.id}`.execute(shop.db);
  expect((await add(learner, paid, 6)).codes).toEqual(['FORBIDDEN']);
  expect((await list(learner)).notes).toEqual([[paid, 1140, '']]);
});

test('a note is changed and deleted by its writer only', async () => {
  const [learner, stranger] = [await register(shop), await register(shop)];
  const id = (await add(learner, free, 9, 'Erst so')).value?.data.id ?? '';
  const change = ({ access: bearer }: Shopper, text: string) =>
    shop.call(endpoints.changeNote, { bearer, params: { id }, body: { text } });
  const remove = ({ access: bearer }: Shopper) => shop.call(endpoints.removeNote, { bearer, params: { id } });
  expect((await change(stranger, 'Fremd')).codes).toEqual(['NOT_FOUND']);
  expect((await remove(stranger)).codes).toEqual(['NOT_FOUND']);
  expect((await list(learner)).notes).toEqual([[free, 9, 'Erst so']]);

  shop.advance(60_000);
  const changed = (await change(learner, 'Dann anders')).value?.data.attributes;
  expect(changed).toMatchObject({ text: 'Dann anders', position_seconds: 9 });
  expect(Date.parse(changed?.changed_at ?? '') - Date.parse(changed?.created_at ?? '')).toBe(60_000);
  expect((await remove(learner)).status).toBe(200);
  expect((await remove(learner)).codes).toEqual(['NOT_FOUND']);
  expect((await list(learner)).total).toBe(0);
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
  expect((await list(learner)).total).toBe(1_000);
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
  const link = new URL(
    (await linkOf(learner, { 'filter[course]': products.course })) ?? '',
    'http://localhost',
  );
  const other = new URL(
    (await linkOf(stranger, { 'filter[course]': products.course })) ?? '',
    'http://localhost',
  );
  const open = async (course: string, query: Record<string, string>) => {
    const answer = await shop.send(`/note-documents/${course}?${new URLSearchParams(query)}`);
    return readAnswer(endpoints.getNotesDocument, answer);
  };
  const own = Object.fromEntries(link.searchParams);
  const opened = await open(products.course, own);
  expect([opened.status, opened.headers.get('Content-Disposition')]).toEqual([
    200,
    'inline; filename="notes-clara-schumann.pdf"',
  ]);
  const { text } = await readPdf(Buffer.from(opened.value?.content ?? []));
  for (const words of ['0:09', 'Langsam drücken, Łódź', 'Bookmark', 'Lesson 1:', learner.email])
    expect(text).toContain(words);
  for (const words of ['Anderswo', 'Fremdes']) expect(text).not.toContain(words);

  const token = other.searchParams.get('token') ?? '';
  expect((await open(products.course, { ...own, token })).codes).toEqual(['FORBIDDEN']);
  expect((await open(products.otherCourse, own)).codes).toEqual(['FORBIDDEN']);
  expect((await open(products.course, { ...own, learner: stranger.id })).codes).toEqual(['FORBIDDEN']);
  await shop.db.deleteFrom('lesson_notes').where('user_id', '=', learner.id).execute();
  expect((await open(products.course, own)).codes).toEqual(['NOT_FOUND']);
  shop.advance(15 * 60_000);
  expect((await open(products.course, own)).codes).toEqual(['FORBIDDEN']);
});
