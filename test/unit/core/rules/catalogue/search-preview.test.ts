import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutToWidth } from '#core/rules/catalogue/search-preview.ts';

/** Narrow letters are half as wide, as in most fonts. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + ('il.,…'.includes(letter) ? 5 : 10), 0);

describe('a text in a search result', () => {
  test('is shown whole up to the width, else cut after a word', () => {
    const text = 'Zeichnen mit Albrecht Dürer';
    expect(cutToWidth(text, widthOf(text), widthOf)).toEqual({ shown: text, isCut: false });
    expect(cutToWidth(text, widthOf(text) - 1, widthOf)).toEqual({
      shown: 'Zeichnen mit Albrecht …',
      isCut: true,
    });
  });

  test('is cut by its width, not by the number of its letters', () => {
    const width = 100;
    expect(cutToWidth('i'.repeat(20), width, widthOf).isCut).toBe(false);
    expect(cutToWidth('m'.repeat(11), width, widthOf)).toEqual({ shown: 'mmmmmmmmm…', isCut: true });
  });

  test('is never wider than the limit, and shows as many words as fit', () => {
    const word = fc.stringMatching(/^[a-zäöüß😀]{1,12}$/u);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 10, max: 900 }),
        (words, width) => {
          const text = words.join(' ');
          const { shown, isCut } = cutToWidth(text, width, widthOf);
          expect(widthOf(shown)).toBeLessThanOrEqual(width);
          expect(isCut).toBe(widthOf(text) > width);
          const kept = shown.replace(/ ?…$/, '');
          expect(text.startsWith(kept)).toBe(true);
          const next = words.slice(0, kept.split(' ').length + 1).join(' ');
          if (isCut && shown.endsWith(' …') && next !== text)
            expect(widthOf(`${next} …`)).toBeGreaterThan(width);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
