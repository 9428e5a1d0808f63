import type { CardGateway } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

interface GatewayOptions {
  readonly url: string;
  readonly key: string;
  /** Timeout of a request in milliseconds; the shop allows 10 seconds for each call. */
  readonly timeLimit?: number;
}

/** The server half. A call whose outcome is not certain returns `unknown`, never a decline, and never throws. */
export function createSampleNameGateway(_options: GatewayOptions): CardGateway {
  return {
    name: 'sample_name',
    // Another account at the provider is another identity: `sample_name/ACCOUNT`.
    identity: 'sample_name',
    checkAccount: async () => {},
    offersCards: () => true,
    createClientToken: async (_request) =>
      notYet(
        'ask the provider for a token with which the browser opens its card fields, null without an answer',
      ),
    charge: async (_request) =>
      notYet(
        'charge the card once for each attempt_key and return authorised, declined, requires_action or unknown',
      ),
    chargeStored: async (_request) =>
      notYet('charge a stored card of this customer, while its owner is absent'),
    findCharge: async (_attemptKey) =>
      notYet(
        'look the attempt up by its key, and close a key that was never used before returning never_charged',
      ),
    cancelAction: async (_attemptKey, _transactionId) =>
      notYet('end an attempt that waits for the buyer, unless the buyer was faster'),
    capture: async (_transactionId) => notYet('take the amount of an authorisation, once'),
    release: async (_transactionId) => notYet('void an authorisation that was not captured'),
    refund: async (_transactionId, _amount, _refundKey) =>
      notYet('refund a part of a captured charge, once for each refund key'),
    vault: async (_request) => notYet('store the card of a nonce for a customer, without a charge'),
  };
}
