import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { properPath } from '#core/rules/proper-path.ts';

test.each([
  ['/de/kurse/Albrecht-D%C3%BCrer', '/de/kurse/albrecht-duerer'],
  ['/de/kurse/albrecht-du%CC%88rer', '/de/kurse/albrecht-duerer'],
  ['/DE/Kurse', '/de/kurse'],
  ['/de//kurse', '/de/kurse'],
  ['/en/experten/Clara%20Schumann', '/en/experten/clara-schumann'],
  ['/de/blog/die_schnur_an_der_wand', '/de/blog/die-schnur-an-der-wand'],
])('%s is found at %s', (written, proper) => {
  expect(properPath(written)).toBe(proper);
});

test.each([
  '/de/kurse/albrecht-duerer',
  '/de',
  '/',
  '/assets/Root-aBc.js',
  '/fr/Kurse',
  '/de/%E0%A4%A',
  '/de/kurse/<script>',
  '/de/kurse/%00',
])('%s stays as it is', (path) => {
  expect(properPath(path)).toBeNull();
});

test.prop([fc.string({ unit: 'grapheme', maxLength: 40 })])(
  'one redirect is enough, and it stays on this site',
  (text) => {
    const proper = properPath(`/de/${encodeURIComponent(text)}`);
    if (proper === null) return;
    expect(properPath(proper)).toBeNull();
    expect(proper).toMatch(/^\/de\/(?!\/)/);
  },
);
