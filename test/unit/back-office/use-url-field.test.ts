import { fc, test } from '@fast-check/vitest';
import { test as example, expect } from 'vitest';
import { followNavigation, needsRequest, type UrlFieldState } from '#back-office/kit/use-url-field.ts';
import { runs } from '#test/run-length.ts';

const start: UrlFieldState = { typed: '', page: 'first', value: '', requested: [] };

/** Returns the field after a value was typed and requested. */
const request = (field: UrlFieldState, value: string): UrlFieldState => ({
  ...field,
  typed: value,
  requested: [...field.requested, value],
});

/** Values that are requested one after the other, never the same twice in a row. */
const values = fc
  .array(fc.constantFrom('', '2025-01-11', '2025-11-01', '2025-11-11'), { minLength: 1 })
  .map((wanted) => wanted.filter((value, index) => value !== wanted[index - 1]));
/** The page that is shown after each request: that of the value before, its own, or none. */
const shownPages = fc.infiniteStream(fc.constantFrom('late', 'own', 'none'));

test.prop([values, shownPages], { numRuns: runs(200) })(
  'a page that is shown late never replaces what was typed since',
  (wanted, shown) => {
    let field = start;
    let late: string | null = null;
    for (const [index, value] of wanted.entries()) {
      field = request(field, value);
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

example('a value from another navigation replaces the typed one, also during a request', () => {
  const typed = { ...start, typed: 'half', value: 'before' };
  expect(followNavigation(typed, 'first', 'after').typed).toBe('half');
  expect(followNavigation(typed, 'other-filter', 'before').typed).toBe('half');
  expect(followNavigation(typed, 'back', 'after').typed).toBe('after');
  const sent = request(typed, 'mine');
  // Another filter replaced the request.
  expect(followNavigation(sent, 'other-filter', 'before')).toMatchObject({ typed: 'before', requested: [] });
  expect(followNavigation(sent, 'reset', '').typed).toBe('');
});

example(
  'a value is requested once, and again if it failed to load or another one was requested since',
  () => {
    const shown = { ...start, typed: 'here', value: 'here' };
    expect(needsRequest(shown, 'here', false)).toBe(false);
    expect(needsRequest(shown, 'there', false)).toBe(true);
    const sent = request(shown, 'there');
    expect(needsRequest(sent, 'there', true)).toBe(false);
    expect(needsRequest(sent, 'there', false)).toBe(true);
    expect(needsRequest(sent, 'here', true)).toBe(true);
    // The page of a value may not yet say that it is loading.
    expect(needsRequest(sent, 'here', false)).toBe(true);
  },
);
