import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';

/** What an operator looks for: an amount, or a text. */
export type OrderSearch =
  | { readonly kind: 'amount'; readonly amount: Cents }
  | { readonly kind: 'text'; readonly text: string };

/** Shorter texts are found in too many orders, and by no index. */
const shortestSearch = 3;

/** More than any amount that is stored, in cents. */
const mostCents = 2 ** 31 - 1;

/** An amount as people write it: `49,90`, `€49.90`, `1.234,50 €`; a whole number needs the sign: `49 €`. */
const amountForms = [
  /^€?\s?(\d{1,3}(?:[.,]\d{3})*|\d{1,7})[.,](\d{2})\s?€?$/,
  /^(?:€\s?(\d{1,7})|(\d{1,7})\s?(?:€|eur))$/i,
] as const;

/** Reads a search for orders; null when it is too short to look for. */
export function readOrderSearch(typed: string): OrderSearch | null {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const [, whole, fraction] = amountForms[0].exec(text) ?? [];
  if (whole !== undefined && fraction !== undefined) {
    const amount = Number(`${whole.replaceAll(/[.,]/g, '')}${fraction}`);
    if (amount <= mostCents) return { kind: 'amount', amount: cents(amount) };
  }
  const [, before, after] = amountForms[1].exec(text) ?? [];
  const euros = before ?? after;
  if (euros !== undefined) return { kind: 'amount', amount: cents(Number(euros) * 100) };
  if (text.length < shortestSearch) return null;
  return { kind: 'text', text };
}
