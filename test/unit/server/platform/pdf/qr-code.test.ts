import { inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { drawGiftSheet } from '#server/platform/pdf/gift-sheet-pdf.ts';
import { giftSheet } from './pdf-texts.ts';

/** Returns the squares that a PDF draws: the size of the smallest one, and the left and top edge of each. */
function squaresOf(pdf: Buffer): {
  readonly size: number;
  readonly squares: readonly (readonly [number, number])[];
} {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const rectangles = streams
    .flatMap((stream) => [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)])
    .map((match) => match.slice(1).map(Number));
  const size = Math.min(...rectangles.map(([, , width = 0]) => width));
  return {
    size,
    squares: rectangles
      .filter(
        ([, , width = 0, height = 0]) => Math.abs(width - size) < 0.01 && Math.abs(height - size) < 0.01,
      )
      .map(([left = 0, top = 0]) => [left, top] as const),
  };
}

test('the QR code on a gift sheet has the address where it is redeemed', async () => {
  const pdf = await drawGiftSheet({ ...giftSheet, code: '7K4P-2QXX-AB12-CD34' });
  const { size, squares } = squaresOf(pdf);
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const cells = squares.map(
    ([x, y]) => [Math.round((x - left) / size), Math.round((y - top) / size)] as const,
  );
  const border = 4;
  const pixels = 4;
  const width = (Math.max(...cells.flat()) + 1 + 2 * border) * pixels;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [column, row] of cells) {
    for (let y = 0; y < pixels; y += 1) {
      for (let x = 0; x < pixels; x += 1) {
        const at = (((row + border) * pixels + y) * width + (column + border) * pixels + x) * 4;
        data.set([0, 0, 0], at);
      }
    }
  }
  expect(decodeQR({ width, height: width, data })).toBe(
    'https://meisterhand.example/de/redeem?code=7K4P-2QXX-AB12-CD34',
  );
});
