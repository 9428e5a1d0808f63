import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { Activity, Cue, Progress } from '#core/model/learning.ts';
import {
  chapterBeside,
  courseToContinue,
  findCues,
  isAtEnd,
  isFinishedCourse,
  lessonToContinue,
  linkedPosition,
  newestProgress,
  nextCourses,
  partAt,
  resumePosition,
  seenShare,
} from '#core/rules/learning/lesson-progress.ts';
import { runs } from '#test/run-length.ts';

const progress = (position_seconds: number, is_finished = false): Progress => ({
  position_seconds,
  is_finished,
  watched_at: '2026-11-21T10:00:00.000Z',
});

const activity = (position: number, film: number | null, is_finished = false): Activity => ({
  ...progress(position, is_finished),
  lesson: { id: 'l', title: '', length_seconds: 820, film_seconds: film, number: 1 },
  course: { id: 'c', slug: 'c', title: '', picture: '' },
});

const cues: readonly Cue[] = [
  { begin_seconds: 0.6, end_seconds: 5, text: 'Eine Taste von der Seite.' },
  { begin_seconds: 5, end_seconds: 9, text: 'Über ihm die Saite.' },
];

describe('the position at which a film continues', () => {
  test('is the last one, or the beginning once the end was reached', () => {
    expect(resumePosition(null, 24)).toBe(0);
    expect(resumePosition(progress(12), 24)).toBe(12);
    expect(resumePosition(progress(12, true), 24)).toBe(12);
    expect(resumePosition(progress(23), 24)).toBe(0);
    expect(resumePosition(progress(760, true), 24)).toBe(0);
    expect(resumePosition(progress(760), null)).toBe(760);
  });

  property.prop([fc.nat(100_000), fc.integer({ min: 2, max: 100_000 })], { numRuns: runs(100) })(
    'is never at or past the end',
    (position, length) => {
      expect(isAtEnd(resumePosition(progress(position), length), length)).toBe(false);
    },
  );
});

test('the watched share is that of the film, and at most 1', () => {
  expect(seenShare(activity(12, 24))).toBe(0.5);
  expect(seenShare(activity(205, null))).toBe(0.25);
  expect(seenShare(activity(760, 24))).toBe(1);
  expect(seenShare(activity(2, 24, true))).toBe(1);
  expect([seenShare(activity(0, 0)), seenShare(activity(5, 0))]).toEqual([0, 0]);
});

const watched = fc
  .record({
    id: fc.constantFrom('one', 'two', 'three'),
    minute: fc.integer({ min: 10, max: 19 }),
    position: fc.nat(800),
    isFinished: fc.boolean(),
  })
  .map(({ id, minute, position, isFinished }) => ({
    ...progress(position, isFinished),
    watched_at: `2026-11-21T10:${minute}:00.000Z`,
    lesson: { id, length_seconds: 820, film_seconds: 24 },
  }));

property.prop([fc.array(watched, { maxLength: 8 })], { numRuns: runs(200) })(
  'of several reports of a lesson the newest counts, and a finished lesson stays finished',
  (reports) => {
    const newest = newestProgress(reports);
    expect([...newest.keys()].toSorted()).toEqual(
      [...new Set(reports.map(({ lesson }) => lesson.id))].toSorted(),
    );
    for (const [id, shown] of newest) {
      const own = reports.filter(({ lesson }) => lesson.id === id);
      const last = own
        .map(({ watched_at }) => watched_at)
        .toSorted()
        .at(-1);
      expect(shown.watched_at).toBe(last);
      expect(
        own.filter(({ watched_at }) => watched_at === last).map((one) => one.position_seconds),
      ).toContain(shown.position_seconds);
      expect(shown.is_finished).toBe(own.some((one) => one.is_finished));
    }
  },
);

test('of two reports of one moment the later one counts', () => {
  const [loaded, saved] = [activity(10, null), activity(20, null)];
  expect(newestProgress([loaded, saved]).get('l')).toEqual(saved);
});

test('the current sentence is the last one that has begun', () => {
  expect(partAt(cues, 0)).toBeUndefined();
  expect(partAt(cues, 0.6)).toBe(cues[0]);
  expect(partAt(cues, 5)).toBe(cues[1]);
  expect(partAt(cues, 60)).toBe(cues[1]);
});

test('sentences are found by all words, whatever their case and order', () => {
  expect(findCues(cues, '', 'de')).toEqual(cues);
  expect(findCues(cues, 'SEITE taste', 'de')).toEqual([cues[0]]);
  expect(findCues(cues, 'über', 'de')).toEqual([cues[1]]);
  expect(findCues(cues, 'ite', 'de')).toEqual(cues);
  expect(findCues(cues, 'Klavier', 'de')).toEqual([]);
});

describe('chapters', () => {
  const begins = fc
    .uniqueArray(fc.integer({ min: 1, max: 600 }), { maxLength: 6 })
    .map((seconds) => [0, ...seconds.toSorted((one, other) => one - other)])
    .map((seconds) => seconds.map((begin_seconds) => ({ begin_seconds, title: `ab ${begin_seconds}` })));
  const position = fc.double({ min: 0, max: 700, noNaN: true });

  property.prop([begins, position], { numRuns: runs(200) })(
    'forward leads to the next one that has not begun, until all are reached',
    (chapters, from) => {
      const reached: number[] = [];
      for (let at: number | null = from; at !== null; at = chapterBeside(chapters, at, 'next'))
        reached.push(at);
      expect(reached.slice(1)).toEqual(
        chapters.map(({ begin_seconds }) => begin_seconds).filter((begin) => begin > from),
      );
    },
  );

  property.prop([begins, position], { numRuns: runs(200) })(
    'back leads to the beginning of the current one first, then to the one before, and ends at 0',
    (chapters, from) => {
      const back = chapterBeside(chapters, from, 'previous') ?? -1;
      expect(back).toBeLessThanOrEqual(from);
      expect(chapters.map(({ begin_seconds }) => begin_seconds)).toContain(back);
      const current = partAt(chapters, from)?.begin_seconds ?? 0;
      if (from - current >= 2) expect(back).toBe(current);
      let at = from;
      for (let press = 0; press <= chapters.length + 1; press += 1)
        at = chapterBeside(chapters, at, 'previous') ?? 0;
      expect(at).toBe(0);
    },
  );

  test('a film without chapters has none before or after', () => {
    expect([chapterBeside([], 12, 'next'), chapterBeside([], 12, 'previous')]).toEqual([null, null]);
  });
});

describe('a link into a film', () => {
  test('names seconds, or minutes and seconds', () => {
    expect(linkedPosition('0', 24)).toBe(0);
    expect(linkedPosition('17', 24)).toBe(17);
    expect(linkedPosition('17s', 24)).toBe(17);
    expect(linkedPosition('1:15', null)).toBe(75);
    expect(linkedPosition('1m15s', 800)).toBe(75);
    expect(linkedPosition('12m', 800)).toBe(720);
    expect(linkedPosition('112:10', null)).toBe(6_730);
  });

  test.each([null, '', '-3', 'x', '1:15:09', '24', '99999999', '1.5', ' 7', 'x0m', '0mx', '0m0x'])(
    'ignores %j',
    (text) => {
      expect(linkedPosition(text, 24)).toBeNull();
    },
  );

  property.prop([fc.string(), fc.integer({ min: 1, max: 7200 })], { numRuns: runs(200) })(
    'never leads past the end',
    (text, length) => {
      expect(linkedPosition(text, length) ?? 0).toBeLessThan(length);
    },
  );
});

const lessons = fc.array(
  fc.record({ is_finished: fc.boolean(), watched_at: fc.option(fc.integer({ min: 1, max: 1_000_000 })) }),
  { maxLength: 8 },
);

property.prop([lessons], { numRuns: runs(300) })(
  'the lesson to continue with is the last watched, else the first open one after it, else the first open one',
  (course) => {
    const times = course.map(({ watched_at }) => watched_at ?? 0);
    const last = Math.max(0, times.indexOf(Math.max(...times)));
    const open = (from: number) => course.findIndex((one, index) => index >= from && !one.is_finished);
    const expected = open(last) >= 0 ? open(last) : open(0);
    expect(course.indexOf(lessonToContinue(course) as never)).toBe(expected);
  },
);

describe('courses of a learner', () => {
  const counts = fc.record({
    lesson_count: fc.nat(3),
    finished_count: fc.nat(3),
    watched_at: fc.constantFrom(null, '2026-11-21T10:00:00.000Z'),
  });
  property.prop([fc.array(counts, { maxLength: 6 })], { numRuns: runs(300) })(
    'the course to continue with is the first one that was begun and is not finished',
    (courses) => {
      const found = courseToContinue(courses);
      const fitting = courses.filter((one) => one.watched_at !== null && !isFinishedCourse(one));
      expect(found).toBe(fitting[0]);
    },
  );

  const placed = (id: string, discipline: string, group: string | null) => ({
    id,
    category: { identifier: discipline, title: discipline },
    group: group === null ? null : { identifier: group, title: group },
  });
  test('the same discipline comes next, then the same group, then the others, without what is finished', () => {
    const courses = [
      placed('a', 'cooking', null),
      placed('b', 'drawing', 'hand'),
      placed('c', 'piano', 'sound'),
      placed('d', 'singing', 'sound'),
      placed('e', 'piano', 'sound'),
    ];
    const ids = (after: string, finished: string[] = []) =>
      nextCourses(courses.find(({ id }) => id === after) ?? placed(after, '', null), courses, finished).map(
        ({ id }) => id,
      );
    expect(ids('c')).toEqual(['e', 'd', 'a', 'b']);
    expect(ids('c', ['e', 'a'])).toEqual(['d', 'b']);
    // Courses without a group have none in common.
    expect(ids('a')).toEqual(['b', 'c', 'd', 'e']);
  });
});
