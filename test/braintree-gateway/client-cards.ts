import { randomUUID } from 'node:crypto';
import cardValidator from 'card-validator';
import { behaviourOf } from '#sandbox/src/gateway/test-cards.ts';
import { browserScript } from './browser-files.ts';
import {
  type Fault,
  type GatewayState,
  type Instrument,
  makeNonce,
  passedThreeDSecure,
  type StoredNonce,
  testCard,
} from './gateway-state.ts';
import { type Fields, type GatewayAnswer, json } from './protocol.ts';

/** A card field that the gateway rejects during tokenization, with Braintree's public error code. */
interface CardRefusal {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

type TypedCard = Readonly<Record<string, string | undefined>>;

/** A card that the gateway refuses to tokenize, and a card whose bank does not support 3-D Secure. */
const refusedNumber = '4000000000000002';
const unenrolledNumber = '5555555555554444';
/** A security code that the gateway rejects as wrong. */
const wrongCvv = '200';

/** Exchanges a typed card for a nonce. The full number and the security code are not stored. */
export function tokenizeCard(
  state: GatewayState,
  card: TypedCard,
  fault: Fault | null,
): StoredNonce | { readonly refusal: CardRefusal } {
  const number = card.number ?? '';
  const refuse = (field: string, code: string, message: string) => ({ refusal: { field, code, message } });
  if (fault?.kind === 'decline') return refuse('number', '81724', 'Duplicate card');
  if (number === refusedNumber) return refuse('number', '81715', 'Credit card number is invalid');
  if (card.cvv === wrongCvv) return refuse('cvv', '81736', 'CVV verification failed');
  const instrument: Instrument = {
    kind: 'credit_card',
    card_type: cardValidator.number(number).card?.niceType ?? 'Unknown',
    bin: number.slice(0, 6),
    last_four: number.slice(-4),
    expiration_month: card.expirationMonth ?? '',
    expiration_year: card.expirationYear ?? '',
    cardholder_name: card.cardholderName ?? null,
    email: null,
    behaviour: behaviourOf(number) ?? 'accepted',
    is_enrolled: number !== unenrolledNumber,
  };
  return makeNonce(state, { instrument });
}

/**
 * Starts the 3-D Secure check of a nonce and replaces it by a new one. `bank` is the behaviour of the bank's
 * page; null when the check needs no challenge.
 */
export function lookUp(
  state: GatewayState,
  nonce: string,
): { readonly made: string; readonly bank: 'asks' | 'refuses' | null } | null {
  const found = state.nonces.get(nonce);
  if (found === undefined || found.is_consumed) return null;
  found.is_consumed = true;
  const { instrument, token, fault } = found;
  const { behaviour, is_enrolled } = instrument;
  const challenge = behaviour === 'challenge' ? 'asks' : behaviour === 'challenge_fails' ? 'refuses' : null;
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

/** Exchanges a nonce for a new one when the challenge was passed; otherwise returns the same nonce. */
export function passChallenge(state: GatewayState, nonce: string, jwt: string): string {
  const challenged = state.nonces.get(nonce);
  if (challenged === undefined || jwt.split('.').at(-1) !== 'pass') return nonce;
  challenged.is_consumed = true;
  const { instrument, token, fault } = challenged;
  return makeNonce(state, { instrument, token, fault, three_d_secure: passedThreeDSecure }).nonce;
}

/** Prefix of the token of a PayPal payment that requests the address. */
const withAddress = 'EC-ADDRESS-';

const lindengasse = { line1: 'Lindengasse 14', city: 'Wien', postalCode: '1070', countryCode: 'AT' };

/** Responds to the wallet requests of the provider's code; 404 for any other request. */
export function answerWallet(state: GatewayState, name: string, body: Fields): GatewayAnswer {
  switch (name) {
    case 'paypal.create': {
      const { noShipping } = (body.experienceProfile ?? {}) as { readonly noShipping?: string };
      const token = `${noShipping === 'false' ? withAddress : 'EC-'}${randomUUID()}`;
      const redirectUrl = `https://www.paypal.com/checkoutnow?token=${token}`;
      return json(201, { paymentResource: { paymentToken: token, intent: 'authorize', redirectUrl } });
    }
    case 'paypal.tokenize': {
      const isRequested = JSON.stringify(body).includes(withAddress);
      const email = isRequested
        ? `wallet-${randomUUID()}@meisterhand.example`
        : 'johanna.brandt@meisterhand.example';
      const instrument = testCard({ kind: 'paypal_account', card_type: null, bin: '', last_four: '', email });
      const { nonce } = makeNonce(state, { instrument });
      const payerInfo = {
        email,
        firstName: 'Johanna',
        lastName: 'Brandt',
        ...(isRequested ? { shippingAddress: lindengasse } : {}),
      };
      const details = { email, payerInfo };
      return json(202, { paypalAccounts: [{ nonce, type: 'PayPalAccount', details }] });
    }
    case 'apple.session':
      return json(201, { merchantSessionIdentifier: randomUUID(), expiresAt: 0 });
    case 'apple.tokenize': {
      const { nonce } = makeNonce(state, { instrument: testCard({ kind: 'apple_pay_card' }) });
      const details = { cardType: 'Visa', lastTwo: '11', lastFour: '1111' };
      return json(201, { applePayCards: [{ nonce, type: 'ApplePayCard', details }], body });
    }
    default:
      return json(404, { error: { message: 'No such call' } });
  }
}

/** Returns the simulated Google script, with the nonce that the provider will create from the sheet's response. */
export async function googleScript(state: GatewayState): Promise<GatewayAnswer> {
  const { nonce } = makeNonce(state, { instrument: testCard({ kind: 'android_pay_card' }) });
  const script = await browserScript('google-pay');
  return { ...script, body: `window.googlePayNonce = '${nonce}';\n${script.body}` };
}
