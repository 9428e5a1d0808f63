import { domainToUnicode } from 'node:url';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isEmailAddress, normaliseEmail } from '#core/model/email-address.ts';
import { email } from '#core/model/primitives.ts';
import { foreignEmail, htmlEmail } from '#test/arbitraries/arbitrary-email.ts';
import { runs } from '#test/run-length.ts';

describe('an e-mail address', () => {
  test.prop([htmlEmail], { numRuns: runs(300) })('is accepted when HTML accepts it', (typed) => {
    expect(isEmailAddress(typed)).toBe(true);
    expect(email.parse(typed)).toBe(typed.toLowerCase());
  });

  test.prop([foreignEmail, fc.constantFrom('', ' ', '\t', '\u200b', '\ufeff ')], { numRuns: runs(300) })(
    'with foreign letters in its domain is stored with the ASCII domain, in every spelling',
    (typed, blank) => {
      const stored = normaliseEmail(typed);
      expect(stored).toMatch(/^\p{ASCII}+$/u);
      expect(email.parse(typed)).toBe(stored);
      expect(email.parse(stored)).toBe(stored);
      const [local = '', domain = ''] = stored.split('@');
      expect(normaliseEmail(`${blank}${local}@${domainToUnicode(domain)}`)).toBe(stored);
      expect(normaliseEmail(`${typed.normalize('NFD')}${blank}`)).toBe(stored);
      expect(normaliseEmail(typed.toUpperCase().replace('STRASSE', 'STRAßE'))).toBe(stored);
    },
  );

  test('with an overlong domain is refused, and the domain is not converted', () => {
    const typed = `a@${'ü'.repeat(300)}`;
    expect(normaliseEmail(typed)).toBe(typed);
    expect(isEmailAddress(typed)).toBe(false);
  });

  test.each([
    ['kontakt@müller.de', 'kontakt@xn--mller-kva.de'],
    ['Kontakt@MÜLLER.de', 'kontakt@xn--mller-kva.de'],
    ['kontakt@mu\u0308ller.de', 'kontakt@xn--mller-kva.de'],
    ['kontakt@müller。de', 'kontakt@xn--mller-kva.de'],
    ['a@x.xn--vermgensberater-ctb', 'a@x.xn--vermgensberater-ctb'],
    ['a@x.vermögensberater', 'a@x.xn--vermgensberater-ctb'],
    ['a&b@example.org', 'a&b@example.org'],
    ['A/b@example.org', 'a/b@example.org'],
    ['1=1@example.org', '1=1@example.org'],
    ['a@localhost', 'a@localhost'],
    ['a@1.2.3', 'a@1.2.3'],
    ['a@xn--a', 'a@xn--a'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(email.parse(typed)).toBe(stored);
    expect(isEmailAddress(typed)).toBe(true);
  });

  test.each([
    '',
    '@',
    'a',
    'a@',
    '@example.org',
    'a@b@example.org',
    'a b@example.org',
    'müller@example.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@b.org.',
    'a@müller.de.',
    'a@müller.de/x',
    'a@müller.de:25',
    'a@müller.de?x',
    'a@mül%41ler.de',
    'a@m\u202eüller.de\u0000',
    'a@[::1]',
    'a@ä_ö.de\r\nBcc: b@example.org',
  ])('%j is refused', (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
    expect(isEmailAddress(typed)).toBe(false);
  });

  test('with 40,000 ideographs is refused within the time limit', () => {
    const ideographs = Array.from({ length: 40_000 }, (_, index) =>
      String.fromCodePoint(0x2_00_00 + index),
    ).join('');
    expect(email.safeParse(`a@${ideographs}.de`).success).toBe(false);
  });

  test('has at most 254 characters in ASCII', () => {
    const local = 'a'.repeat(254 - '@xn--mller-kva.de'.length);
    expect(email.parse(`${local}@müller.de`)).toHaveLength(254);
    expect(isEmailAddress(`${local}@müller.de`)).toBe(true);
    expect(email.safeParse(`a${local}@müller.de`).success).toBe(false);
    expect(isEmailAddress(`a${local}@müller.de`)).toBe(false);
  });
});
