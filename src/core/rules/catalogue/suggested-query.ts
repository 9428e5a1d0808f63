/** Returns the words of a text, each also in lower case without accents. */
function plainWords(text: string): readonly { readonly word: string; readonly plain: string }[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({
    word,
    plain: word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  }));
}

/**
 * Returns a probable correction of a search text: each word is replaced by the nearest word of `texts` (found by
 * similarity) if at most a third of its letters differ. Null when nothing was replaced.
 */
export function suggestQuery(typed: string, texts: readonly string[]): string | null {
  const known = texts.flatMap(plainWords).filter(({ plain }) => plain.length > 2);
  let isChanged = false;
  const words = plainWords(typed).map(({ word, plain }) => {
    const [nearest] = known
      .map((one) => ({ ...one, distance: editDistance(plain, one.plain) }))
      .filter(({ distance }) => distance <= Math.floor(plain.length / 3))
      .sort((one, other) => one.distance - other.distance);
    if (nearest === undefined || nearest.distance === 0) return word;
    isChanged = true;
    return nearest.word;
  });
  return isChanged ? words.join(' ') : null;
}

/** Returns the number of letters to insert, delete, replace or swap to turn one word into the other. */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const [above = [], twoAbove = []] = [rows[row - 1], rows[row - 2]];
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
