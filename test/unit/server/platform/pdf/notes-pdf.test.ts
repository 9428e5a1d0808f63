import { expect, test } from 'vitest';
import { drawNotes } from '#server/platform/pdf/notes-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { pdfTexts, testBrand } from './pdf-texts.ts';

const { notes: words, page } = pdfTexts.de;

async function draw(...texts: readonly string[]) {
  const notes = texts.map((text, index) => ({ position_seconds: index * 61, text }));
  return readPdf(
    await drawNotes({
      course: 'Klang in zehn Fingern',
      name: 'Johanna Brandt',
      day: '21. November 2026',
      lessons: [{ number: 3, title: 'Von Ton zu Ton', notes }],
      texts: { notes: words, page },
      brand: testBrand,
      locale: 'de',
    }),
  );
}

test('the notes of a course have their author, each lesson, and the position of each note', async () => {
  const { title, text, pages } = await draw('Langsam drücken', '', 'Łódź');
  expect([title, pages.length]).toEqual(['Notizen: Klang in zehn Fingern', 1]);
  expect(text).toContain('Notiert von Johanna Brandt, Stand 21. November 2026');
  expect(text).toContain('Lektion 3: Von Ton zu Ton');
  expect(text).toContain('0:00 Langsam drücken');
  expect(text).toContain('1:01 Lesezeichen');
  expect(text).toContain('2:02 Łódź');
});

test('many and long notes have several pages, each note beside its position, and none is lost', async () => {
  const long = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
  const { text, pages } = await draw(long, ...Array.from({ length: 60 }, (_, index) => `Notiz${index}`));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]).toContain('0:00 w0 ');
  for (const word of ['w899', ...Array.from({ length: 60 }, (_, index) => `Notiz${index}`)])
    expect(text.split(' ')).toContain(word);
  for (const [index, one] of pages.entries()) expect(one).toContain(`Seite ${index + 1} von ${pages.length}`);
});
