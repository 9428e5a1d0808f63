import { expect, test } from 'vitest';
import { assignFailure } from '#ui/forms/use-schema-form.ts';

interface Form {
  email: string;
  password: string;
}

function assign(fields: Record<string, string>) {
  const errors: [string, string | undefined, boolean | undefined][] = [];
  const isAssigned = assignFailure<Form>(
    { code: 'INVALID_INPUT', detail: '', fields },
    ['email', 'password'],
    (name, error, options) => {
      errors.push([name, error.message, options?.shouldFocus]);
    },
  );
  return { errors, isAssigned };
}

test('the server’s messages appear at the fields it names, and the first gets focus', () => {
  expect(assign({ email: 'Check it.', password: 'Too common.' })).toEqual({
    isAssigned: true,
    errors: [
      ['email', 'Check it.', true],
      ['password', 'Too common.', false],
    ],
  });
});

test('a field deeper in the form is found by its last name', () => {
  const names: string[] = [];
  assignFailure<{ address: { city: string } }>(
    { code: 'INVALID_INPUT', detail: '', fields: { city: 'Too long.' } },
    ['address.city'],
    (name) => names.push(name),
  );
  expect(names).toEqual(['address.city']);
});

test('a failure without a field is not assigned', () => {
  expect(assign({ token: 'Expired.' })).toEqual({ isAssigned: false, errors: [] });
  expect(assign({})).toEqual({ isAssigned: false, errors: [] });
});
