import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { watchReport } from '#core/model/watching.ts';
import { createWatchCount, watchTotals } from '#core/rules/learning/watch-count.ts';
import { runs } from '#test/run-length.ts';

const length = 100;

/** What happens in a visit: the film plays on, somebody jumps, a report is sent. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ step: fc.double({ min: 0.01, max: 4, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ jump: fc.double({ min: 0, max: length, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.constant('take' as const) },
);

property.prop([fc.array(event, { maxLength: 200 })], { numRuns: runs(200) })(
  'all reports together have every second that was played, and each tenth and the end once',
  (events) => {
    const count = createWatchCount();
    const reports: NonNullable<ReturnType<typeof count.take>>[] = [];
    const take = () => {
      const report = count.take();
      if (report !== null) reports.push(watchReport.parse(report));
    };
    let position = 0;
    let played = 0;
    count.reached(position, length);
    for (const one of events) {
      if (one === 'take') take();
      else if ('step' in one) {
        const next = Math.min(length, position + one.step);
        played += next - position;
        position = next;
        count.reached(position, length);
      } else {
        // The jump itself is not played: playing continues at its position.
        const isNear = one.jump > position && one.jump - position <= 4;
        if (isNear) continue;
        position = one.jump;
        count.reached(position, length);
      }
    }
    take();
    const sum = reports.reduce((total, { seconds }) => total + seconds, 0);
    expect(played - sum).toBeGreaterThan(-1e-6);
    expect(played - sum).toBeLessThan(1);
    const tenths = reports.flatMap((report) => report.tenths);
    expect(new Set(tenths).size).toBe(tenths.length);
    for (const what of ['is_begun', 'is_finished'] as const)
      expect(reports.filter((report) => report[what]).length).toBeLessThanOrEqual(1);
    expect(reports.some(({ is_begun }) => is_begun)).toBe(true);
  },
);

test('a film is finished when it is played to its end, not when it is dragged there', () => {
  const dragged = createWatchCount();
  for (const position of [0, 0.25, length]) dragged.reached(position, length);
  expect(dragged.take()).toMatchObject({ is_finished: false, tenths: [0] });
  const watched = createWatchCount();
  for (const position of [95, 98.9]) watched.reached(position, length);
  expect(watched.take()).toMatchObject({ is_finished: false, tenths: [9], seconds: 3 });
  watched.reached(99, length);
  expect(watched.take()).toMatchObject({ is_finished: true, tenths: [], seconds: 1 });
  expect(watched.take()).toBeNull();
});

test('a jump is more than four seconds, or back', () => {
  const count = createWatchCount();
  for (const position of [10, 14, 18.1, 15]) count.reached(position, length);
  expect(count.take()?.seconds).toBe(4);
});

test('a rate of finishing needs plays, and is at most all of them', () => {
  const day = { day: '2026-11-26', plays: 0, finishes: 1, failures: 2, seconds: 3 };
  expect(watchTotals({ days: [day, day] })).toEqual({
    plays: 0,
    finishes: 2,
    failures: 4,
    seconds: 6,
    finishRate: null,
  });
  expect(watchTotals({ days: [{ ...day, plays: 1 }, day] }).finishRate).toBe(1);
  expect(watchTotals({ days: [{ ...day, plays: 4 }] }).finishRate).toBe(0.25);
});
