import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { runs } from '#test/run-length.ts';
import {
  chosenCount,
  courseFilterPath,
  courseSorts,
  isSelection,
  panelFacets,
  readCourseFilter,
  withoutChosen,
  withoutValue,
} from '#ui/screens/catalogue/courses/course-filter.ts';

const chosen = fc.record({
  discipline: fc.subarray(['zeichnen', 'klavier']),
  level: fc.subarray(['beginner', 'advanced']),
  length: fc.subarray(['short', 'long']),
  language: fc.subarray(['de', 'en']),
  price: fc.subarray(['low', 'high']),
  new: fc.subarray(['yes']),
});

const filter = fc.record({
  group: fc.constantFrom('', 'hand-und-bild', 'zahl-und-maschine'),
  q: fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replaceAll('\u0000', '').trim().slice(0, 100).trim()),
  chosen,
  sort: fc.constantFrom(...courseSorts),
  page: fc.integer({ min: 1, max: 500 }),
});

const nothing = readCourseFilter(new URLSearchParams());

const read = (path: string) => readCourseFilter(new URL(path, 'https://shop.example').searchParams);

describe('the filter of the courses in the address', () => {
  test.prop([filter], { numRuns: runs(200) })('is read as it was written', (wanted) => {
    expect(read(courseFilterPath(wanted))).toEqual(wanted);
  });

  test.prop([fc.webQueryParameters()], { numRuns: runs(200) })(
    'is within its limits for every query',
    (query) => {
      const found = readCourseFilter(new URLSearchParams(query));
      expect(found.group).toMatch(/^[a-z0-9-]{0,60}$/);
      expect(found.q.length).toBeLessThanOrEqual(100);
      expect(courseSorts).toContain(found.sort);
      expect(found.page).toBeGreaterThanOrEqual(1);
      for (const name of panelFacets) expect(found.chosen[name].length).toBeLessThanOrEqual(20);
    },
  );

  test('leaves out default values', () => {
    expect(courseFilterPath(nothing)).toBe('/kurse');
    expect(
      courseFilterPath({
        ...nothing,
        group: 'hand-und-bild',
        chosen: { ...nothing.chosen, level: ['beginner', 'intermediate'] },
        sort: '-price',
        page: 2,
      }),
    ).toBe('/kurse?gruppe=hand-und-bild&niveau=beginner&niveau=intermediate&sort=-price&seite=2');
  });

  test('ignores invalid values', () => {
    expect(
      read("/kurse?gruppe=../etc&seite=-3&sort=random&niveau=a'b&niveau=&niveau=-x&preis=a,b&dauer=a:b"),
    ).toEqual(nothing);
  });

  test.prop([filter], { numRuns: runs(100) })('loses one value, or all values of the panel', (wanted) => {
    for (const name of panelFacets) {
      for (const value of wanted.chosen[name]) {
        const fewer = withoutValue(wanted, name, value);
        expect(fewer.chosen[name]).not.toContain(value);
        expect(chosenCount(fewer)).toBe(chosenCount(wanted) - 1);
        expect(fewer.page).toBe(1);
      }
    }
    expect(withoutChosen(wanted)).toEqual({ ...wanted, chosen: nothing.chosen, page: 1 });
  });

  test('groups and pages may be listed by search engines, other selections may not', () => {
    expect(isSelection(read('/kurse?gruppe=hand-und-bild&seite=2'))).toBe(false);
    for (const query of ['q=klavier', 'sort=price', 'niveau=beginner', 'neu=yes'])
      expect(isSelection(read(`/kurse?gruppe=hand-und-bild&${query}`)), query).toBe(true);
  });
});
