/**
 * Visible widths of title and description in search results, in CSS pixels, as measured for Google on desktops. Longer
 * texts are cut off.
 */
export const searchResultLimits = {
  title: { width: 600, font: '20px Arial, sans-serif' },
  description: { width: 960, font: '14px Arial, sans-serif' },
} as const;

interface CutText {
  readonly shown: string;
  readonly isCut: boolean;
}

/**
 * Shortens a text to a width: at a word boundary with an ellipsis, or within the first word if that is too wide.
 * `widthOf` measures a text in the same unit as `width`.
 */
export function cutToWidth(text: string, width: number, widthOf: (text: string) => number): CutText {
  if (widthOf(text) <= width) return { shown: text, isCut: false };
  const words = text.split(' ');
  const byWord = longest(words.length - 1, (count) => `${words.slice(0, count).join(' ')} …`, width, widthOf);
  if (byWord !== null) return { shown: byWord, isCut: true };
  const letters = [...text];
  const byLetter = longest(letters.length, (count) => `${letters.slice(0, count).join('')}…`, width, widthOf);
  return { shown: byLetter ?? '…', isCut: true };
}

/** Returns the text with the highest count that fits; null when none does. */
function longest(
  most: number,
  textOf: (count: number) => string,
  width: number,
  widthOf: (text: string) => number,
): string | null {
  for (let count = most; count > 0; count -= 1) {
    const text = textOf(count);
    if (widthOf(text) <= width) return text;
  }
  return null;
}
