import { expect, test } from 'vitest';
import { displayName } from '#ui/hooks/use-session.ts';

test('first and last name, or the e-mail if there is no first name', () => {
  const email = 'lernende@meisterhand.example';
  expect(displayName({ firstname: 'Johanna', lastname: 'Brandt', email })).toBe('Johanna Brandt');
  expect(displayName({ firstname: 'Johanna', lastname: '', email })).toBe('Johanna');
  expect(displayName({ firstname: '', lastname: 'Brandt', email })).toBe(email);
});
