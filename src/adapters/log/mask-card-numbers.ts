/** A UUID, whose digits are nobody's card, or a row of digits with single spaces and hyphens between them. */
const candidates =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:(?<![0-9A-Za-z])|(?<=\\[nrtbf]))\d+(?:[ \u{a0}-]\d+)*(?![0-9A-Za-z])/giu;

/** Shortest and longest number of a card (ISO/IEC 7812), whose first digit is 2 to 6 where banks and shops issue it. */
const lengths = { shortest: 13, longest: 19 } as const;

/**
 * Replaces numbers of cards in a text by `[card]`: 13 to 19 digits with a right check digit (Luhn), also with spaces or
 * hyphens between groups and other groups around them. Other numbers and UUIDs stay. A line of JSON stays one.
 */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(candidates, (row, at: number) => {
    if (row.length < lengths.shortest || /[a-f]/i.test(row) || isUuid(row)) return row;
    const masked = maskRow(row);
    const isNumber = masked === '[card]' && /[:,[]$/.test(text.slice(0, at));
    return isNumber && /^[,\]}]/.test(text.slice(at + row.length)) ? `"${masked}"` : masked;
  });
}

const isUuid = (row: string) => /^\d{8}(?:-\d{4}){3}-\d{12}$/.test(row);

/** Looks for a card that begins and ends with a group of the row. */
function maskRow(row: string): string {
  const groups = row.split(/([ \u{a0}-])/u);
  for (let first = 0; first < groups.length; first += 2) {
    for (let last = groups.length - 1; last >= first; last -= 2) {
      const digits = groups.slice(first, last + 1).filter((_, index) => index % 2 === 0);
      if (!isCard(digits.join(''))) continue;
      const after = groups.slice(last + 1).join('');
      return `${groups.slice(0, first).join('')}[card]${after.slice(0, 1)}${maskRow(after.slice(1))}`;
    }
  }
  return row;
}

function isCard(digits: string): boolean {
  if (digits.length < lengths.shortest || digits.length > lengths.longest || !/^[2-6]/.test(digits))
    return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
