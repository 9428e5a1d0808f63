import { expect, test } from 'vitest';
import { base32, otpauthUri, totpCode, totpStep } from '#server/operations/team/totp.ts';

const secret = new TextEncoder().encode('12345678901234567890');

// RFC 6238, appendix B: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(totpCode(secret, second * 1000)).toBe(code);
});

test('a code is valid in its own step and the neighbouring ones, and in no other', () => {
  const now = 1_000_000 * 30_000;
  const code = totpCode(secret, now);
  const steps = [-2, -1, 0, 1, 2].map((away) => totpStep(secret, code, now + away * 30_000));
  expect(steps).toEqual([null, 1_000_000, 1_000_000, 1_000_000, null]);
  for (const other of ['', '12345', `${code}0`, 'abcdef']) expect(totpStep(secret, other, now)).toBeNull();
});

// RFC 4648, section 10.
test('a secret is written in base32, and in the address for authenticators', () => {
  const texts = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  expect(texts.map((text) => base32(new TextEncoder().encode(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  expect(otpauthUri(secret, { issuer: 'shop.example', email: 'ada+1@example.org' })).toBe(
    'otpauth://totp/shop.example:ada%2B1%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=shop.example',
  );
});
