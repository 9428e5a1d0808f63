import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds, type SearchHit } from '#core/model/product.ts';
import { lengths, mostStars } from '#core/model/values.ts';
import { pricePeriod } from '#core/rules/catalogue/price-period.ts';
import {
  editDistance,
  groupHits,
  hitPath,
  isGermanOnlyHit,
  normaliseQuery,
  starShare,
  suggestQuery,
} from '#core/rules/catalogue/product-path-and-search.ts';
import { runs } from '#test/run-length.ts';

const hits: fc.Arbitrary<SearchHit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...productKinds, 'master', 'post'),
    id: fc.string(),
    slug: fc.stringMatching(/^[a-z]{1,8}$/),
    title: fc.string(),
    teaser: fc.string(),
    picture: fc.string(),
    language: fc.constantFrom('de', 'en'),
  }),
);

describe('hits in groups', () => {
  test.prop([hits], { numRuns: runs(100) })(
    'none is lost, none is there twice, and none group is empty',
    (found) => {
      const groups = groupHits(found);
      expect(groups.flatMap((group) => group.hits)).toHaveLength(found.length);
      for (const hit of found) expect(groups.flatMap((group) => group.hits)).toContain(hit);
      expect(new Set(groups.map(({ group }) => group)).size).toBe(groups.length);
      expect(groups.every((group) => group.hits.length > 0)).toBe(true);
    },
  );

  test.prop([hits], { numRuns: runs(100) })(
    'the best one stands first, and each group keeps the order',
    (found) => {
      const groups = groupHits(found);
      expect(groups[0]?.hits[0]).toBe(found[0]);
      for (const { hits: inGroup } of groups) {
        const places = inGroup.map((hit) => found.indexOf(hit));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }
    },
  );
});

test.each([
  ['course', '/kurse/x'],
  ['master', '/experten/x'],
  ['book', '/buecher/x'],
  ['gift', '/geschenke/x'],
  ['voucher', '/geschenke/x'],
  ['gift_box', '/geschenkboxen/x'],
  ['membership', '/masterpass'],
  ['subscription', '/preise'],
  ['post', '/blog/x'],
  ['page', '/x'],
] as const)('a %s is found at %s', (kind, path) => {
  expect(hitPath({ kind, slug: 'x' })).toBe(path);
  expect(isGermanOnlyHit({ kind })).toBe(kind === 'book' || kind === 'post');
});

describe('what is looked for', () => {
  test('a single letter, blanks and nothing are not looked for; two letters are', () => {
    expect(['', '  ', 'k', ' k ', '𝔨', '\u0000k'].map(normaliseQuery)).toEqual(Array(6).fill(''));
    expect(normaliseQuery('  öl ')).toBe('öl');
    expect(normaliseQuery('aquarell\u0000 ')).toBe('aquarell');
  });

  test.prop([fc.string({ unit: 'binary', minLength: 40, maxLength: 300, size: 'max' })], {
    numRuns: runs(200),
  })('it never is longer than the server takes, nor holds what it cannot store', (typed) => {
    const words = normaliseQuery(typed);
    expect(words.length).toBeLessThanOrEqual(lengths.search);
    expect(words).not.toContain('\u0000');
    expect(words.isWellFormed()).toBe(true);
  });
});

const distributions = fc.array(fc.nat(1000), { minLength: mostStars, maxLength: mostStars });

test.prop([distributions], { numRuns: runs(100) })(
  'the shares of all stars make a whole, or nothing',
  (distribution) => {
    const shares = [1, 2, 3, 4, 5].map((stars) => starShare(distribution, stars));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    expect(whole).toBeCloseTo(distribution.some((count) => count > 0) ? 1 : 0);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  },
);

test('each number of stars has its own share', () => {
  expect(starShare([0, 0, 0, 0, 0], 5)).toBe(0);
  expect(starShare([1, 0, 0, 0, 3], 5)).toBe(0.75);
  expect(starShare([1, 0, 0, 0, 3], 1)).toBe(0.25);
  expect(starShare([1, 0, 0, 0, 3], 2)).toBe(0);
});

describe('the search text that was probably meant', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ü'), maxLength: 7 });

  test.prop([word, word, word], { numRuns: runs(300) })(
    'the distance of words is a metric with steps of one letter',
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
    'is never suggested for a text that stands there',
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

test.each([
  ['membership', 'year'],
  ['subscription', 'month'],
  ['course', null],
  ['gift', null],
] as const)('the price of a %s is for one %s', (kind, period) => {
  expect(pricePeriod(kind)).toBe(period);
});
