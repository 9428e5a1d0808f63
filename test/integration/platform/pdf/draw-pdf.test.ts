import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPdfProcess, drawPdf, PdfNotDrawn } from '#server/platform/pdf/draw-pdf.ts';
import type { GiftSheet } from '#server/platform/pdf/gift-sheet-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { giftSheet } from '#test/unit/server/platform/pdf/pdf-texts.ts';

const sheetOf = (code: string): GiftSheet => ({ ...giftSheet, code, recipient: 'Łucja' });

test('PDFs that are requested at the same time are returned to their own requests', async () => {
  const codes = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF', 'GGGG-HHHH-JJJJ', 'KKKK-LLLL-MMMM'];
  const drawn = await Promise.all(codes.map((code) => drawPdf({ kind: 'gift_sheet', facts: sheetOf(code) })));
  for (const [index, content] of drawn.entries()) {
    const { text } = await readPdf(content);
    expect(codes.filter((code) => text.includes(code))).toEqual([codes[index]]);
  }
});

test('a PDF that cannot be drawn rejects with the reason, and the next one is drawn', async () => {
  const broken = { ...sheetOf('AAAA-BBBB-CCCC'), brand: null as never };
  await expect(drawPdf({ kind: 'gift_sheet', facts: broken })).rejects.toThrow(/could not be drawn/);
  const content = await drawPdf({ kind: 'gift_sheet', facts: sheetOf('NNNN-PPPP-QQQQ') });
  expect((await readPdf(content)).text).toContain('NNNN-PPPP-QQQQ');
});

test('when the process ends all open requests reject, and another process is started', async () => {
  const draw = createPdfProcess(join(import.meta.dirname, 'exit-on-request.ts'));
  const request = () => draw({ kind: 'gift_sheet', facts: sheetOf('AAAA-BBBB-CCCC') });
  const both = await Promise.allSettled([request(), request()]);
  for (const one of both)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('ended with 7') },
    });
  await expect(request()).rejects.toThrow('ended with 7');
});

test('a process with limits refuses further requests, and is killed when a document takes too long', async () => {
  const draw = createPdfProcess(join(import.meta.dirname, 'never-answer.ts'), { most: 2, longest: 100 });
  const request = () => draw({ kind: 'gift_sheet', facts: sheetOf('AAAA-BBBB-CCCC') });
  const both = [request(), request()];
  await expect(request()).rejects.toThrow('Too many PDFs wait');
  for (const one of await Promise.allSettled(both))
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(PdfNotDrawn) });
  await expect(request()).rejects.toThrow('SIGKILL');
});
