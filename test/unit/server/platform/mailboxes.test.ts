import { expect, test } from 'vitest';
import { mailboxOf, ownMailboxOf } from '#server/platform/mailboxes.ts';

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada+Kurse@Example.ORG ', 'ada@example.org'],
  ['ada+eins+zwei@example.org', 'ada@example.org'],
  // A label needs a name before it.
  ['+ada@example.org', '+ada@example.org'],
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
])('limits count %s as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test('limits of logins count a confirmed address by itself, and others with all labels of their mailbox', () => {
  expect(ownMailboxOf('ada+kurse@example.org', false)).toBe('ada@example.org');
  const confirmed = ['ada@example.org', 'ada+kurse@example.org'].map((email) => ownMailboxOf(email, true));
  expect(new Set([...confirmed, 'ada@example.org']).size).toBe(3);
});
