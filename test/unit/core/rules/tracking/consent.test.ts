import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { noConsent, parseConsent, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { consentChoice } from '#test/arbitraries/arbitrary-account.ts';
import { runs } from '#test/run-length.ts';

const cookiebot =
  "{stamp:'Zm9vYmFy==',necessary:true,preferences:false,statistics:false,marketing:true,method:'explicit',ver:1,utc:1700000000000,region:'de'}";
const marketingOnly = { isDecided: true, preferences: false, statistics: false, marketing: true };
describe('the consent cookie', () => {
  test.each([
    ['plain', cookiebot],
    ['percent-encoded', encodeURIComponent(cookiebot)],
    ['as browsers encode it', cookiebot.replaceAll(',', '%2C').replace('{', '%7B').replace('}', '%7D')],
    ['with blanks', ` ${cookiebot.replaceAll(',', ' , ').replaceAll(':', ' : ')} `],
    ['with double quotes', cookiebot.replaceAll("'", '"')],
    ['with quoted keys', cookiebot.replace(/(\w+):/g, "'$1':")],
    ['as strict JSON', '{"necessary":true,"preferences":false,"statistics":false,"marketing":true}'],
    ['as encoded JSON', encodeURIComponent('{"marketing": true, "extra": {"nested": [1]}}')],
    ['with the flag alone', '{marketing:true}'],
    ['with commas and braces in a text', "{stamp:'a,b}{c\\'d',marketing:true}"],
  ])('is read %s', (_, cookie) => {
    expect(parseConsent(cookie)).toEqual(marketingOnly);
  });

  test.prop([consentChoice, fc.string(), fc.nat(), fc.boolean()], { numRuns: runs(300) })(
    'is read as it was written',
    (chosen, stamp, now, isEncoded) => {
      const written = serialiseConsent(chosen, stamp.toWellFormed(), now);
      expect(parseConsent(isEncoded ? encodeURIComponent(written) : written)).toEqual({
        isDecided: true,
        ...chosen,
      });
    },
  );

  test('is written in the format of Cookiebot', () => {
    const chosen = { preferences: false, statistics: false, marketing: true };
    expect(serialiseConsent(chosen, 'Zm9vYmFy==', 1_700_000_000_000)).toBe(cookiebot);
  });

  test.each([
    null,
    '',
    ' ',
    '-1',
    '0',
    'true',
    'marketing:true',
    '{}',
    '{marketing:1}',
    "{marketing:'true'}",
    '{marketing:"true"}',
    '{marketing:TRUE}',
    '{marketing:true',
    'marketing:true}',
    '{marketing:true,}',
    '{,marketing:true}',
    '{marketing:true;statistics:true}',
    '{marketing:true marketing:false}',
    '{marketing:false,marketing:true}',
    '{necessary:true}',
    '{x{marketing:true}}',
    "{stamp:'a,marketing:true}",
    "{stamp:'a',marketing:true}alert(1)",
    '{marketing:true||false}',
    '[{"marketing":true}]',
    '"marketing"',
    '%7Bmarketing%3Atrue',
    '%',
    '%E0%A4%A',
    encodeURIComponent(encodeURIComponent(cookiebot)),
  ])('%j is no consent', (cookie) => {
    expect(parseConsent(cookie)).toEqual(noConsent);
  });

  test.prop(
    [
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string({
          unit: fc.constantFrom('{', '}', ':', ',', "'", '"', '\\', 'marketing', 'true', '%', ' '),
        }),
      ),
    ],
    { numRuns: runs(1000) },
  )('never throws, whatever its value is', (cookie) => {
    const consent = parseConsent(cookie);
    if (!consent.isDecided) expect(consent).toEqual(noConsent);
    else expect(cookie).toContain('marketing');
  });

  test.prop([fc.nat(cookiebot.length - 1)], { numRuns: runs(100) })(
    'cut off anywhere is no consent',
    (length) => {
      expect(parseConsent(cookiebot.slice(0, length))).toEqual(noConsent);
    },
  );

  test('with a long invalid text is refused within the time limit', () => {
    expect(parseConsent(`{stamp:'${'\\'.repeat(50_001)}`)).toEqual(noConsent);
    expect(parseConsent(`{${'a:1,'.repeat(20_000)}`)).toEqual(noConsent);
  });
});
