/**
 * What stands between groups of digits: space, hyphen, plus, an encoded space, or a dot where both groups are short, as
 * those of a fraction are not.
 */
const separator = String.raw`%20|[ \u{a0}+-]|(?<=(?<!\d)\d{1,6})\.(?=\d{1,6}(?!\d))`;

/** Where a row of digits may begin: after an escape of JSON, a colour of a terminal or an encoded character as well. */
const beginning = String.raw`(?:(?<![0-9A-Za-z])|(?<=\\[nrtbf])|(?<=\[[0-9;]*m)|(?<=%[0-9a-f][a-f]))`;

/** A UUID, whose digits are nobody's card, or a row of digits with single separators between them. */
const candidates = new RegExp(
  String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|${beginning}\d+(?:(?:${separator})\d+)*(?![0-9A-Za-z])`,
  'giu',
);

/** Shortest and longest number of a card (ISO/IEC 7812), whose first digit is 2 to 6 where banks and shops issue it. */
const lengths = { shortest: 13, longest: 19 } as const;

/**
 * Replaces numbers of cards in a text by `[card]`: 13 to 19 digits with a right check digit (Luhn), also with
 * separators between groups, other groups around them, in colours of a terminal and encoded for an address. Other
 * numbers, fractions in JSON and UUIDs stay. A line of JSON stays one.
 */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(candidates, (row, at: number) => {
    if (row.length < lengths.shortest || /[a-f]/i.test(row) || isUuid(row)) return row;
    const before = text.slice(Math.max(0, at - 32), at);
    const isBeforeEnd = /^[,\]}]/.test(text.slice(at + row.length));
    if (isBeforeEnd && /[:,[]-?\d+\.$/.test(before)) return row;
    const masked = before.endsWith('%') ? maskEncoded(row) : maskRow(row);
    return masked === '[card]' && isBeforeEnd && /[:,[]$/.test(before) ? `"${masked}"` : masked;
  });
}

const isUuid = (row: string) => /^\d{8}(?:-\d{4}){3}-\d{12}$/.test(row);

/** The first two digits after `%` may be those of an encoded character. */
function maskEncoded(row: string): string {
  const masked = `${row.slice(0, 2)}${maskRow(row.slice(2))}`;
  return masked === row ? maskRow(row) : masked;
}

/** Looks for a card that begins and ends with a group of the row. */
function maskRow(row: string): string {
  const groups = row.split(/(%20|[ \u{a0}.+-])/u);
  for (let first = 0; first < groups.length; first += 2) {
    for (let last = groups.length - 1; last >= first; last -= 2) {
      const digits = groups.slice(first, last + 1).filter((_, index) => index % 2 === 0);
      if (!isCard(digits.join(''))) continue;
      const after = groups.slice(last + 2).join('');
      return `${groups.slice(0, first).join('')}[card]${groups[last + 1] ?? ''}${maskRow(after)}`;
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
