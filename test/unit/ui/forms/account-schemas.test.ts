import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { newPassword } from '#core/model/primitives.ts';
import { validateNewPassword } from '#server/accounts/passwords.ts';
import { runs } from '#test/run-length.ts';
import { loginSchema, passwordResetSchema, registrationSchema } from '#ui/forms/account-schemas.ts';

const person = {
  firstname: ' Johanna ',
  lastname: '',
  email: ' lernende@meisterhand.example ',
  password: 'ein langer Satz',
  password_confirmation: 'ein langer Satz',
  newsletter: false,
};

/** Passwords of letters with combining marks, 4 to 20 characters long, around the lower limit of the form. */
const password = fc.string({
  unit: fc.constantFrom('ü', 'é', 'ﬀ', 'a', '１', 'ǖ'),
  minLength: 4,
  maxLength: 20,
});
const form = fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD');

const faults = (result: { error?: { issues: readonly { path: PropertyKey[] }[] } | undefined }) =>
  (result.error?.issues ?? []).map((issue) => issue.path.join('.'));

describe('the account forms', () => {
  test('accept valid values and trim them', () => {
    expect(registrationSchema.parse(person)).toMatchObject({
      firstname: 'Johanna',
      lastname: '',
      email: 'lernende@meisterhand.example',
    });
  });

  // Half of the pairs are one password in two Unicode forms.
  test.prop([password, fc.option(password, { freq: 2 }), form, form], { numRuns: runs(300) })(
    'count and compare passwords as the server does, in each Unicode form',
    (first, other, one, another) => {
      const second = other ?? first;
      const typed = { password: first.normalize(one), password_confirmation: second.normalize(another) };
      const result = passwordResetSchema.safeParse(typed);
      const isAccepted = newPassword.safeParse(typed.password).success;
      const checked = validateNewPassword(typed);
      const isDifferent = !checked.ok && checked.error.code === 'PASSWORDS_DIFFER';
      expect(faults(result).includes('password')).toBe(!isAccepted);
      expect(faults(result).includes('password_confirmation')).toBe(isDifferent);
      expect(isDifferent).toBe(first.normalize('NFKC') !== second.normalize('NFKC'));
    },
  );

  test.each([
    ['ü'.repeat(7), false],
    ['ü'.repeat(8), true],
    ['ü'.repeat(128), true],
    ['ü'.repeat(129), false],
    ['ﬀ'.repeat(4), true],
  ])('count letters without combining marks: %s', (composed, expected) => {
    for (const password of [composed, composed.normalize('NFD')]) {
      const typed = { password, password_confirmation: composed.normalize('NFC') };
      expect(newPassword.safeParse(password).success).toBe(expected);
      expect(passwordResetSchema.safeParse(typed).success).toBe(expected);
    }
  });

  test('report all faults at once', () => {
    const result = registrationSchema.safeParse({ ...person, email: 'x', password: 'kurz' });
    expect(faults(result).sort()).toEqual(['email', 'password', 'password_confirmation']);
  });

  test('ask for both parts of a login and accept any old password', () => {
    expect(faults(loginSchema.safeParse({ email: '', password: '' }))).toEqual(['email', 'password']);
    expect(loginSchema.safeParse({ email: 'a@b.example', password: 'x' }).success).toBe(true);
  });
});
