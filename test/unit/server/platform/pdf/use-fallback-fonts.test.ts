import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { isPrintable } from '#core/model/printable-text.ts';
import { drawPdf } from '#server/platform/pdf/pdf-document.ts';
import { runs } from '#test/run-length.ts';
import { linesOf, readPdf } from '#test/support/read-pdf.ts';
import { lettersWithoutFont } from './letters-without-font.ts';
import { testBrand } from './pdf-texts.ts';

const faces = ['text', 'strong', 'title', 'italic'] as const;

function drawIn(face: string, lines: readonly string[]): Promise<Buffer> {
  return drawPdf({ title: 'Namen', locale: 'de', brand: testBrand, pageText: null }, (pdf) => {
    pdf.font(face);
    for (const line of lines) pdf.text(line, 57, pdf.y, { width: 300 });
  });
}

test.each(faces)('names of other scripts can be read and copied in the face %s', async (face) => {
  const names = '王小明|山田やまだ|김철수|דוד כהן|สมชาย|Արամ|გიორგი|Μαρία|𠮷野|丳乊'.split('|');
  const { text } = await readPdf(await drawIn(face, names));
  for (const name of names) expect(text).toContain(name);
});

test('an emoji is drawn as one glyph', async () => {
  const { text } = await readPdf(await drawIn('italic', ['Alles Gute 🎂', 'Wir 👨‍👩‍👧 aus 🇩🇪']));
  expect(text).toContain('Alles Gute 🎂 Wir 👨‍👩‍👧 aus 🇩🇪');
});

test('right-to-left words are joined and in reading order', async () => {
  const arabic = 'محمد علي';
  // As one piece: a reader that turns it around gets the words as they were typed.
  expect((await linesOf(await drawIn('text', [arabic])))[0]?.text).toContain(arabic);
  const mixed = await readPdf(await drawIn('text', ['Für דוד (אבי) 12, Berlin']));
  // Brackets among such words are mirrored with them.
  expect(mixed.text).toBe('Für 12 (אבי) דוד, Berlin');
});

test('a letter of a fallback font is aligned like every other', async () => {
  const places: number[] = [];
  for (const align of ['left', 'center', 'right'] as const) {
    const content = await drawPdf(
      { title: 'Namen', locale: 'de', brand: testBrand, pageText: null },
      (pdf) => {
        pdf.text('王小明', 57, 57, { width: 300, align });
      },
    );
    const { getDocumentProxy } = await import('unpdf');
    const page = await (await getDocumentProxy(new Uint8Array(content))).getPage(1);
    const [first] = (await page.getTextContent()).items;
    places.push(first !== undefined && 'transform' in first ? Number(first.transform[4]) : Number.NaN);
  }
  // Three letters of 10 points in 300.
  expect(places.map(Math.round)).toEqual([57, 192, 327]);
});

/** Generates characters of the basic plane, mathematical letters, emojis and further Chinese ones. */
const character = fc.oneof(
  fc.integer({ min: 0x20, max: 0xffff }),
  fc.integer({ min: 0x1d400, max: 0x1d7ff }),
  fc.integer({ min: 0x1f000, max: 0x1faff }),
  fc.integer({ min: 0x20000, max: 0x2ffff }),
);

property.prop([fc.array(character, { minLength: 30, maxLength: 60 })], { numRuns: runs(3) })(
  'every accepted character has a glyph in every face or in a fallback font',
  async (codePoints) => {
    const accepted = codePoints.map((one) => String.fromCodePoint(one)).filter(isPrintable);
    expect(await lettersWithoutFont(accepted.join(' '))).toEqual([]);
  },
);

test.each([
  ['of private use', '\ue000'],
  ['not assigned', '\u0378'],
  ['half a character', '\ud83c'],
  ['a hieroglyph', '𓀀'],
])('a character that is %s is not accepted', (_, character) => {
  expect(isPrintable(`Clara ${character}`)).toBe(false);
  expect(isPrintable('Clara')).toBe(true);
});
