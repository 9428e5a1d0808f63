import { expect, test } from 'vitest';
import { isPrintable } from '#core/model/printable-text.ts';
import { lettersWithoutFont } from './letters-without-font.ts';

/** Number of characters in one document, of 58,000. */
const batchSize = 4_000;

test('every accepted character has a font', async () => {
  const accepted = Array.from({ length: 0x40000 - 0x20 }, (_, index) => index + 0x20)
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter(isPrintable);
  expect(accepted.length).toBeGreaterThan(50_000);
  const without: string[] = [];
  for (let from = 0; from < accepted.length; from += batchSize)
    without.push(...(await lettersWithoutFont(accepted.slice(from, from + batchSize).join(' '))));
  expect(without).toEqual([]);
});
