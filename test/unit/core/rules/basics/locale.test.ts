import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { locales } from '#core/model/values.ts';
import { isLocale, negotiateLocale } from '#core/rules/basics/locale.ts';
import { runs } from '#test/run-length.ts';

describe('the language of an address without one', () => {
  test.prop([fc.constantFrom(...locales), fc.option(fc.string())])(
    'is that of the cookie first',
    (cookie, header) => {
      expect(negotiateLocale(cookie, header)).toBe(cookie);
    },
  );

  test.each([
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de-AT', 'de'],
    ['fr,en;q=0.5,de;q=0.4', 'en'],
    ['de;q=0.4, en;q=0.7', 'en'],
    ['EN', 'en'],
    ['en;q=0,de;q=0.1', 'de'],
    ['en;q=0', 'de'],
    ['fr-FR, it', 'de'],
    ['*', 'de'],
    ['', 'de'],
    ['ende', 'de'],
    [null, 'de'],
  ])('by Accept-Language %j is %s', (header, expected) => {
    expect(negotiateLocale(null, header)).toBe(expected);
    expect(negotiateLocale('fr', header)).toBe(expected);
  });

  test.prop([fc.option(fc.string()), fc.option(fc.string())], { numRuns: runs(300) })(
    'is always a language of the shop',
    (cookie, header) => {
      expect(isLocale(negotiateLocale(cookie, header))).toBe(true);
    },
  );
});

test.each(['DE', 'fr', '', null, undefined, 0])('%j is no locale', (value) => {
  expect(isLocale(value)).toBe(false);
});
