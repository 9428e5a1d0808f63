/**
 * How much of a page's title and description a search engine shows, in CSS pixels: of Google's results on a desktop, as
 * people measured them. What is wider is cut there.
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
 * A text as it is shown within a width: whole, or its first words and an ellipsis; a word that is too wide by itself is
 * cut inside. `widthOf` measures a text in the same unit as `width`.
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

/** The text of most parts that fits; null when not even one does. */
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
