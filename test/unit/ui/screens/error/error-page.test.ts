import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { faultKindOf } from '#ui/screens/error/error-page.tsx';

test('a missing page, a fault of ours, and anything else that is thrown', () => {
  expect(faultKindOf(new ErrorResponse(404, 'Not Found', null))).toBe('not_found');
  expect(faultKindOf(new ErrorResponse(503, '', null))).toBe('fault');
  expect(faultKindOf(new TypeError('Failed to fetch'))).toBe('fault');
  expect(faultKindOf(data(null, { status: 404 }))).toBe('fault');
});
