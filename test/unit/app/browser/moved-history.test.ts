import { expect, test } from 'vitest';
import { hasHistoryMoved } from '#app/browser/moved-history.ts';

const shop = 'https://meisterhand.example';

test.each([
  ['/de/kurse', '/de/kurse', false],
  ['/de/kurse', '/de/kurse#content', false],
  ['/de/auth/email#token=a', '/de/auth/email', false],
  ['/de/kurse?niveau=beginner', '/de/kurse?niveau=beginner', false],
  ['/de/kurse', '/de/kurse?niveau=beginner', true],
  ['/de/kurse?niveau=beginner', '/de/kurse', true],
  ['/de/kurse?niveau=beginner', '/de/kurse?niveau=intermediate', true],
  ['/de/kurse', '/de/buecher', true],
  [null, '/de/kurse', false],
])('a document loaded from %s and now at %s has moved: %s', (asked, at, isMoved) => {
  const performance = {
    getEntriesByType: () => (asked === null ? [] : [{ name: shop + asked }]),
  } as unknown as Performance;
  expect(hasHistoryMoved({ performance, location: new URL(at, shop) as unknown as Location })).toBe(isMoved);
});
