import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { newPassword } from '#core/model/primitives.ts';
import { runs } from '#test/run-count.ts';

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
