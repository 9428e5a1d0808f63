import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { normaliseEmail } from '#core/model/email-address.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { foreignEmail, htmlEmail } from '#test/arbitraries/arbitrary-email.ts';
import { runs } from '#test/run-length.ts';

test.prop([fc.oneof(foreignEmail, htmlEmail)], { numRuns: runs(200) })(
  'an e-mail address that is typed as it is shown is stored as the same address',
  (typed) => {
    const stored = normaliseEmail(typed);
    expect(normaliseEmail(shownEmail(stored))).toBe(stored);
  },
);

test.each([
  ['kontakt@xn--mller-kva.de', 'kontakt@müller.de'],
  ['a@x.xn--vermgensberater-ctb', 'a@x.vermögensberater'],
  ['a@example.org', 'a@example.org'],
  ['a@xn--a.de', 'a@xn--a.de'],
  ['a@xn--.de', 'a@xn--.de'],
  ['a@xn--999999b.de', 'a@xn--999999b.de'],
])('%s is shown as %s', (stored, shown) => {
  expect(shownEmail(stored)).toBe(shown);
});
