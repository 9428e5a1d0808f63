import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isPayloadExpired, isTokenExpired, readTokenPayload } from '#core/rules/access-token.ts';
import { runs } from '#test/run-count.ts';

const now = Date.UTC(2026, 5, 15, 12);
const payload = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

function tokenOf(value: unknown): string {
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(value)}.c2lnbmF0dXJl`;
}

describe('the payload of a token', () => {
  test.prop([payload], { numRuns: runs(200) })('is read with every character', (value) => {
    expect(readTokenPayload(tokenOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });

  test.each([
    null,
    '',
    'a',
    'a.b',
    `${tokenOf({ exp: 1 })}.more`,
    'a.!!.c',
    `a.${encode('no json')}.c`,
    `a.${encode('7')}.c`,
    `a.${encode('null')}.c`,
    `a.${encode('[]')}.c`,
    `a.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.c`,
  ])('of %j is none, and the token counts as expired', (token) => {
    expect(readTokenPayload(token)).toBeNull();
    expect(isTokenExpired(token, now)).toBe(true);
  });

  test.prop([fc.string()], { numRuns: runs(300) })('of anything never throws', (text) => {
    expect(isTokenExpired(text, now)).toBe(true);
    expect(isTokenExpired(`a.${text}.c`, now)).toBe(true);
  });
});

describe('the margin of 25 seconds', () => {
  test.each([
    [25_000, false],
    [24_999, true],
    [25_001, false],
    [0, true],
    [-1, true],
    [600_000, false],
  ])('with %i ms left the token counts as expired: %s', (left, expected) => {
    expect(isTokenExpired(tokenOf({ exp: now / 1000 }), now - left)).toBe(expected);
  });

  test.prop([fc.integer({ min: -1000, max: 1000 }), fc.nat(999), fc.nat(300)], { numRuns: runs(300) })(
    'is what it is said to be',
    (seconds, milliseconds, margin) => {
      const exp = now / 1000 + seconds;
      const left = exp * 1000 - (now + milliseconds);
      expect(isPayloadExpired({ exp }, now + milliseconds, margin)).toBe(left < margin * 1000);
    },
  );

  test.each([undefined, null, '9999999999', {}, Number.NaN])(
    'with the expiry %j it counts as expired',
    (exp) => {
      expect(isPayloadExpired({ exp }, now)).toBe(true);
    },
  );

  test('without a payload it counts as expired', () => {
    expect(isPayloadExpired(null, now)).toBe(true);
  });
});
