import type { DeclineReason } from '#ports/payment-gateway.ts';
import type { StoredCard } from './ledger-file.ts';

export interface PaymentMethod {
  readonly card: StoredCard;
  /** The highest amount in cents for which 3-D Secure was passed; null without 3-D Secure. */
  readonly verified_amount: number | null;
  /** True for a stored card, which is charged without the shopper and therefore without 3-D Secure. */
  readonly is_stored: boolean;
}

type DecisionInput = Omit<PaymentMethod, 'card'> & { readonly card: Pick<StoredCard, 'behaviour'> };

/** The decision on a charge; `silence`: nothing is charged and the request gets no response. */
export type ChargeDecision =
  | { readonly decision: 'charge'; readonly responds: boolean }
  | { readonly decision: 'decline'; readonly reason: DeclineReason }
  | { readonly decision: 'silence' };

const charge: ChargeDecision = { decision: 'charge', responds: true };
const declinedByBank: ChargeDecision = { decision: 'decline', reason: 'PROCESSOR_DECLINED' };

/** Decides a charge of `amount` cents by the behaviour of the test card. */
export function decideCharge(method: DecisionInput, amount: number): ChargeDecision {
  const isVerified =
    method.is_stored || (method.verified_amount !== null && amount <= method.verified_amount);
  switch (method.card.behaviour) {
    case 'accepted':
      return charge;
    case 'declined':
      return declinedByBank;
    case 'challenge':
    case 'challenge_fails':
      return isVerified ? charge : { decision: 'decline', reason: 'VERIFICATION_REQUIRED' };
    case 'declined_when_stored':
      return method.is_stored ? declinedByBank : charge;
    case 'timeout_after_charge':
      return { decision: 'charge', responds: false };
    case 'timeout_before_charge':
      return { decision: 'silence' };
  }
}
