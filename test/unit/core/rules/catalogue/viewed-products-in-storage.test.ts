import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { SearchHit } from '#core/model/product.ts';
import { parseViewed, rememberViewed } from '#core/rules/catalogue/viewed-products-in-storage.ts';
import { runs } from '#test/run-length.ts';

const hit: fc.Arbitrary<SearchHit> = fc.record({
  kind: fc.constantFrom('course', 'book', 'gift'),
  id: fc.stringMatching(/^[a-l]$/),
  slug: fc.string(),
  title: fc.string(),
  teaser: fc.string(),
  picture: fc.string(),
  language: fc.constantFrom('de', 'en'),
});

describe('remembered products', () => {
  test.prop([fc.array(hit, { maxLength: 30 })], { numRuns: runs(200) })(
    'are the last eight different ones, newest first, and are read as they were written',
    (seen) => {
      const viewed = seen.reduce<readonly SearchHit[]>(rememberViewed, []);
      const newestFirst = seen.toReversed();
      const expected = newestFirst
        .filter(({ id }, index) => newestFirst.findIndex((other) => other.id === id) === index)
        .slice(0, 8);
      expect(viewed).toEqual(expected);
      expect(parseViewed(JSON.stringify(viewed))).toEqual(viewed);
    },
  );

  test.prop([fc.oneof(fc.string(), fc.json(), fc.constant(null))], { numRuns: runs(200) })(
    'are an empty list when something else is stored',
    (text) => {
      expect(parseViewed(text === '[]' ? null : text)).toEqual([]);
    },
  );
});
