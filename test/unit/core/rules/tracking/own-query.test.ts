import { expect, test } from 'vitest';
import { attributionNames } from '#core/rules/tracking/attribution-names.ts';
import { withoutAttribution } from '#core/rules/tracking/without-attribution.ts';

test('ownQuery keeps the order of the query, and removes the parameters of attribution', () => {
  expect(withoutAttribution('?utm_source=zeitung&seite=2&ref=FREUND&x=1&x=2')).toBe('seite=2&x=1&x=2');
  const arrived = attributionNames.map((name) => `${name}=a`).join('&');
  expect([withoutAttribution(`?${arrived}`), withoutAttribution('')]).toEqual(['', '']);
});
