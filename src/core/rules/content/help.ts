/** Words of a text in lower case, without accents. */
function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Returns whether a text answers a typed question: each typed word begins a word of the text, without regard to case
 * and accents (docs/behaviour/content.md#help). Nothing typed fits every text.
 */
export function answers(typed: string, text: string): boolean {
  const words = plainWords(text);
  return plainWords(typed).every((one) => words.some((word) => word.startsWith(one)));
}
