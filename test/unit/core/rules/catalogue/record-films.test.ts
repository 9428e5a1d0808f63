import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { differingPaths, filmsOf, withFilms, withPaths } from '#core/rules/catalogue/record-films.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { runs } from '#test/run-length.ts';

const film = fc.constantFrom('one-key', 'two-hands', 'one-key.de.vtt');
const record = fc
  .record({
    title: fc.constantFrom('A', 'B'),
    films: fc.dictionary(film, fc.constantFrom('first', 'second')),
  })
  .map(({ title, films }) => withFilms({ title }, films));

describe('the places in which two records differ', () => {
  test.prop([record, record], { numRuns: runs(300) })(
    'turn one into the other when they are applied',
    (one, other) => {
      const places = differingPaths(one, other);
      expect(isSameValue(withPaths(one, other, places), other)).toBe(true);
      expect(places.length === 0).toBe(isSameValue(one, other));
    },
  );

  test.prop([record, record, record], { numRuns: runs(300) })(
    'change no other film, whatever was published meanwhile',
    (one, other, published) => {
      const places = differingPaths(one, other);
      const changed = filmsOf(withPaths(published, other, places));
      for (const name of ['one-key', 'two-hands', 'one-key.de.vtt']) {
        const from = places.includes(`films.${name}`) ? other : published;
        expect(changed[name]).toBe(filmsOf(from)[name]);
      }
    },
  );
});
