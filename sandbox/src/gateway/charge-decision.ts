import type { Cents } from 'meisterhand/model';
import type { DeclineReason } from 'meisterhand/ports';
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
  | {
      readonly decision: 'charge';
      readonly responds: boolean;
      /** Maximum amount in cents that the bank grants. */
      readonly limit?: Cents;
      /** Time in milliseconds until the outcome is known. */
      readonly knownAfter?: number;
    }
  /** The buyer has to act before anything is granted. */
  | { readonly decision: 'action'; readonly kind: 'redirect' | 'in_page' }
  | { readonly decision: 'decline'; readonly reason: DeclineReason }
  | { readonly decision: 'silence' };

const charge = { decision: 'charge', responds: true } as const satisfies ChargeDecision;
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
    case 'action_redirect':
      return method.is_stored ? charge : { decision: 'action', kind: 'redirect' };
    case 'action_in_page':
      return method.is_stored ? charge : { decision: 'action', kind: 'in_page' };
    case 'granted_in_part':
      return { ...charge, limit: 5_000 as Cents };
    case 'late_outcome':
      return { ...charge, knownAfter: 20_000 };
    case 'timeout_before_charge':
      return { decision: 'silence' };
  }
}
