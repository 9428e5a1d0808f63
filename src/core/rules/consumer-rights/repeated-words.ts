/** Letters, digits, blanks and hyphens, as the numbers of orders and subscriptions are written. */
const number = /^[A-Z0-9][A-Z0-9 -]{0,23}$/i;

const word = String.raw`\p{L}[\p{L}\p{M}'’-]*`;

/** Up to five words of letters, each with a dot behind it at most. */
const name = new RegExp(String.raw`^${word}\.?(?: ${word}\.?){0,4}$`, 'u');

const longestName = 60;

/** Words of letters with signs behind them, and dashes between them. */
const sentences = new RegExp(`^${word}[.,;:!?]?(?: (?:[–&-] )?${word}[.,;:!?]?)*$`, 'u');

const longestText = 200;

/**
 * Returns whether a typed number may stand in the receipt that goes to an e-mail address of which no purchase is known:
 * it can hold no address of a page (docs/behaviour/consumer-rights.md#receipt-of-a-declaration).
 */
export function isRepeatedNumber(typed: string): boolean {
  return number.test(typed.trim());
}

/** The same for a typed name: without digits, and without signs of which addresses are made. */
export function isRepeatedName(typed: string): boolean {
  return typed.length <= longestName && name.test(typed.trim());
}

/**
 * A typed reason as it may stand in such a receipt, its blanks and line breaks as single blanks; null when it is longer
 * than 200 characters, or holds digits or signs of which addresses and telephone numbers are made.
 */
export function repeatedReason(typed: string): string | null {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  return text.length <= longestText && sentences.test(text) ? text : null;
}

/** Whether the named products of a withdrawal may: each like a reason, with one number of up to three digits. */
export function areRepeatedLines(typed: readonly string[]): boolean {
  if (typed.join(', ').length > longestText) return false;
  return typed.every((line) => sentences.test(line.trim().replace(/(?<!\d)\d{1,3}(?!\d)/, 'n')));
}
