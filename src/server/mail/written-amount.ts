import type { Locale } from '#core/rules/locale.ts';
import { cents, formatPrice } from '#core/rules/money.ts';

/** An amount in cents as letters write it, with a true minus before what is taken off. */
export function writtenAmount(amount: number, locale: Locale): string {
  return formatPrice(cents(amount), locale).replace('-', '\u2212');
}
