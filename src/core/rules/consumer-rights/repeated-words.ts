/** Letters, digits, blanks and hyphens, as the numbers of orders and subscriptions are written. */
const number = /^[A-Z0-9][A-Z0-9 -]{0,23}$/i;

/** Up to five words of letters, each with a dot behind it at most. */
const name = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?){0,4}$/u;

const longestName = 60;

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
