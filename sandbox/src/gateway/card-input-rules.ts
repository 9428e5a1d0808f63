import validator from 'card-validator';
import type { CardType } from 'meisterhand/model';
import { cardBrands } from '../card-brands.ts';

// Removes national card brands that the shop does not list; their numbers count as Visa, Mastercard or
// Maestro.
validator.creditCardType.resetModifications();
for (const brand of ['naranja', 'verve']) validator.creditCardType.removeCard(brand);

type CardFacts = NonNullable<ReturnType<typeof validator.number>['card']>;

interface Validity {
  readonly isValid: boolean;
  /** False when no further input can make the text valid. */
  readonly isPotentiallyValid: boolean;
}

/**
 * Returns the rules of the card network for numbers that begin with `digits`; null while several networks are
 * possible.
 */
function cardFactsOf(digits: string): CardFacts | null {
  return validator.number(digits).card;
}

/** Returns only the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Returns the card type of a number that begins with `digits`; null while it is unknown or ambiguous. */
export function cardTypeOf(digits: string): CardType | null {
  const type = cardFactsOf(digits)?.type;
  return cardBrands.find((known) => known === type) ?? null;
}

/** Validates a card number: known type, a length of that type, check digit (except for UnionPay). */
export function validateNumber(text: string): Validity {
  return validator.number(digitsOf(text));
}

/**
 * Validates an expiry date, `MM / YY` or `MM / YYYY`: from this month to 19 years ahead, by this machine's
 * clock.
 */
export function validateExpiration(text: string): Validity {
  return validator.expirationDate(text);
}

/** Returns month and year of a valid expiry date; null for an invalid one. */
export function parseExpiration(text: string): { readonly month: number; readonly year: number } | null {
  const { isValid, month, year } = validator.expirationDate(text);
  if (!isValid || month === null || year === null) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/**
 * Validates a security code: as many digits as the card type requires; three or four while the type is
 * unknown.
 */
export function validateCvv(text: string, cardType: CardType | null): Validity {
  return validator.cvv(text, cvvSizes(cardType));
}

function cvvSizes(cardType: CardType | null): number[] {
  return cardType === null ? [3, 4] : [validator.creditCardType.getTypeInfo(cardType).code.size];
}

/**
 * Validates a cardholder name: at most 255 characters. Digits alone are refused, because they may be a card
 * number.
 */
export function validateCardholderName(text: string): Validity {
  return validator.cardholderName(text);
}

/** The text of an input, with the position of the caret. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const separator = ' / ';
const longestNumber = 19;

function digitsBefore(edit: Edit): number {
  return digitsOf(edit.text.slice(0, edit.caret)).length;
}

/** Formats a card number in the groups of its card type. The caret stays behind the same digit. */
export function formatNumber(edit: Edit): Edit {
  const all = digitsOf(edit.text);
  const { lengths, gaps } = cardFactsOf(all) ?? { lengths: [longestNumber], gaps: [4, 8, 12] };
  const digits = all.slice(0, Math.max(...lengths));
  const text = [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
  const count = Math.min(digitsBefore(edit), digits.length);
  return { text, caret: count + gaps.filter((gap) => gap < count).length };
}

/**
 * Converts an expiry date like `2028-11` (written by some autofills) to month and year, and adds the leading
 * zero to a month of one digit.
 */
function withMonthFirst({ text: typed, caret }: Edit): Edit {
  const text = typed.replace(/^\D+/, '');
  const place = Math.max(0, caret - (typed.length - text.length));
  const [, year, month] = /^(20\d{2})-(\d{1,2})\s*$/.exec(text) ?? [];
  if (year !== undefined && month !== undefined) {
    const turned = `${month.padStart(2, '0')}${year}`;
    return { text: turned, caret: turned.length };
  }
  const isShortMonth = /^[1-9]\s*[/.-]/.test(text) || /^[2-9]/.test(text);
  return isShortMonth ? { text: `0${text}`, caret: place + 1 } : { text, caret: place };
}

/**
 * Formats an expiry date as `MM / YY`, or `MM / YYYY` if four digits are typed. A month from 2 to 9 gets a
 * leading zero, but not while the shopper deletes text, because the zero would reappear.
 */
export function formatExpiration(edit: Edit, isDeleting: boolean): Edit {
  const normal = isDeleting ? edit : withMonthFirst(edit);
  const digits = digitsOf(normal.text);
  const month = digits.slice(0, 2);
  const year = digits.slice(2, digits.startsWith('20', 2) ? 6 : 4);
  if (month.length < 2) return { text: month, caret: Math.min(digitsBefore(normal), month.length) };
  const count = Math.min(digitsBefore(normal), month.length + year.length);
  return { text: `${month}${separator}${year}`, caret: count < 2 ? count : count + separator.length };
}

/**
 * Removes everything but digits from a security code, and limits it to the length for the card type (four
 * while it is unknown).
 */
export function formatCvv(edit: Edit, cardType: CardType | null): Edit {
  const digits = digitsOf(edit.text).slice(0, Math.max(...cvvSizes(cardType)));
  return { text: digits, caret: Math.min(digitsBefore(edit), digits.length) };
}

/**
 * Deletes the digit next to a space or slash that a backspace has deleted. Otherwise the formatting would
 * insert the space again, and the key would have no effect. `inputType` is the value of the input event.
 */
export function deleteDigitBesideGap(previousText: string, edit: Edit, inputType: string): Edit {
  const hitGap = edit.text.length < previousText.length && digitsOf(previousText) === digitsOf(edit.text);
  if (!hitGap) return edit;
  const before = digitsOf(edit.text.slice(0, edit.caret));
  const after = digitsOf(edit.text.slice(edit.caret));
  if (inputType === 'deleteContentBackward') {
    return { text: before.slice(0, -1) + after, caret: Math.max(0, before.length - 1) };
  }
  if (inputType === 'deleteContentForward') return { text: before + after.slice(1), caret: before.length };
  return edit;
}
