import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { courseLevels, type FacetName, facetNames } from '#core/model/product.ts';
import {
  chosenCounts,
  courseFacets,
  type FacetedCourse,
  type FacetFilter,
  fitsFacets,
  lengthBands,
  newValue,
  priceBands,
  wantedFacets,
} from '#core/rules/catalogue/facets.ts';
import { runs } from '#test/run-length.ts';

const now = Date.UTC(2026, 1, 28, 23);
const groups = ['hand', 'sound'];
const disciplines = ['drawing', 'piano', 'print'];

const course: fc.Arbitrary<FacetedCourse> = fc.record({
  group: fc.constantFrom(...groups),
  discipline: fc.constantFrom(...disciplines),
  level: fc.constantFrom(...courseLevels),
  length: fc.integer({ min: 20, max: 20_000 }),
  languages: fc.subarray(['de', 'en'] as const, { minLength: 1 }),
  price: fc.integer({ min: 1, max: 20_000 }),
  published_on: fc.option(fc.constantFrom('2025-08-31', '2025-09-01', '2026-02-28', '2020-02-01')),
});

const filter: fc.Arbitrary<FacetFilter> = fc.record(
  {
    group: fc.subarray(groups),
    discipline: fc.subarray(disciplines),
    level: fc.subarray([...courseLevels]),
    length: fc.subarray(lengthBands.map(({ value }) => value)),
    language: fc.subarray(['de', 'en']),
    price: fc.subarray(priceBands.map(({ value }) => value)),
    new: fc.subarray([newValue]),
  },
  { requiredKeys: [] },
);

/** Returns whether a course fits a filter, computed value by value, independent of the code. */
function fitsPlainly(one: FacetedCourse, wanted: FacetFilter, without?: FacetName): boolean {
  const length = one.length <= 7200 ? 'short' : one.length <= 9000 ? 'medium' : 'long';
  const price = one.price <= 6000 ? 'low' : one.price <= 8000 ? 'middle' : 'high';
  const values: Record<FacetName, readonly string[]> = {
    group: [one.group],
    discipline: [one.discipline],
    level: [one.level],
    length: [length],
    language: one.languages,
    price: [price],
    new: one.published_on !== null && one.published_on >= '2025-09-01' ? [newValue] : [],
  };
  return facetNames.every((name) => {
    const chosen = wanted[name] ?? [];
    return name === without || chosen.length === 0 || chosen.some((value) => values[name].includes(value));
  });
}

describe('facets of courses', () => {
  test.prop([course, filter, fc.constantFrom(undefined, ...facetNames)], { numRuns: runs(500) })(
    'a course fits a filter when each facet has one of its chosen values',
    (one, wanted, without) => {
      expect(fitsFacets(courseFacets(one), wantedFacets(wanted, now, without))).toBe(
        fitsPlainly(one, wanted, without),
      );
    },
  );

  test.prop([fc.array(course, { maxLength: 12 })], { numRuns: runs(200) })(
    'a count is the number of courses that fit its value alone',
    (courses) => {
      const counts: Record<string, number> = {};
      for (const facet of courses.flatMap(courseFacets)) counts[facet] = (counts[facet] ?? 0) + 1;
      const chosen = chosenCounts({ ...counts, 'colour:red': 1 }, now);
      expect(Object.keys(chosen)).toEqual(facetNames);
      const found = Object.keys(counts).map((facet) => facet.split(':') as [FacetName, string]);
      for (const [name, stored] of found) {
        const value = name === 'new' ? newValue : stored;
        const left = courses.filter((one) => fitsPlainly(one, { [name]: [value] })).length;
        expect(chosen[name].get(value) ?? 0, `${name}: ${value}`).toBe(left);
      }
      const values = facetNames.reduce((sum, name) => sum + chosen[name].size, 0);
      expect(values).toBeLessThanOrEqual(found.length);
    },
  );

  test('a course is new in the month of its publication and five months longer', () => {
    const published = {
      group: 'hand',
      discipline: 'print',
      level: 'beginner',
      length: 60,
      languages: ['de'],
      price: 100,
      published_on: '2025-09-30',
    } as const;
    const isNew = (at: number) => fitsFacets(courseFacets(published), wantedFacets({ new: [newValue] }, at));
    expect(isNew(Date.UTC(2026, 1, 28))).toBe(true);
    expect(isNew(Date.UTC(2026, 2, 1))).toBe(false);
    expect(isNew(Date.UTC(2025, 8, 30))).toBe(true);
  });
});
