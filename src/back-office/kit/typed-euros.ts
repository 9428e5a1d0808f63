import type { Cents, Locale } from '#core/model/values.ts';
import { csvFormats } from '#core/rules/basics/csv.ts';
import { cents } from '#core/rules/basics/money.ts';

/** Formats with dots between thousands, with commas, and with neither. */
const forms = [
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,7})(?:[.,](\d{1,2}))?$/,
];

/** Parses a typed amount into cents: `49,90`, `49.9`, `1.234,50 €`, `49`. Null if it is invalid. */
export function readEuros(typed: string): Cents | null {
  const text = typed.replaceAll(/[\s€]/g, '');
  const [, whole, fraction = ''] = forms.map((form) => form.exec(text)).find((found) => found !== null) ?? [];
  if (whole === undefined) return null;
  return cents(Number(whole.replaceAll(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0')));
}

/** Formats an amount for an input field of this locale: `1234,50`. */
export function writeEuros(amount: number, locale: Locale): string {
  return (amount / 100).toFixed(2).replace('.', csvFormats[locale].decimal);
}
