/** Letters, digits, spaces and hyphens: the format of order and subscription numbers. */
const number = /^[A-Z0-9][A-Z0-9 -]{0,23}$/i;

const word = String.raw`\p{L}[\p{L}\p{M}'’-]*`;

/** Up to five words of letters, each optionally followed by a dot. */
const name = new RegExp(String.raw`^${word}\.?(?: ${word}\.?){0,4}$`, 'u');

const longestName = 60;

/** Words of letters with optional punctuation after them and dashes between them. */
const sentences = new RegExp(`^${word}[.,;:!?]?(?: (?:[–&-] )?${word}[.,;:!?]?)*$`, 'u');

const longestText = 200;

/**
 * Returns whether a receipt may repeat a typed number when no purchase is known for its e-mail address: the number must
 * not be able to contain a URL (docs/behaviour/consumer-rights.md#receipt-of-a-declaration).
 */
export function isRepeatableNumber(typed: string): boolean {
  return number.test(typed.trim());
}

/** Like `isRepeatableNumber`, for a typed name: without digits and characters that a URL needs. */
export function isRepeatableName(typed: string): boolean {
  return typed.length <= longestName && name.test(typed.trim());
}

/**
 * Returns a typed reason as such a receipt may repeat it, with single spaces; null when it is longer than 200
 * characters or contains digits or characters that URLs or telephone numbers need.
 */
export function repeatableReason(typed: string): string | null {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  return text.length <= longestText && sentences.test(text) ? text : null;
}

/**
 * Returns whether such a receipt may repeat product names: each like a reason, with one number of up to three digits.
 */
export function areRepeatableLines(typed: readonly string[]): boolean {
  if (typed.join(', ').length > longestText) return false;
  return typed.every((line) => sentences.test(line.trim().replace(/(?<!\d)\d{1,3}(?!\d)/, 'n')));
}
