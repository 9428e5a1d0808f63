import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { errorKindOf } from '#ui/screens/content/error/error-page.tsx';

test('a missing page, a fault of ours, and anything else that is thrown', () => {
  expect(errorKindOf(new ErrorResponse(404, 'Not Found', null))).toBe('not_found');
  expect(errorKindOf(new ErrorResponse(503, '', null))).toBe('fault');
  expect(errorKindOf(new TypeError('Failed to fetch'))).toBe('fault');
  expect(errorKindOf(data(null, { status: 404 }))).toBe('fault');
});
