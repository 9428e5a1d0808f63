import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { changeListQuery, readListQuery, toCallQuery } from '#back-office/kit/lists/list-query.ts';
import { runs } from '#test/run-length.ts';

const names = ['q', 'state', 'from'];
const value = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text && text !== '');
const query = fc.dictionary(fc.constantFrom(...names, 'after'), value);

describe('the address of a list', () => {
  test.prop([query], { numRuns: runs(100) })('is read as it was written', (written) => {
    expect(readListQuery(changeListQuery(written, {}), names)).toEqual(written);
  });

  test.prop([query, fc.constantFrom(...names), value], { numRuns: runs(100) })(
    'keeps the other filters when one changes, and returns to the first page',
    (before, name, wanted) => {
      const { after: _, ...filters } = before;
      expect(readListQuery(changeListQuery(before, { [name]: wanted }), names)).toEqual({
        ...filters,
        [name]: wanted,
      });
    },
  );

  test('leaves out empty and unknown parameters', () => {
    const search = new URLSearchParams('q=%20&state=paid&other=1&after=5_a');
    expect(readListQuery(search, names)).toEqual({ state: 'paid', after: '5_a' });
    expect(String(changeListQuery({ state: 'paid', q: 'anna', after: '5_a' }, { q: ' ' }))).toBe(
      'state=paid',
    );
    expect(String(changeListQuery({ state: 'paid', after: '5_a' }, { after: '' }))).toBe('state=paid');
  });

  test('names filters as the API does', () => {
    expect(toCallQuery({ q: 'anna', after: '5_a' })).toEqual({ 'filter[q]': 'anna', 'page[after]': '5_a' });
  });
});
