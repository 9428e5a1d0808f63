import type { DeclineReason } from '#ports/payment-gateway.ts';
import type { StoredCard } from './ledger-file.ts';

/** What a charge will be tried on. */
export interface PaymentMeans {
  readonly card: StoredCard;
  /** Up to which amount (cents) 3-D Secure was passed; null without it. */
  readonly verified_amount: number | null;
  /** A card of the vault: the shopper is not there, so 3-D Secure cannot be asked. */
  readonly is_stored: boolean;
}

/** What becomes of a charge; `silence` is a gateway that never answers and never charges. */
type Verdict =
  | { readonly verdict: 'charge'; readonly answers: boolean }
  | { readonly verdict: 'decline'; readonly reason: DeclineReason }
  | { readonly verdict: 'silence' };

const testCard = { brand: 'visa', last_four: '1881' } as const;

/** Braintree's public test nonces two for lost answers (decisions §9) and one whose stored card is declined. They can be used again and again. */
export const publicNonces: ReadonlyMap<string, StoredCard | DeclineReason> = new Map<
  string,
  StoredCard | DeclineReason
>([
  ['fake-valid-nonce', { ...testCard, behaviour: 'accepted' }],
  ['fake-processor-declined-visa-nonce', { ...testCard, behaviour: 'declined' }],
  ['fake-declined-when-stored-nonce', { ...testCard, behaviour: 'declined_when_stored' }],
  ['fake-gateway-rejected-fraud-nonce', 'GATEWAY_REJECTED_FRAUD'],
  ['fake-consumed-nonce', 'NONCE_CONSUMED'],
  ['fake-timeout-after-charge-nonce', { ...testCard, behaviour: 'timeout_after_charge' }],
  ['fake-timeout-before-charge-nonce', { ...testCard, behaviour: 'timeout_before_charge' }],
]);

const charge: Verdict = { verdict: 'charge', answers: true };
const declinedByBank: Verdict = { verdict: 'decline', reason: 'PROCESSOR_DECLINED' };

/** Decides a charge of `amount` cents by what the test card stands for. */
export function judgeCharge(means: PaymentMeans, amount: number): Verdict {
  const isVerified = means.is_stored || (means.verified_amount !== null && amount <= means.verified_amount);
  switch (means.card.behaviour) {
    case 'accepted':
      return charge;
    case 'declined':
      return declinedByBank;
    case 'challenge':
    case 'challenge_fails':
      return isVerified ? charge : { verdict: 'decline', reason: 'VERIFICATION_REQUIRED' };
    case 'declined_when_stored':
      return means.is_stored ? declinedByBank : charge;
    case 'timeout_after_charge':
      return { verdict: 'charge', answers: false };
    case 'timeout_before_charge':
      return { verdict: 'silence' };
  }
}
