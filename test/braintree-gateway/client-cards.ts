import cardValidator from 'card-validator';
import type { Fault } from './faults.ts';
import type { GatewayState, Instrument, StoredNonce } from './gateway-state.ts';
import { makeNonce, passedThreeDSecure } from './gateway-state.ts';

/** A field that is refused when a card is turned into a nonce, by the vendor's public code. */
interface CardRefusal {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

type TypedCard = Readonly<Record<string, string | undefined>>;

/** Cards that behave in their own way; the numbers of the sandbox provider (docs/sandbox-payments.md) and a few more. */
const behaviours: Readonly<Record<string, Partial<CardBehaviour>>> = {
  '4000111111111115': { bank: 'declines' },
  '4000000000001091': { challenge: 'asks' },
  '4000000000001109': { challenge: 'refuses' },
  '4000000000000259': { fault: { kind: 'lost' } },
  '4000000000000267': { fault: { kind: 'cut' } },
  '4000000000000341': { bank: 'declines_when_stored' },
  '4000000000000002': {
    refusal: { field: 'number', code: '81715', message: 'Credit card number is invalid' },
  },
  '5555555555554444': { is_enrolled: false },
};

interface CardBehaviour {
  readonly bank: Instrument['bank'];
  /** How the bank's page behaves; null: it does not ask. */
  readonly challenge: 'asks' | 'refuses' | null;
  readonly is_enrolled: boolean;
  readonly fault: Fault | null;
  readonly refusal: CardRefusal | null;
}

const usual: CardBehaviour = {
  bank: 'approves',
  challenge: null,
  is_enrolled: true,
  fault: null,
  refusal: null,
};

/** How nonces of the card fields behave when they are looked up: by nonce, as numbers are not kept. */
const behaviourOf = new WeakMap<Instrument, CardBehaviour>();

/** A security code that the bank calls wrong. */
const wrongCvv = '200';

/** Turns a typed card into a nonce. Only what may be shown of it is kept. */
export function tokenizeCard(
  state: GatewayState,
  card: TypedCard,
  fault: Fault | null,
): StoredNonce | { readonly refusal: CardRefusal } {
  const number = card.number ?? '';
  const behaviour = { ...usual, ...behaviours[number] };
  if (fault?.kind === 'decline')
    return { refusal: { field: 'number', code: '81724', message: 'Duplicate card' } };
  if (behaviour.refusal !== null) return { refusal: behaviour.refusal };
  if (card.cvv === wrongCvv)
    return { refusal: { field: 'cvv', code: '81736', message: 'CVV verification failed' } };
  const instrument: Instrument = {
    kind: 'credit_card',
    card_type: cardValidator.number(number).card?.niceType ?? 'Unknown',
    bin: number.slice(0, 6),
    last_four: number.slice(-4),
    expiration_month: card.expirationMonth ?? '',
    expiration_year: card.expirationYear ?? '',
    cardholder_name: card.cardholderName ?? null,
    email: null,
    bank: behaviour.bank,
  };
  behaviourOf.set(instrument, behaviour);
  return makeNonce(state, { instrument, fault: behaviour.fault });
}

/** Asks the bank about a nonce: uses it up and makes another. `bank` is how the bank's page behaves, null without one. */
export function lookUp(
  state: GatewayState,
  nonce: string,
): { readonly made: string; readonly bank: 'asks' | 'refuses' | null } | null {
  const found = state.nonces.get(nonce);
  if (found === undefined || found.is_consumed) return null;
  found.is_consumed = true;
  const { instrument, token, fault } = found;
  const { challenge, is_enrolled } = behaviourOf.get(instrument) ?? usual;
  const three_d_secure = !is_enrolled
    ? ({ status: 'lookup_not_enrolled', liability_shifted: false, liability_shift_possible: false } as const)
    : challenge === null
      ? passedThreeDSecure
      : ({
          status: 'authenticate_failed',
          liability_shifted: false,
          liability_shift_possible: true,
        } as const);
  const made = makeNonce(state, { instrument, token, fault, three_d_secure });
  return { made: made.nonce, bank: challenge };
}

/** What the bank's answer makes of a nonce that was asked about: another nonce. */
export function passChallenge(state: GatewayState, nonce: string, jwt: string): string {
  const asked = state.nonces.get(nonce);
  const answer = jwt.split('.').at(-1);
  if (asked === undefined || answer !== 'pass') return nonce;
  asked.is_consumed = true;
  const { instrument, token, fault } = asked;
  return makeNonce(state, { instrument, token, fault, three_d_secure: passedThreeDSecure }).nonce;
}
