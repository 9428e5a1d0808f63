import type { CardType } from '#core/model/payment.ts';
import { cardTypeOf, cardTypeTable } from './card-types.ts';
import { digitsOf, longestNumber } from './card-validity.ts';

/** A text while it is being typed, with the place of the caret in it. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const separator = ' / ';

function digitsBefore(edit: Edit): number {
  return digitsOf(edit.text.slice(0, edit.caret)).length;
}

/** Groups a card number by its type; the caret stays behind the digit it stood behind. */
export function formatNumber(edit: Edit): Edit {
  const all = digitsOf(edit.text);
  const digits = all.slice(0, longestNumber(all));
  const type = cardTypeOf(digits);
  const gaps = (type === null ? cardTypeTable.visa : cardTypeTable[type]).gaps;
  const placeOf = (count: number): number => count + gaps.filter((gap) => gap < count).length;
  let text = '';
  for (const [index, digit] of [...digits].entries()) text += gaps.includes(index) ? ` ${digit}` : digit;
  return { text, caret: placeOf(Math.min(digitsBefore(edit), digits.length)) };
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
  const digits = digitsOf(edit.text).slice(0, cardType === null ? 4 : cardTypeTable[cardType].cvv_size);
  return { text: digits, caret: Math.min(digitsBefore(edit), digits.length) };
}

/**
 * A backspace that hit only a space or slash takes the digit beside it instead: what the formatting wrote,
 * it would write again, and the key would seem dead. `inputType` is that of the input event.
 */
export function takeDigitBesideGap(previousText: string, edit: Edit, inputType: string): Edit {
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
