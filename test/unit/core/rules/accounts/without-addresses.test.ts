import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { maskEmails } from '#core/rules/accounts/mask-emails.ts';

const known = ['Ada.Lovelace+kurse@example.org'];

describe('responses of mail servers are stored without addresses', () => {
  test.each([
    ['550 5.1.1 <ada@example.org>: unknown', '550 5.1.1 <…@…>: unknown'],
    ['to=<ada%40example.org>, relay=x', 'to=<…@…>, relay=x'],
    ['ORCPT rfc822;ada+40example.org', 'ORCPT rfc822;…@…'],
    ['bounce ada=40example.org', 'bounce …@…'],
    ['&lt;ada&#64;example.org', '&lt;…@…'],
    [String.raw`{"to":"ada\u0040example.org"}`, '{"to":"…@…"}'],
    ['"ada lovelace"@example.org is full', '…@… is full'],
    ['aдa@пример.рф, ada＠example.org', '…@…, …@…'],
    ['User ada.lovelace+kurse unknown', 'User … unknown'],
    ['User ADA.LOVELACE unknown; see ada.lovelace%2Bkurse', 'User … unknown; see …'],
    ['Adam reads, ada.lovelaces reads', 'Adam reads, ada.lovelaces reads'],
    ['421 try later [192.0.2.7]', '421 try later [192.0.2.7]'],
  ])('%s', (said, kept) => {
    expect(maskEmails(said, known)).toBe(kept);
    expect(maskEmails(kept, known), 'twice').toBe(kept);
  });

  test('a name of two characters stays, a longer one is removed', () => {
    expect(maskEmails('no user li', ['li@example.org'])).toBe('no user li');
    expect(maskEmails('no user lin', ['lin@example.org'])).toBe('no user …');
  });

  test.prop([
    fc.emailAddress().filter((email) => email.indexOf('@') >= 3),
    fc.constantFrom('<%>', '"%"', 'RCPT TO:%', '% said: no', 'a,%;b'),
    fc.constantFrom('@', '%40', '=40', '&#64;'),
  ])('an address is removed from any sentence', (email, sentence, sign) => {
    const spelled = email.replace('@', sign);
    const kept = maskEmails(
      sentence.replace('%', () => spelled),
      [email],
    );
    expect(kept).not.toContain(spelled);
    expect(kept).not.toContain(email.slice(0, email.indexOf('@')));
  });

  test('a long text without blanks is cut to 2,000 characters', () => {
    expect(maskEmails('x'.repeat(1_000_000), known)).toHaveLength(2_000);
  });
});
