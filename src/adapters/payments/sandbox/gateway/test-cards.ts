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
];

/** Returns the behaviour of a card number; null when it is not a test card. */
export function behaviourOf(digits: string): CardBehaviour | null {
  return testCards.find((card) => card.number === digits)?.behaviour ?? null;
}
