import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { commonMailDomains, suggestEmail } from '#core/rules/accounts/email-typos.ts';
import { runs } from '#test/run-length.ts';

const name = fc.stringMatching(/^[a-z0-9][a-z0-9.+-]{0,12}$/);
const common = fc.constantFrom(...commonMailDomains);

describe('the suggestion for a misspelt e-mail address', () => {
  test.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmai.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@gmail.de', 'ada@gmail.com'],
    [' Ada@HOTNAIL.com ', 'Ada@hotmail.com'],
    ['ada@t-onlin.de', 'ada@t-online.de'],
    ['ada@yahooo.de', 'ada@yahoo.de'],
    ['ada@web.de', null],
    ['ada@gmx.net', null],
    ['ada@example.org', null],
    ['ada@meisterhand.example', null],
    ['gmial.com', null],
    ['@gmial.com', null],
    ['', null],
  ])('of %j is %j', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.prop([name, common], { numRuns: runs(100) })('is missing for a common domain', (local, domain) => {
    expect(suggestEmail(`${local}@${domain}`)).toBeNull();
    expect(suggestEmail(`${local}@${domain.toUpperCase()}`)).toBeNull();
  });

  test.prop(
    [
      name,
      common,
      fc.nat(),
      fc.constantFrom('drop', 'double', 'swap', 'replace'),
      fc.constantFrom(...'qxj7'),
    ],
    { numRuns: runs(300) },
  )(
    'is a common domain that differs by one typing error, with the same name',
    (local, domain, place, typo, letter) => {
      const at = place % domain.length;
      const [before, here, next = '', after] = [
        domain.slice(0, at),
        domain.slice(at, at + 1),
        domain.slice(at + 1, at + 2),
        domain.slice(at + 2),
      ];
      const typed = {
        drop: before + next + after,
        double: before + here + here + next + after,
        swap: before + next + here + after,
        replace: before + letter + next + after,
      }[typo];
      fc.pre(!commonMailDomains.some((known) => known === typed));
      const meant = suggestEmail(`${local}@${typed}`);
      expect(meant?.startsWith(`${local}@`)).toBe(true);
      expect(commonMailDomains.map(String)).toContain(meant?.slice(local.length + 1));
      expect(suggestEmail(meant ?? '')).toBeNull();
    },
  );

  test.prop([fc.string()], { numRuns: runs(300) })(
    'never throws, and never repeats what was typed',
    (typed) => {
      expect(suggestEmail(typed)).not.toBe(typed.trim());
    },
  );
});
