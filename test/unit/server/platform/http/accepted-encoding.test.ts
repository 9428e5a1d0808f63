import { expect, test } from 'vitest';
import { chooseEncoding, type Encoding } from '#server/platform/http/accepted-encoding.ts';

test.each<readonly [string | null, Encoding | null]>([
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.1, br; q=0.000', 'gzip'],
  ['br;q=0.01', 'br'],
  ['brotli, x-gzip', null],
  ['', null],
  [null, null],
])('the best encoding that %j accepts is %j', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('an encoding that is not offered is not chosen', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(chooseEncoding('br', ['gzip'])).toBeNull();
});
