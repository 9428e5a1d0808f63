import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { errorKindOf } from '#ui/screens/content/error/error-page.tsx';

test('an error is shown as missing, gone, refused or a fault, by its status', () => {
  expect(errorKindOf(new ErrorResponse(404, 'Not Found', null))).toBe('not_found');
  expect(errorKindOf(new ErrorResponse(410, '', null))).toBe('gone');
  for (const status of [400, 403, 405, 413, 415])
    expect(errorKindOf(new ErrorResponse(status, '', null))).toBe('refused');
  expect(errorKindOf(new ErrorResponse(503, '', null))).toBe('fault');
  expect(errorKindOf(new TypeError('Failed to fetch'))).toBe('fault');
  expect(errorKindOf(data(null, { status: 404 }))).toBe('fault');
});
