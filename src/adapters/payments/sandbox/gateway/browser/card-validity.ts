import type { CardType } from '#core/model/payment.ts';
import { cardTypeOf, cardTypeTable, possibleCardTypes } from './card-types.ts';

/** What can be said of a field's text: whether it is right, and whether going on typing could make it right. */
interface Validity {
  readonly is_valid: boolean;
  readonly is_potentially_valid: boolean;
}

/** A calendar month; `month` counts from 1. */
export interface YearMonth {
  readonly year: number;
  readonly month: number;
}

/** How far ahead a card may expire, in years. */
const longestLife = 19;
const longestName = 255;

/** The digits 0 to 9 in a text, everything else left out. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** The check digit of card numbers (Luhn, ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Card number: known type, a length of that type, check digit. UnionPay issues numbers without one. */
export function checkNumber(text: string): Validity {
  const digits = digitsOf(text);
  const candidates = possibleCardTypes(digits);
  const type = cardTypeOf(digits);
  const is_valid =
    type !== null &&
    cardTypeTable[type].lengths.includes(digits.length) &&
    (type === 'unionpay' || passesLuhn(digits));
  const room = Math.max(0, ...candidates.flatMap((candidate) => cardTypeTable[candidate].lengths));
  return { is_valid, is_potentially_valid: is_valid || digits.length < room };
}

/** How many digits a number that begins like this may have at most. */
export function longestNumber(digits: string): number {
  const lengths = possibleCardTypes(digits).flatMap((type) => cardTypeTable[type].lengths);
  return lengths.length > 0 ? Math.max(...lengths) : 19;
}

/** Reads `MM / YY` or `MM / YYYY`; null while it is not complete. */
export function parseExpiration(text: string): YearMonth | null {
  const [, month, year] = /^\s*(\d{2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

function isUsable(expiration: YearMonth, today: YearMonth): boolean {
  const isMonth = expiration.month >= 1 && expiration.month <= 12;
  const isAhead =
    expiration.year > today.year || (expiration.year === today.year && expiration.month >= today.month);
  return isMonth && isAhead && expiration.year <= today.year + longestLife;
}

/** Expiry: a month of this year or later, the current one included, at most 19 years ahead. */
export function checkExpiration(text: string, today: YearMonth): Validity {
  const complete = parseExpiration(text);
  const is_valid = complete !== null && isUsable(complete, today);
  const digits = digitsOf(text);
  return {
    is_valid,
    is_potentially_valid: is_valid || couldExpire(digits.slice(0, 2), digits.slice(2), today),
  };
}

function couldExpire(monthStart: string, yearStart: string, today: YearMonth): boolean {
  for (let month = 1; month <= 12; month += 1) {
    if (!String(month).padStart(2, '0').startsWith(monthStart)) continue;
    for (let year = today.year; year <= today.year + longestLife; year += 1) {
      const spellings = [String(year), String(year).slice(2)];
      // A spelling that is complete was judged already: only what leaves room to type counts here.
      const goesOn = spellings.some((spelling) => spelling.startsWith(yearStart) && spelling !== yearStart);
      if (goesOn && isUsable({ month, year }, today)) return true;
    }
  }
  return false;
}

/** Security code: as many digits as the card type has; three or four while the type is not known. */
export function checkCvv(text: string, cardType: CardType | null): Validity {
  const size = digitsOf(text).length;
  const sizes: readonly number[] = cardType === null ? [3, 4] : [cardTypeTable[cardType].cvv_size];
  return { is_valid: sizes.includes(size), is_potentially_valid: sizes.some((allowed) => size <= allowed) };
}

/** Cardholder: a name of at most 255 characters. Digits alone are refused: a card number typed here must not pass. */
export function checkCardholderName(text: string): Validity {
  const name = text.trim();
  const isNumber = /^[\d\s-]+$/.test(name);
  const fits = text.length <= longestName;
  return { is_valid: name.length > 0 && fits && !isNumber, is_potentially_valid: fits };
}
