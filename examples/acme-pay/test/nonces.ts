import type { CardNonceKind } from 'meisterhand/kits';
import { type Ledger, testCards } from '../simulator/ledger.ts';

const cards: Readonly<Record<Exclude<CardNonceKind, 'unknown'>, string>> = {
  accepted: testCards.leading_zero,
  consumed: testCards.accepted,
  declined: testCards.declined,
  rejected: testCards.fraud,
  granted_in_part: testCards.granted_in_part,
  other_currency: testCards.other_currency,
  unfinished: testCards.processing,
  needs_action: testCards.redirect,
  timeout_after_charge: testCards.silent_after,
  timeout_before_charge: testCards.silent_before,
};

/** Returns a token of the card with the behaviour that the kit requests. */
export function nonceOf(ledger: Ledger, kind: CardNonceKind): string {
  if (kind === 'unknown') return 'tok_of_nobody';
  const token = ledger.tokenize(cards[kind]) ?? '';
  if (kind === 'consumed') {
    const spent = { key: `SPENT-${token}`, reference: 'SPENT', amount: 1, currency: 'EUR', customer: null };
    ledger.pay({ ...spent, token });
  }
  return token;
}
