import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { newPassword } from '#core/model/primitives.ts';
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

const faults = (result: { error?: { issues: readonly { path: PropertyKey[] }[] } | undefined }) =>
  (result.error?.issues ?? []).map((issue) => issue.path.join('.'));

describe('the account forms', () => {
  test('take what is right, without blanks around it', () => {
    expect(registrationSchema.parse(person)).toMatchObject({
      firstname: 'Johanna',
      lastname: '',
      email: 'lernende@meisterhand.example',
    });
  });

  test.prop([fc.string({ maxLength: 140 })], { numRuns: runs(300) })(
    'take the passwords that the API takes',
    (password) => {
      const result = passwordResetSchema.safeParse({ password, password_confirmation: password });
      expect(result.success).toBe(newPassword.safeParse(password).success);
    },
  );

  test.prop([fc.string({ minLength: 8, maxLength: 128 }), fc.string()], { numRuns: runs(200) })(
    'say at the second field that passwords differ',
    (password, other) => {
      const result = passwordResetSchema.safeParse({ password, password_confirmation: other });
      expect(faults(result)).toEqual(password === other ? [] : ['password_confirmation']);
    },
  );

  test('say everything at once', () => {
    const result = registrationSchema.safeParse({ ...person, email: 'x', password: 'kurz' });
    expect(faults(result).sort()).toEqual(['email', 'password', 'password_confirmation']);
  });

  test('ask for both parts of a login and accept any old password', () => {
    expect(faults(loginSchema.safeParse({ email: '', password: '' }))).toEqual(['email', 'password']);
    expect(loginSchema.safeParse({ email: 'a@b.example', password: 'x' }).success).toBe(true);
  });
});
