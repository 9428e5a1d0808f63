import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { code, newPassword } from '#core/model/primitives.ts';
import { runs } from '#test/run-length.ts';

describe('a new password', () => {
  test.prop([fc.string({ maxLength: 140 })], { numRuns: runs(300) })(
    'has 8 to 128 characters of any kind',
    (password) => {
      const fits = password.length >= 8 && password.length <= 128;
      expect(newPassword.safeParse(password).success).toBe(fits);
    },
  );

  test.each([
    [7, false],
    [8, true],
    [128, true],
    [129, false],
  ])('of %i blanks: %s', (length, expected) => {
    expect(newPassword.safeParse(' '.repeat(length)).success).toBe(expected);
  });
});

describe('a code', () => {
  test.each([
    ['willkommen 10', 'WILLKOMMEN10'],
    [' gutschein-50 ', 'GUTSCHEIN-50'],
    ['Gutschein\u201050', 'GUTSCHEIN-50'],
    ['abcd \u2212 efgh', 'ABCD-EFGH'],
  ])('%s is %s', (typed, expected) => {
    expect(code.parse(typed)).toBe(expected);
  });

  test('of nothing but space is none', () => {
    expect(code.safeParse(' \u00a0 ').success).toBe(false);
  });
});
