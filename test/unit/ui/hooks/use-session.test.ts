import { expect, test } from 'vitest';
import { displayName, writtenEmail } from '#ui/hooks/use-session.ts';

test('a learner is named by first and last name, or by e-mail address without a first name', () => {
  const email = 'lernende@meisterhand.example';
  expect(displayName({ firstname: 'Johanna', lastname: 'Brandt', email })).toBe('Johanna Brandt');
  expect(displayName({ firstname: 'Johanna', lastname: '', email })).toBe('Johanna');
  const nameless = { firstname: '', lastname: 'Brandt' };
  expect(displayName({ ...nameless, email })).toBe(email);
  const foreign = { email: 'a@xn--mller-kva.de', shown_email: 'a@müller.de' };
  expect(displayName({ ...nameless, ...foreign })).toBe(foreign.shown_email);
});

test('the e-mail address is shown as its owner writes it', () => {
  const email = 'a@xn--mller-kva.de';
  expect(writtenEmail({ email, shown_email: 'a@müller.de' })).toBe('a@müller.de');
  expect(writtenEmail({ email })).toBe(email);
  expect(writtenEmail(null)).toBe('');
});
