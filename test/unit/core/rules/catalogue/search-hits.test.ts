import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds, type SearchHit } from '#core/model/product.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { groupHits, hitPath, isGermanOnlyHit, normaliseQuery } from '#core/rules/catalogue/search-hits.ts';
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

describe('groups of hits', () => {
  test.prop([hits], { numRuns: runs(100) })('have each hit once, and no group is empty', (found) => {
    const groups = groupHits(found);
    expect(groups.flatMap((group) => group.hits)).toHaveLength(found.length);
    for (const hit of found) expect(groups.flatMap((group) => group.hits)).toContain(hit);
    expect(new Set(groups.map(({ group }) => group)).size).toBe(groups.length);
    expect(groups.every((group) => group.hits.length > 0)).toBe(true);
  });

  test.prop([hits], { numRuns: runs(100) })(
    'begin with the best hit, and keep the order of the hits',
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

describe('a search text', () => {
  test('needs two letters', () => {
    expect(['', '  ', 'k', ' k ', '𝔨', '\u0000k'].map(normaliseQuery)).toEqual(Array(6).fill(''));
    expect(normaliseQuery('  öl ')).toBe('öl');
    expect(normaliseQuery('aquarell\u0000 ')).toBe('aquarell');
  });

  test.prop([fc.string({ unit: 'binary', minLength: 40, maxLength: 300, size: 'max' })], {
    numRuns: runs(200),
  })('is never longer than the server accepts, and has no characters that it cannot store', (typed) => {
    const words = normaliseQuery(typed);
    expect(words.length).toBeLessThanOrEqual(lengths.search);
    expect(words).not.toContain('\u0000');
    expect(words.isWellFormed()).toBe(true);
  });
});
