import validator from 'card-validator';
import type { CardType } from '#core/model/values.ts';
import { cardTypes } from '#core/model/values.ts';

// Brands of one country each that the shop does not list: their numbers are Visa, Mastercard or Maestro here.
validator.creditCardType.resetModifications();
for (const brand of ['naranja', 'verve']) validator.creditCardType.removeCard(brand);

type CardFacts = NonNullable<ReturnType<typeof validator.number>['card']>;

interface Validity {
  readonly isValid: boolean;
  /** False when no further input can make the text valid. */
  readonly isPotentiallyValid: boolean;
}

/** What the card network defines for numbers that begin with `digits`; null while several networks are possible. */
function cardFactsOf(digits: string): CardFacts | null {
  return validator.number(digits).card;
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** The card type of a number that begins with `digits`; null while it is unknown or ambiguous. */
export function cardTypeOf(digits: string): CardType | null {
  const type = cardFactsOf(digits)?.type;
  return cardTypes.find((known) => known === type) ?? null;
}

/** Card number: known type, a length of that type, check digit. UnionPay issues numbers without one. */
export function validateNumber(text: string): Validity {
  return validator.number(digitsOf(text));
}

/** `MM / YY` or `MM / YYYY`: a month from this one on, at most 19 years ahead, by the clock of this machine. */
export function validateExpiration(text: string): Validity {
  return validator.expirationDate(text);
}

/** Month and year of a valid expiry; null for anything else. */
export function parseExpiration(text: string): { readonly month: number; readonly year: number } | null {
  const { isValid, month, year } = validator.expirationDate(text);
  if (!isValid || month === null || year === null) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** Security code: as many digits as the card type has; three or four while the type is not known. */
export function validateCvv(text: string, cardType: CardType | null): Validity {
  return validator.cvv(text, cvvSizes(cardType));
}

function cvvSizes(cardType: CardType | null): number[] {
  return cardType === null ? [3, 4] : [validator.creditCardType.getTypeInfo(cardType).code.size];
}

/** Cardholder: a name of at most 255 characters. Digits alone are refused: a card number typed here must not pass. */
export function validateCardholderName(text: string): Validity {
  return validator.cardholderName(text);
}

/** A text that is being typed, with the position of the caret. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const separator = ' / ';
const longestNumber = 19;

function digitsBefore(edit: Edit): number {
  return digitsOf(edit.text.slice(0, edit.caret)).length;
}

/** Groups the digits of a card number by its type; the caret stays behind the same digit. */
export function formatNumber(edit: Edit): Edit {
  const all = digitsOf(edit.text);
  const { lengths, gaps } = cardFactsOf(all) ?? { lengths: [longestNumber], gaps: [4, 8, 12] };
  const digits = all.slice(0, Math.max(...lengths));
  const text = [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
  const count = Math.min(digitsBefore(edit), digits.length);
  return { text, caret: count + gaps.filter((gap) => gap < count).length };
}

/** `2028-11`, as a browser's autofill may write it, and a month of one digit closed by a separator. */
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
 * Writes an expiry as `MM / YY` (`MM / YYYY` where four digits are typed); a month from 2 to 9 gets its zero,
 * but not while the shopper deletes: a digit that appears on backspace would be in their way.
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

/** Keeps the digits of a security code, as many as the card type has (four while it is not known). */
export function formatCvv(edit: Edit, cardType: CardType | null): Edit {
  const digits = digitsOf(edit.text).slice(0, Math.max(...cvvSizes(cardType)));
  return { text: digits, caret: Math.min(digitsBefore(edit), digits.length) };
}

/**
 * A backspace that deleted only a space or slash deletes the digit beside it instead, because the formatting would insert
 * the space again and the key would have no effect. `inputType` is that of the input event.
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
