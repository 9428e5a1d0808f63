import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Locale } from '#core/model/values.ts';
import { readWorksheet } from '#core/rules/learning/worksheet.ts';
import { drawWorksheet } from '#server/platform/pdf/worksheet-pdf.ts';
import { runs } from '#test/run-length.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { ownContent } from '#test/unit/server/content/content-folder.ts';
import { pdfTexts, testBrand } from './pdf-texts.ts';

const folder = join(ownContent, 'worksheets');

async function draw(source: string, locale: Locale) {
  const sheet = readWorksheet(source);
  if (!sheet.ok) throw new Error(JSON.stringify(sheet.error));
  const { worksheet, page } = pdfTexts[locale];
  const lesson = { course: 'Klang in zehn Fingern', lesson: 3, title: 'Von Ton zu Ton' };
  const parts = { sheet: sheet.value, texts: { worksheet, page }, brand: testBrand, locale };
  return readPdf(await drawWorksheet({ ...lesson, ...parts }));
}

test('a worksheet has the name of its lesson, and everything that its author wrote', async () => {
  const source = [
    '# Ein Blatt\n\nEin Satz.\n\n## Tabelle\n\n| Tag | Łódź |\n| Mo | |\n| | | x 2',
    '1. Erst\n2. Dann\n\n- Haken\n\n?4 Warum?\n\n___ 1\n\n[staves 90] Noten | Akkorde\n[wheel 60] Rad',
  ].join('\n\n');
  const { text, pages } = await draw(source, 'de');
  expect(pages).toHaveLength(1);
  for (const words of ['Klang in zehn Fingern, Lektion 3: Von Ton zu Ton', 'Ein Blatt', 'Ein Satz.', 'Łódź'])
    expect(text).toContain(words);
  for (const words of ['Tabelle', 'Mo', '1.', 'Erst', '2.', 'Dann', 'Haken', 'Warum?', 'Noten', 'Akkorde'])
    expect(text).toContain(words);
  expect(text).toContain('Seite 1 von 1');
});

test('a box that is too high for the rest of the page is on the next one, with its caption', async () => {
  const { pages } = await draw('# Two boxes\n\n[grid 400] First\n\n[grid 300] Second', 'en');
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('First');
  expect(pages[0]).not.toContain('Second');
  expect(pages[1]).toContain('Second');
});

test('a table has its header again on the next page', async () => {
  const { pages } = await draw('# Sheet\n\n| Day | Weather |\n| | | x 40', 'en');
  expect(pages.map((text) => text.includes('Weather'))).toEqual([true, true]);
});

/** `npm test` draws the twenty with the most text; `npm run test:long` draws all. */
const drawn = readdirSync(folder)
  .map((file) => ({ file, length: readFileSync(join(folder, file), 'utf8').length }))
  .toSorted((one, other) => other.length - one.length)
  .slice(0, runs(20))
  .map(({ file }) => file);

describe('worksheets of the shop', () => {
  test.each(drawn)('%s has at most two pages', async (file) => {
    const { pages, text } = await draw(
      readFileSync(join(folder, file), 'utf8'),
      file.endsWith('.de.md') ? 'de' : 'en',
    );
    expect([file, pages.length]).toEqual([file, expect.toSatisfy((count) => count <= 2)]);
    expect(text).not.toContain('undefined');
  });
});
