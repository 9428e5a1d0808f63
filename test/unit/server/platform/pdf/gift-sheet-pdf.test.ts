import { expect, test } from 'vitest';
import { giftThemes } from '#core/model/gift-choice.ts';
import { drawGiftSheet } from '#server/platform/pdf/gift-sheet-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { giftSheet, pdfTexts } from './pdf-texts.ts';

test('a gift sheet has its title, recipient, greeting, code and where it is redeemed', async () => {
  const { pages, text } = await readPdf(
    await drawGiftSheet({ ...giftSheet, recipient: 'Łucja', greeting: 'Liebe Oma,\nzum Siebzigsten.' }),
  );
  expect(pages).toHaveLength(1);
  for (const words of [
    'Ein Geschenk für Sie',
    'Für Łucja',
    'Sehen, messen, zeichnen',
    'Liebe Oma, zum Siebzigsten.',
    'https://meisterhand.example/de/redeem',
    'GESCHENK-7K4P-2QXX',
  ]) {
    expect(text).toContain(words);
  }
});

test.each(giftThemes)('a sheet for the occasion %s has its own heading', async (theme) => {
  const { headings } = giftSheet.texts;
  const { text, pages } = await readPdf(await drawGiftSheet({ ...giftSheet, theme }));
  expect(pages).toHaveLength(1);
  expect(giftThemes.filter((other) => text.includes(headings[other]))).toEqual([theme]);
});

test('a gift sheet of a voucher has its value, in English too', async () => {
  const { text } = await readPdf(
    await drawGiftSheet({ ...giftSheet, value: '€50.00', texts: pdfTexts.en.gift_sheet, locale: 'en' }),
  );
  expect(text).toContain('Worth €50.00');
  expect(text).not.toContain('Für');
});

test.each([
  ['of many words', 'Zeichnen '.repeat(66)],
  ['of one long word', 'w'.repeat(600)],
  ['of line breaks', `Oben${'\n'.repeat(590)}unten`],
  ['of short lines', 'ja\n'.repeat(200)],
])('the longest greeting, %s, fits on the page without covering the code', async (_, greeting) => {
  const { pages, text } = await readPdf(
    await drawGiftSheet({ ...giftSheet, recipient: 'W'.repeat(100), greeting }),
  );
  expect(pages).toHaveLength(1);
  expect(text).toMatch(/Code: GESCHENK-7K4P-2QXX$/);
});

test.each([
  ['Greek', 'Μαρία Παπαδοπούλου', 'Με αγάπη, η Άννα'],
  ['Cyrillic', 'Екатерина Щербакова', 'С днём рождения'],
  ['decomposed', 'Jürgen Müller'.normalize('NFD'), 'Für dich, schöne Grüße'.normalize('NFD')],
])('%s names and greetings can be read on the sheet', async (_, recipient, greeting) => {
  const { text } = await readPdf(await drawGiftSheet({ ...giftSheet, recipient, greeting }));
  expect(text).toContain(`Für ${recipient.normalize('NFC')}`);
  expect(text).toContain(greeting.normalize('NFC'));
});
