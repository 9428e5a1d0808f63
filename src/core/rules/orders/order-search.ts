import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';

/** A parsed search for orders: an amount or a text. */
export type OrderSearch =
  | { readonly kind: 'amount'; readonly amount: Cents }
  | { readonly kind: 'text'; readonly text: string };

/** Minimum length of a text: shorter ones match too many orders, and no index supports them. */
const shortestSearch = 3;

/** Maximum amount that the database can store, in cents. */
const mostCents = 2 ** 31 - 1;

/** Common notations of amounts: `49,90`, `€49.90`, `1.234,50 €`; a whole number needs the currency: `49 €`. */
const amountForms = [
  /^€?\s?(\d{1,3}(?:[.,]\d{3})*|\d{1,7})[.,](\d{2})\s?€?$/,
  /^(?:€\s?(\d{1,7})|(\d{1,7})\s?(?:€|eur))$/i,
] as const;

/** Parses a search for orders; null when it is too short. */
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
