import { expect, test } from 'vitest';
import { drawConfirmation } from '#server/platform/pdf/confirmation-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { pdfTexts, testBrand } from './pdf-texts.ts';

const facts = {
  name: 'Łucja Żak',
  course: 'Klang in zehn Fingern',
  subtitle: 'Clara Schumann lehrt Klavier',
  lessonCount: 8,
  length: '2 Std. 35 Min.',
  day: '22. November 2026',
  brand: testBrand,
};

test('a confirmation names learner and course, and says that there was no exam and no grade', async () => {
  const { pages, text } = await readPdf(
    await drawConfirmation({ ...facts, texts: pdfTexts.de.confirmation, locale: 'de' }),
  );
  expect(pages).toHaveLength(1);
  const { name, course, length, day } = facts;
  for (const words of [name, 'alle 8 Lektionen', course, length, day, 'Meisterhand bestätigt'])
    expect(text).toContain(words);
  for (const words of ['keine Prüfung', 'keine Note', 'kein Fernunterricht']) expect(text).toContain(words);
});

test('a confirmation has one page even with the longest name, in English too', async () => {
  const { pages, text } = await readPdf(
    await drawConfirmation({
      ...facts,
      name: 'W'.repeat(160),
      texts: pdfTexts.en.confirmation,
      locale: 'en',
    }),
  );
  expect(pages).toHaveLength(1);
  expect(text).toContain('no exam, no grade');
});
