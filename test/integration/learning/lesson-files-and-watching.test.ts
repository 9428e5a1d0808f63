import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { WatchReport } from '#core/model/watching.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { publishDraft } from '#test/integration/support/catalogue-desk.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { register, type Shopper } from '#test/integration/support/shoppers.ts';

const { shop, get, owner, lesson } = await openMediaShop();
const { listLessonFiles, storeLessonFile, removeLessonFile } = operatorEndpoints;

type Ending = 'de.vtt' | 'en.vtt' | 'de.pdf' | 'en.pdf';

const captions = 'WEBVTT\n\n00:00.500 --> 00:02.000\nVon Hand geschrieben.\n';
const pdf = (words: string) => `%PDF-1.7\n% ${words}\n%%EOF\n`;

async function desk() {
  const { cookie: operator } = await logInAs(shop, 'editor');
  return {
    async store(ending: Ending, content: string | Uint8Array<ArrayBuffer>, name = free) {
      const params = { film: name, ending };
      const stored = await shop.call(storeLessonFile, { operator, params, body: new Blob([content]) });
      return stored.value?.meta.faults ?? stored.codes;
    },
    list: async () => (await shop.call(listLessonFiles, { operator, params: { film: free } })).value?.data,
    remove: async (ending: Ending) =>
      (await shop.call(removeLessonFile, { operator, params: { film: free, ending } })).codes,
  };
}

const textOf = async (address: string) => (await get(address)).text();

describe('captions', () => {
  test('that are uploaded replace those of the content in their language until they are removed', async () => {
    const { store, list, remove } = await desk();
    const before = await textOf(`/media/${free}.de.vtt`);
    expect(await store('de.vtt', captions)).toEqual([]);
    await publishDraft(shop);
    expect(await textOf(`/media/${free}.de.vtt`)).toBe(captions);
    expect((await lesson(free)).transcript).toEqual([
      { begin_seconds: 0.5, end_seconds: 2, text: 'Von Hand geschrieben.' },
    ]);
    expect((await lesson(free, undefined, 'en')).transcript[0]?.text, 'the other language').toContain(
      'One key',
    );
    expect(await store('de.vtt', captions.replace('Hand', 'neuem'))).toEqual([]);
    await publishDraft(shop);
    expect(await textOf(`/media/${free}.de.vtt`), 'twice').toContain('Von neuem');
    expect(await list()).toEqual([
      {
        ...{ ending: 'de.vtt', bytes: captions.length + 1, uploaded_at: expect.any(String) },
        ...{ is_shown: true, is_drafted: true },
      },
    ]);
    expect(await remove('de.vtt')).toEqual([]);
    expect(await remove('de.vtt')).toEqual(['NOT_FOUND']);
    await publishDraft(shop);
    expect(await textOf(`/media/${free}.de.vtt`)).toBe(before);
    const noted = await rowsOf(shop.db, 'audit_log', { record_id: free }, ['action']);
    expect(noted.map(({ action }) => action).toSorted()).toEqual([
      'film.file_removed',
      'film.file_stored',
      'film.file_stored',
    ]);
  });

  test('are looked up by one statement for a lesson, and only those that are shown are read', async () => {
    const { store, remove } = await desk();
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => sent.mockRestore());
    const statements = async () => {
      sent.mockClear();
      await lesson(free);
      return sent.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('from \\"lesson_files\\"'))
        .length;
    };
    expect(await statements(), 'none is there').toBe(1);
    await store('de.vtt', captions);
    await store('en.vtt', captions.replace('Hand', 'neuem'));
    await publishDraft(shop);
    expect(await statements(), 'looked up, and one of two read').toBe(2);
    await remove('de.vtt');
    await remove('en.vtt');
    await publishDraft(shop);
  });

  test.each([
    [
      'in Windows-1252',
      Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nGr\xfc\xdfe\n', 'latin1'),
      4,
      'not_utf8',
    ],
    ['with the times of SRT', captions.replace('00:00.500', '00:00,500'), 3, 'timing'],
    ['that are a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 1, 'not_utf8'],
    ['with a NUL', 'WEBVTT\n\n\u0000', 3, 'not_utf8'],
  ])('%s change nothing, and are refused with fault and line', async (_what, content, line, code) => {
    const { store } = await desk();
    const before = await textOf(`/media/${free}.en.vtt`);
    expect(await store('en.vtt', content)).toEqual([{ line, code }]);
    expect(await textOf(`/media/${free}.en.vtt`)).toBe(before);
  });
});

describe('a worksheet', () => {
  test('that is uploaded is sent unchanged to users who may watch the lesson', async () => {
    const { store } = await desk();
    const shopper = await owner();
    expect(await store('de.pdf', pdf('eins'), paid)).toEqual([]);
    await publishDraft(shop);
    const { worksheet } = await lesson(paid, shopper);
    const sent = await get(worksheet?.address ?? '');
    expect(await sent.text()).toBe(pdf('eins'));
    expect(sent.headers.get('Content-Disposition')).toBe(`attachment; filename="${paid}.de.pdf"`);
    expect(sent.headers.get('Cache-Control')).toBe('private, max-age=3600');
    expect((await get(`/media/${paid}.de.pdf`)).status, 'without a purchase').toBe(403);
    const english = await get((await lesson(free, undefined, 'en')).worksheet?.address ?? '');
    expect((await english.text()).startsWith('%PDF'), 'others are drawn').toBe(true);
  });

  test.each([
    ['that is a page of HTML', '<!doctype html><script>x()</script>', 'not_pdf'],
    ['that begins later', ` ${pdf('x')}`, 'not_pdf'],
    ['that was cut off', '%PDF-1.7\nhalf of it', 'unfinished_pdf'],
  ])('%s is refused', async (_what, content, code) => {
    const { store, list } = await desk();
    expect(await store('en.pdf', content)).toEqual([{ line: null, code }]);
    expect((await list())?.some(({ ending }) => ending === 'en.pdf')).toBe(false);
  });

  test('of an unknown lesson is refused', async () => {
    const { store } = await desk();
    expect(await store('de.pdf', pdf('x'), 'gibt-es-nicht')).toEqual(['NOT_FOUND']);
  });
});

const day = 24 * 60 * 60_000;
const today = () => calendarDay(shop.context.clock.now());

const count = (lesson: string, { tenths = [], ...report }: Partial<WatchReport>, shopper?: Shopper) =>
  shop.call(endpoints.countWatching, {
    params: { lesson },
    body: {
      seconds: 0,
      is_begun: false,
      is_finished: false,
      has_failed: false,
      ...report,
      tenths: [...tenths],
    },
    ...(shopper === undefined ? {} : { bearer: shopper.access }),
  });

async function sums(lesson: string, from = today(), to = today()) {
  const { cookie } = await logInAs(shop, 'editor');
  const answer = await shop.call(operatorEndpoints.getFilmWatching, {
    operator: cookie,
    params: { film: lesson },
    query: { from, to },
  });
  return { ...answer, data: answer.value?.data };
}

test('watching is counted by lesson and day, also by simultaneous requests, and without user ids', async () => {
  const learner = await owner();
  await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      count(
        paid,
        { seconds: 60, tenths: [0, place % 10], is_begun: true, ...(place === 0 && { tenths: [0] }) },
        learner,
      ),
    ).filter((_, place) => place !== 10),
  );
  await count(paid, { seconds: 7, tenths: [9], is_finished: true }, learner);
  await count(free, { has_failed: true });
  const first = today();
  shop.advance(day);
  await count(paid, { seconds: 5, tenths: [0], is_begun: true }, await owner());
  const { data } = await sums(paid, addDays(first, -1), today());
  const nothing = { plays: 0, finishes: 0, failures: 0, seconds: 0 };
  expect(data?.days).toEqual([
    { day: addDays(first, -1), ...nothing },
    { day: first, ...nothing, plays: 19, finishes: 1, seconds: 19 * 60 + 7 },
    { day: today(), ...nothing, plays: 1, seconds: 5 },
  ]);
  expect(data?.tenths).toEqual([20, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
  expect((await sums(free, first, first)).data?.days).toEqual([{ day: first, ...nothing, failures: 1 }]);
  const stored = await shop.db.selectFrom('lesson_watching').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(learner.id);
});

test('only users who may watch a paid lesson are counted; the sums cover a year at most', async () => {
  const stranger = await register(shop);
  const before = (await sums(paid)).data;
  for (const shopper of [undefined, stranger])
    expect((await count(paid, { seconds: 60, is_begun: true }, shopper)).codes).toEqual(['FORBIDDEN']);
  expect((await count('none', { seconds: 60 })).codes).toEqual(['NOT_FOUND']);
  expect((await sums(paid)).data).toEqual(before);
  expect((await sums('none')).status).toBe(404);
  expect((await sums(paid, today(), addDays(today(), -1))).status).toBe(422);
  expect((await sums(paid, addDays(today(), -365))).status).toBe(200);
  expect((await sums(paid, addDays(today(), -366))).status).toBe(422);
});

test('an impossible report is refused', async () => {
  for (const report of [{ seconds: 601 }, { seconds: -1 }, { tenths: [10] }, { tenths: [3, 3] }])
    expect([report, (await count(free, report)).status]).toEqual([report, 422]);
  expect((await count(free, { seconds: 600, tenths: [0, 9] })).status).toBe(200);
});

test('a film that cannot be played is listed for editors for a week', async () => {
  const told = async (role: 'editor' | 'support') => {
    const { cookie: operator } = await logInAs(shop, role);
    const { value } = await shop.call(operatorEndpoints.listAttention, { operator });
    return value?.data.find(({ kind }) => kind === 'failing_films')?.items ?? [];
  };
  shop.advance(30 * day);
  await count(free, { has_failed: true });
  await count(free, { has_failed: true });
  expect(await told('editor')).toMatchObject([{ id: free, quantity: 2 }]);
  expect(await told('support')).toEqual([]);
  shop.advance(6 * day);
  expect(await told('editor')).toHaveLength(1);
  shop.advance(day);
  expect(await told('editor')).toEqual([]);
});

afterAll(() => expect(shop.faults).toEqual([]));
