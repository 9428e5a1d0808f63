import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPaperProcess, drawPaper } from '#server/pdf/draw-pdf.ts';
import type { GiftSheet } from '#server/pdf/gift-sheet-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { paperTexts, testBrand } from '#test/unit/server/pdf/paper-texts.ts';

function sheetOf(code: string): GiftSheet {
  return {
    code,
    title: 'Ein Kurs bei Clara Schumann',
    value: null,
    recipient: 'Łucja',
    greeting: null,
    redeemAddress: 'http://localhost/de/redeem',
    texts: paperTexts.de.gift_sheet,
    brand: testBrand,
    locale: 'de',
  };
}

test('papers that are wished at once come back each to its wish', async () => {
  const codes = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF', 'GGGG-HHHH-JJJJ', 'KKKK-LLLL-MMMM'];
  const drawn = await Promise.all(
    codes.map((code) => drawPaper({ kind: 'gift_sheet', facts: sheetOf(code) })),
  );
  for (const [index, content] of drawn.entries()) {
    const { text } = await readPdf(content);
    expect(codes.filter((code) => text.includes(code))).toEqual([codes[index]]);
  }
});

test('a paper that cannot be drawn says why, and the next one comes', async () => {
  const broken = { ...sheetOf('AAAA-BBBB-CCCC'), brand: null as never };
  await expect(drawPaper({ kind: 'gift_sheet', facts: broken })).rejects.toThrow(/could not be drawn/);
  const content = await drawPaper({ kind: 'gift_sheet', facts: sheetOf('NNNN-PPPP-QQQQ') });
  expect((await readPdf(content)).text).toContain('NNNN-PPPP-QQQQ');
});

test('a process that dies is told of to all who wait, and another one is started', async () => {
  const draw = createPaperProcess(join(import.meta.dirname, 'die-over-paper.ts'));
  const wish = () => draw({ kind: 'gift_sheet', facts: sheetOf('AAAA-BBBB-CCCC') });
  const both = await Promise.allSettled([wish(), wish()]);
  for (const one of both)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('ended with 7') },
    });
  await expect(wish()).rejects.toThrow('ended with 7');
});
