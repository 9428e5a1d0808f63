import { expect, test } from 'vitest';
import { layOutHtml } from '#server/mail/mail-layout.ts';
import { testBrand } from '#test/unit/server/pdf/pdf-texts.ts';

const html = layOutHtml({
  heading: 'Ihre Bestellung',
  preview: 'Danke',
  parts: [{ kind: 'paragraph', text: 'Guten Tag' }],
  closing: 'Bis bald',
  linkFallback: 'Oder:',
  brand: testBrand,
  locale: 'de',
});

test('a mail has the shop’s drawing without loading anything, hidden from screen readers', () => {
  const [drawing = ''] = /<div aria-hidden="true".*?<\/table>/s.exec(html) ?? [];
  const heights = [...drawing.matchAll(/height:(\d+)px/g)].map(([, height]) => Number(height));
  expect(heights).toHaveLength(73);
  // Three bellies between four nodes, and the same from both ends.
  expect([0, 24, 48, 72].map((node) => heights[node])).toEqual([2, 2, 2, 2]);
  expect([12, 36, 60].map((belly) => heights[belly])).toEqual([44, 44, 44]);
  expect(heights.toReversed()).toEqual(heights);
  expect(html).not.toMatch(/<img|url\(|src=|@import|<link/);
});
