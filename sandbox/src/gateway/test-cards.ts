import type { DeclineReason } from 'meisterhand/ports';

export const cardBehaviours = [
  'accepted',
  'declined',
  /** 3-D Secure requires the code 1234. */
  'challenge',
  /** 3-D Secure requires a code and refuses every code. */
  'challenge_fails',
  /** The card is charged, but no response is sent. */
  'timeout_after_charge',
  /** The card is not charged, and no response is sent. */
  'timeout_before_charge',
  /** The first charge succeeds, every later charge of the stored card is declined. */
  'declined_when_stored',
  /** The charge requires an action of the buyer on a page of the bank, to which the browser is redirected. */
  'action_redirect',
  /** As `action_redirect`, but in a dialog over the shop's page. */
  'action_in_page',
  /** The bank grants at most 50.00 EUR. */
  'granted_in_part',
  /** The card is charged, but for 20 seconds the gateway does not know its own outcome. */
  'late_outcome',
] as const;

export type CardBehaviour = (typeof cardBehaviours)[number];

interface TestCard {
  readonly number: string;
  readonly behaviour: CardBehaviour;
}

/** The correct code for a `challenge` card. */
export const challengeCode = '1234';

/** The only card numbers that the sandbox accepts; any other is refused in the field. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', behaviour: 'accepted' },
  { number: '5555555555554444', behaviour: 'accepted' },
  { number: '378282246310005', behaviour: 'accepted' },
  { number: '4000111111111115', behaviour: 'declined' },
  { number: '4000000000001091', behaviour: 'challenge' },
  { number: '4000000000001109', behaviour: 'challenge_fails' },
  { number: '4000000000000259', behaviour: 'timeout_after_charge' },
  { number: '4000000000000267', behaviour: 'timeout_before_charge' },
  { number: '4000000000000341', behaviour: 'declined_when_stored' },
  { number: '4000000000003220', behaviour: 'action_redirect' },
  { number: '4000000000003212', behaviour: 'action_in_page' },
  { number: '4000000000000507', behaviour: 'granted_in_part' },
  { number: '4000000000000283', behaviour: 'late_outcome' },
];

/** Returns the behaviour of a card number; null when it is not a test card. */
export function behaviourOf(digits: string): CardBehaviour | null {
  return testCards.find((card) => card.number === digits)?.behaviour ?? null;
}

interface NonceCard {
  readonly brand: 'visa';
  readonly last_four: string;
  readonly behaviour: CardBehaviour;
}

const testCard = { brand: 'visa', last_four: '1881' } as const;

/** Public test nonces: those of Braintree, and one for each further behaviour of a card. */
export const publicNonces = new Map<string, NonceCard | DeclineReason>([
  ['fake-valid-nonce', { ...testCard, behaviour: 'accepted' }],
  ['fake-processor-declined-visa-nonce', { ...testCard, behaviour: 'declined' }],
  ['fake-declined-when-stored-nonce', { ...testCard, behaviour: 'declined_when_stored' }],
  ['fake-redirect-action-nonce', { ...testCard, behaviour: 'action_redirect' }],
  ['fake-in-page-action-nonce', { ...testCard, behaviour: 'action_in_page' }],
  ['fake-granted-in-part-nonce', { ...testCard, behaviour: 'granted_in_part' }],
  ['fake-late-outcome-nonce', { ...testCard, behaviour: 'late_outcome' }],
  ['fake-gateway-rejected-fraud-nonce', 'GATEWAY_REJECTED_FRAUD'],
  ['fake-consumed-nonce', 'NONCE_CONSUMED'],
  ['fake-timeout-after-charge-nonce', { ...testCard, behaviour: 'timeout_after_charge' }],
  ['fake-timeout-before-charge-nonce', { ...testCard, behaviour: 'timeout_before_charge' }],
]);
