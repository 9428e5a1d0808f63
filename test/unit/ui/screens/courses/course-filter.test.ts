import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { runs } from '#test/run-count.ts';
import { courseFilterPath, courseSorts, readCourseFilter } from '#ui/screens/courses/course-filter.ts';

const filter = fc.record({
  group: fc.constantFrom('', 'hand-und-bild', 'zahl-und-maschine'),
  q: fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replaceAll('\u0000', '').trim().slice(0, 100).trim()),
  sort: fc.constantFrom(...courseSorts),
  page: fc.integer({ min: 1, max: 500 }),
});

const read = (path: string) => readCourseFilter(new URL(path, 'https://shop.example').searchParams);

describe('the filter of the courses in the address', () => {
  test.prop([filter], { numRuns: runs(200) })('is read as it was written', (wanted) => {
    expect(read(courseFilterPath(wanted))).toEqual(wanted);
  });

  test.prop([fc.webQueryParameters()], { numRuns: runs(200) })(
    'is within its limits, whatever stands there',
    (query) => {
      const found = readCourseFilter(new URLSearchParams(query));
      expect(found.group).toMatch(/^[a-z0-9-]{0,60}$/);
      expect(found.q.length).toBeLessThanOrEqual(100);
      expect(courseSorts).toContain(found.sort);
      expect(found.page).toBeGreaterThanOrEqual(1);
    },
  );

  test('says nothing that is usual', () => {
    expect(courseFilterPath({ group: '', q: '', sort: 'position', page: 1 })).toBe('/kurse');
    expect(courseFilterPath({ group: 'hand-und-bild', q: '', sort: '-price', page: 2 })).toBe(
      '/kurse?gruppe=hand-und-bild&sort=-price&seite=2',
    );
  });

  test('ignores what makes no sense', () => {
    expect(read('/kurse?gruppe=../etc&seite=-3&sort=random')).toEqual({
      group: '',
      q: '',
      sort: 'position',
      page: 1,
    });
  });
});
