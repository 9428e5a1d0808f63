import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultScript } from '#test/braintree-gateway/gateway-state.ts';
import type { ChooseNonce } from './fault-shopper.ts';

/** Test card numbers of the simulated gateway (test/braintree-gateway/client-cards.ts). */
const cards = {
  good: '4111111111111111',
  notEnrolled: '5555555555554444',
  challenged: '4000000000001091',
  declined: '4000111111111115',
} as const;

const patienceMs = 60_000;
const againMs = 100;

/**
 * Returns a function that performs the requests of Braintree's browser SDK: it exchanges a card for a nonce,
 * starts the 3-D Secure check, and exchanges the result of the check for another nonce. After a failed
 * request it starts again.
 */
export function braintreeCards(gatewayUrl: string, merchantId: string): ChooseNonce {
  const clientApi = `${gatewayUrl}/merchants/${merchantId}/client_api/v1/payment_methods`;

  async function post(address: string, fingerprint: string, body: object) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${fingerprint}` },
      body: JSON.stringify({ ...body, authorizationFingerprint: fingerprint }),
      signal: AbortSignal.timeout(2_000),
    });
    if (!response.ok) throw new Error(`The gateway returned ${response.status}`);
    return response.json();
  }

  async function enter(number: string, clientToken: string, amount: number): Promise<string> {
    const { authorizationFingerprint: mine } = JSON.parse(Buffer.from(clientToken, 'base64').toString());
    const creditCard = {
      number,
      cardholderName: 'Johanna Brandt',
      expirationMonth: '12',
      expirationYear: '2030',
      cvv: '123',
    };
    const query = { operationName: 'TokenizeCreditCard', variables: { input: { creditCard } } };
    const { data } = await post(`${gatewayUrl}/graphql`, mine, query);
    const looked = await post(`${clientApi}/${data.tokenizeCreditCard.token}/three_d_secure/lookup`, mine, {
      amount: (amount / 100).toFixed(2),
    });
    const { nonce } = looked.paymentMethod;
    if (looked.lookup.acsUrl === undefined) return nonce;
    const jwt = { jwt: 'header.payload.pass' };
    return (await post(`${clientApi}/${nonce}/three_d_secure/authenticate_from_jwt`, mine, jwt)).paymentMethod
      .nonce;
  }

  return async (card, clientToken, amount) => {
    const number = chooseNumber(card);
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(againMs)) {
      try {
        return await enter(number, clientToken, amount);
      } catch {
        // A failed request of any kind: the card form would show an error, and the shopper would enter the
        // card again.
      }
    }
    throw new Error('The card could not be entered');
  };
}

function chooseNumber(card: number): string {
  const luck = randomInt(100);
  if (card === 0 && luck < 10) return cards.declined;
  if (luck < 20) return cards.challenged;
  return luck < 30 ? cards.notEnrolled : cards.good;
}

type Chances = readonly (readonly [percent: number, fault: Fault])[];

/**
 * Milliseconds; longer than a server waits for a response, so that the server treats the response as lost.
 */
const tooLate = 1_500;

/**
 * Milliseconds; later than the first look-up of a lost sale (after 5 s), so that the shop may treat the sale
 * as missing before it arrives.
 */
export const muchTooLate = 8_000;

/** Percentages of the faults of a sale. */
const ofSales: Chances = [
  [6, { kind: 'lost' }],
  [4, { kind: 'cut' }],
  [3, { kind: 'answer', status: 503 }],
  [3, { kind: 'answer', status: 500 }],
  [2, { kind: 'answer', status: 429 }],
  [2, { kind: 'hang' }],
  [3, { kind: 'slow', milliseconds: muchTooLate, phase: 'arriving' }],
  [3, { kind: 'slow', milliseconds: muchTooLate, phase: 'working' }],
  [3, { kind: 'slow', milliseconds: tooLate, phase: 'answering' }],
  [5, { kind: 'decline' }],
  [3, { kind: 'reject', reason: 'fraud' }],
];

/** Percentages of the faults of every other request, by browsers and servers. */
const ofCalls: Chances = [
  [3, { kind: 'cut' }],
  [2, { kind: 'lost' }],
  [2, { kind: 'answer', status: 503 }],
  [1, { kind: 'answer', status: 429 }],
  [1, { kind: 'slow', milliseconds: tooLate, phase: 'answering' }],
];

/** Creates a fault script with random faults, and counts them by kind. */
export function createRandomFaults(): FaultScript & { readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  return {
    counts,
    order() {
      throw new Error('These faults come by chance');
    },
    clear() {},
    take(operation) {
      const fault = draw(operation === 'server.transactions.create' ? ofSales : ofCalls);
      if (fault !== null) counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
      return fault;
    },
  };
}

function draw(chances: Chances): Fault | null {
  let luck = randomInt(100);
  for (const [percent, fault] of chances) {
    if (luck < percent) return fault;
    luck -= percent;
  }
  return null;
}
