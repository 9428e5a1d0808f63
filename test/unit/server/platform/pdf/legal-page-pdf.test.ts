import { expect, test } from 'vitest';
import { renderMarkdown } from '#server/content/markdown.ts';
import { drawLegalPage } from '#server/platform/pdf/legal-page-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { pdfTexts, testBrand } from './pdf-texts.ts';

async function read(markdown: string) {
  const rendered = renderMarkdown(markdown);
  if (!rendered.ok) throw new Error(rendered.error);
  return readPdf(
    await drawLegalPage({
      title: 'Widerrufsbelehrung',
      version: 'Fassung vom 1. November 2026',
      html: rendered.value.html,
      pageText: pdfTexts.de.page,
      brand: testBrand,
      locale: 'de',
    }),
  );
}

test('the PDF of a legal page has every kind of text of the website', async () => {
  const { text, title } = await read(
    [
      '> [!NOTE]\n> Ein Hinweis am Rand.',
      '## 1. Ihr Recht',
      'Sie haben **vierzehn Tage** Zeit, *ohne* Gründe & ohne "Formular".\\\nNeue Zeile.',
      '### Ausnahmen',
      '- erstens dies\n- zweitens das',
      '1. zuerst\n2. danach',
      'Mehr steht [beim Gesetz](https://www.gesetze-im-internet.de/bgb/).',
      '> Ein Zitat mit 5 < 6.',
    ].join('\n\n'),
  );
  expect(title).toBe('Widerrufsbelehrung');
  for (const words of [
    'Fassung vom 1. November 2026',
    'Ein Hinweis am Rand.',
    '1. Ihr Recht',
    'Sie haben vierzehn Tage Zeit, ohne Gründe & ohne "Formular". Neue Zeile.',
    'Ausnahmen',
    '• erstens dies • zweitens das',
    '1. zuerst 2. danach',
    'beim Gesetz (https://www.gesetze-im-internet.de/bgb/)',
    'Ein Zitat mit 5 < 6.',
    'Seite 1 von 1',
  ]) {
    expect(text).toContain(words);
  }
});

test('long texts have numbered pages, and no heading is the last line of one', async () => {
  const { pages } = await read(
    Array.from({ length: 40 }, (_, index) => `## Absatz ${index}\n\n${'Ein Satz dazu. '.repeat(30)}`).join(
      '\n\n',
    ),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
    expect(page).not.toMatch(/Absatz \d+ Meisterhand Werkstatt/);
  }
});

test('a letter is extracted as it was written, even if other documents use its glyph for another', async () => {
  expect((await read('Ein Zuwachs von ∆ 3')).text).toContain('Zuwachs');
  expect((await read('Geschrieben von Δημήτρης')).text).toContain('Δημήτρης');
});
