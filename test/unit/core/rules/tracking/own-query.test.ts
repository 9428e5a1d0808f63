import { expect, test } from 'vitest';
import { attributionNames } from '#core/rules/tracking/attribution-names.ts';
import { ownQuery } from '#core/rules/tracking/own-query.ts';

test('the query of an address is kept in its order, but for how the visitor came', () => {
  expect(ownQuery('?utm_source=zeitung&seite=2&ref=FREUND&x=1&x=2')).toBe('seite=2&x=1&x=2');
  const arrived = attributionNames.map((name) => `${name}=a`).join('&');
  expect([ownQuery(`?${arrived}`), ownQuery('')]).toEqual(['', '']);
});
