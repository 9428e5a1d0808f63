import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { editDistance, suggestQuery } from '#core/rules/catalogue/suggested-query.ts';
import { runs } from '#test/run-length.ts';

describe('a suggested search text', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ü'), maxLength: 7 });

  test.prop([word, word, word], { numRuns: runs(300) })(
    'is chosen by a distance of words that is symmetric and counts letters',
    (one, other, third) => {
      expect(editDistance(one, one)).toBe(0);
      expect(editDistance(one, other)).toBe(editDistance(other, one));
      expect(editDistance(one, `${one}x`)).toBe(1);
      expect(editDistance(one, other) === 0).toBe(one === other);
      const detour = editDistance(one, third) + editDistance(third, other);
      // A swap counts as one step, but nothing may be changed between swapped letters, so a detour may be shorter.
      expect(editDistance(one, other)).toBeLessThanOrEqual(detour * 2);
    },
  );

  test.prop([fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){0,2}$/)], { numRuns: runs(200) })(
    'is missing when the typed text occurs',
    (typed) => {
      expect(suggestQuery(typed, [`Some ${typed} here`])).toBeNull();
    },
  );

  test.each([
    ['Dührer', ['Sehen, messen, zeichnen Albrecht Dürer Zeichnen'], 'Dürer'],
    ['clara schumahn', ['Klang in zehn Fingern Clara Schumann Klavier'], 'clara Schumann'],
    ['klaveir', ['Clara Schumann Klavier'], 'Klavier'],
    ['xyzzy', ['Clara Schumann Klavier'], null],
    ['ei', ['ein Satz'], null],
    ['durer', ['Albrecht Dürer'], null],
  ])('for %s among %j is %s', (typed, texts, expected) => {
    expect(suggestQuery(typed, texts)).toBe(expected);
  });
});
