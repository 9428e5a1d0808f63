import { expect, test } from 'vitest';
import { assignFailure } from '#ui/forms/use-schema-form.ts';

interface Form {
  email: string;
  password: string;
}

function assign(fields: Record<string, string>) {
  const said: [string, string | undefined, boolean | undefined][] = [];
  const isAssigned = assignFailure<Form>(
    { code: 'INVALID_INPUT', detail: '', fields },
    ['email', 'password'],
    (name, error, options) => {
      said.push([name, error.message, options?.shouldFocus]);
    },
  );
  return { said, isAssigned };
}

test('the server’s messages appear at the fields it names, and the first gets focus', () => {
  expect(assign({ email: 'Check it.', password: 'Too common.' })).toEqual({
    isAssigned: true,
    said: [
      ['email', 'Check it.', true],
      ['password', 'Too common.', false],
    ],
  });
});

test('a field deeper in the form is found by its last name', () => {
  const said: string[] = [];
  assignFailure<{ address: { city: string } }>(
    { code: 'INVALID_INPUT', detail: '', fields: { city: 'Too long.' } },
    ['address.city'],
    (name) => said.push(name),
  );
  expect(said).toEqual(['address.city']);
});

test('what concerns no field is left to the form', () => {
  expect(assign({ token: 'Expired.' })).toEqual({ isAssigned: false, said: [] });
  expect(assign({})).toEqual({ isAssigned: false, said: [] });
});
