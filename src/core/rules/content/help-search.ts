/** Returns the words of a text in lower case, without accents. */
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
 * Returns whether a text matches a typed question: each typed word is the beginning of a word in the text, ignoring
 * case and accents (docs/behaviour/content.md#help). An empty question matches every text.
 */
export function matchesQuery(typed: string, text: string): boolean {
  const words = plainWords(text);
  return plainWords(typed).every((one) => words.some((word) => word.startsWith(one)));
}
