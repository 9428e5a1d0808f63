import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { differingPlaces, filmsOf, withFilms, withPlaces } from '#core/rules/catalogue/record-films.ts';
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
  test.prop([record, record], { numRuns: runs(300) })('lead from one to the other', (one, other) => {
    const places = differingPlaces(one, other);
    expect(isSameValue(withPlaces(one, other, places), other)).toBe(true);
    expect(places.length === 0).toBe(isSameValue(one, other));
  });

  test.prop([record, record, record], { numRuns: runs(300) })(
    'change no other film, whatever was published meanwhile',
    (one, other, published) => {
      const places = differingPlaces(one, other);
      const changed = filmsOf(withPlaces(published, other, places));
      for (const name of ['one-key', 'two-hands', 'one-key.de.vtt']) {
        const from = places.includes(`films.${name}`) ? other : published;
        expect(changed[name]).toBe(filmsOf(from)[name]);
      }
    },
  );
});
