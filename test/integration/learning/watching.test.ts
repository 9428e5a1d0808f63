import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { WatchReport } from '#core/model/watching.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { free, openMediaShop, paid } from '#test/integration/support/media-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { register, type Shopper } from '#test/integration/support/shoppers.ts';

const { shop, owner } = await openMediaShop();
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

test('what is watched adds up by lesson and day, also at once, and names nobody', async () => {
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

test('the sums of a paid lesson are those of its viewers, and only an editor reads them', async () => {
  const stranger = await register(shop);
  const before = (await sums(paid)).data;
  for (const shopper of [undefined, stranger])
    expect((await count(paid, { seconds: 60, is_begun: true }, shopper)).codes).toEqual(['FORBIDDEN']);
  expect((await count('none', { seconds: 60 })).codes).toEqual(['NOT_FOUND']);
  expect((await sums(paid)).data).toEqual(before);
  const { cookie: operator } = await logInAs(shop, 'support');
  const query = { from: today(), to: today() };
  const asked = await shop.call(operatorEndpoints.getFilmWatching, {
    operator,
    params: { film: paid },
    query,
  });
  expect(asked.status).toBe(403);
  expect((await sums('none')).status).toBe(404);
  expect((await sums(paid, today(), addDays(today(), -1))).status).toBe(422);
  expect((await sums(paid, addDays(today(), -365))).status).toBe(200);
  expect((await sums(paid, addDays(today(), -366))).status).toBe(422);
});

test('a report that no visit can have is refused', async () => {
  for (const report of [{ seconds: 601 }, { seconds: -1 }, { tenths: [10] }, { tenths: [3, 3] }])
    expect([report, (await count(free, report)).status]).toEqual([report, 422]);
  expect((await count(free, { seconds: 600, tenths: [0, 9] })).status).toBe(200);
});

test('a film that cannot be played is told to those who change films, for a week', async () => {
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
