/**
 * Separator of digit groups: space, hyphen, plus, an encoded space, or a dot between two short groups (a long group
 * means a decimal fraction).
 */
const separator = String.raw`%20|[ \u{a0}+-]|(?<=(?<!\d)\d{1,6})\.(?=\d{1,6}(?!\d))`;

/** Start of a digit sequence; also after a JSON escape, a terminal colour code or an encoded character. */
const beginning = String.raw`(?:(?<![0-9A-Za-z])|(?<=\\[nrtbf])|(?<=\[[0-9;]*m)|(?<=%[0-9a-f][a-f]))`;

/** A UUID, which is never a card number, or a sequence of digits with single separators. */
const candidates = new RegExp(
  String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|${beginning}\d+(?:(?:${separator})\d+)*(?![0-9A-Za-z])`,
  'giu',
);

/** Lengths of card numbers (ISO/IEC 7812). Those issued by banks and shops begin with 2 to 6. */
const lengths = { shortest: 13, longest: 19 } as const;

/**
 * Replaces card numbers in a text with `[card]`: 13 to 19 digits with a valid check digit (Luhn), also with separators,
 * between other digit groups, with terminal colours, or URL-encoded. Other numbers, fractions in JSON and UUIDs stay. A
 * line of JSON stays valid JSON.
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

/** Masks a sequence after `%`, whose first two digits may belong to an encoded character. */
function maskEncoded(row: string): string {
  const masked = `${row.slice(0, 2)}${maskRow(row.slice(2))}`;
  return masked === row ? maskRow(row) : masked;
}

/** Masks a card number that starts and ends at group boundaries. */
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
