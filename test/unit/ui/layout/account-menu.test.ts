import { expect, test } from 'vitest';
import { learnerName } from '#ui/layout/account-menu.tsx';

test('first and last name, or the e-mail if there is no first name', () => {
  const email = 'lernende@meisterhand.example';
  expect(learnerName({ firstname: 'Johanna', lastname: 'Brandt', email })).toBe('Johanna Brandt');
  expect(learnerName({ firstname: 'Johanna', lastname: '', email })).toBe('Johanna');
  expect(learnerName({ firstname: '', lastname: 'Brandt', email })).toBe(email);
});
