import { fc, test } from '@fast-check/vitest';
import { test as example, expect } from 'vitest';
import { followNavigation, needsRequest, type UrlFieldState } from '#back-office/kit/use-url-field.ts';
import { runs } from '#test/run-length.ts';

const start: UrlFieldState = { typed: '', page: 'first', value: '', requested: [] };

/** The field after somebody typed a value and asked for it. */
const ask = (field: UrlFieldState, value: string): UrlFieldState => ({
  ...field,
  typed: value,
  requested: [...field.requested, value],
});

/** Values that are asked for in a row; nobody asks for the same one twice in a row. */
const values = fc
  .array(fc.constantFrom('', '2025-01-11', '2025-11-01', '2025-11-11'), { minLength: 1 })
  .map((wanted) => wanted.filter((value, index) => value !== wanted[index - 1]));
/** Which page is shown after each of them: the one of the value before, its own, or none. */
const shownPages = fc.infiniteStream(fc.constantFrom('late', 'own', 'none'));

test.prop([values, shownPages], { numRuns: runs(200) })(
  'a page that is shown late never takes back what was typed on since',
  (wanted, shown) => {
    let field = start;
    let late: string | null = null;
    for (const [index, value] of wanted.entries()) {
      field = ask(field, value);
      const page = shown.next().value;
      const shownValue = page === 'own' ? value : page === 'late' ? late : null;
      if (shownValue !== null) field = followNavigation(field, `page-${index}`, shownValue);
      expect(field.typed).toBe(value);
      late = page === 'own' ? null : value;
    }
    const last = wanted.at(-1) ?? '';
    field = followNavigation(field, 'last', last);
    expect(field).toEqual({ typed: last, page: 'last', value: last, requested: [] });
  },
);

example('a value from elsewhere is taken, also while another one is on its way', () => {
  const typed = { ...start, typed: 'half', value: 'before' };
  expect(followNavigation(typed, 'first', 'after').typed).toBe('half');
  expect(followNavigation(typed, 'other-filter', 'before').typed).toBe('half');
  expect(followNavigation(typed, 'back', 'after').typed).toBe('after');
  const asked = ask(typed, 'mine');
  // Another filter replaced it.
  expect(followNavigation(asked, 'other-filter', 'before')).toMatchObject({ typed: 'before', requested: [] });
  expect(followNavigation(asked, 'reset', '').typed).toBe('');
});

example('a value is asked for once, and again when it failed to load or another one came between', () => {
  const shown = { ...start, typed: 'here', value: 'here' };
  expect(needsRequest(shown, 'here', false)).toBe(false);
  expect(needsRequest(shown, 'there', false)).toBe(true);
  const asked = ask(shown, 'there');
  expect(needsRequest(asked, 'there', true)).toBe(false);
  expect(needsRequest(asked, 'there', false)).toBe(true);
  expect(needsRequest(asked, 'here', true)).toBe(true);
  // The page of a value may not yet say that it is loading.
  expect(needsRequest(asked, 'here', false)).toBe(true);
});
