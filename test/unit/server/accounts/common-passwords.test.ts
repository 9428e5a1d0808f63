import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { isCommonPassword } from '#server/accounts/passwords.ts';
import { runs } from '#test/run-length.ts';

test.each([
  'password',
  'PASSWORT',
  'Passwort1!',
  '123passwort',
  '12345678',
  'qwertz123',
  'Sommer2026!',
  'abc12345',
  'ichliebedich',
  '        ',
  '🎨🎨🎨🎨',
  'aaaaaaaaaaaa',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'meisterhand-demo',
  'drei Äpfel im Regal',
  '94827364-abc-83746',
  'kQ8#vTz!2m',
  'sommerwiese im juni',
])('%s is not common', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

property.prop([fc.string({ unit: 'binary', maxLength: 128 })], { numRuns: runs(200) })(
  'any text is checked, and a space at its end changes nothing',
  (password) => {
    expect(isCommonPassword(password)).toBe(isCommonPassword(`${password} `));
  },
);
