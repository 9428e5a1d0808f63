import type { PageGateway } from 'meisterhand/ports';
import { notYet } from './not-yet.ts';

interface GatewayOptions {
  readonly url: string;
  readonly key: string;
  /** Timeout of a request in milliseconds; the shop allows 10 seconds for each call. */
  readonly timeLimit?: number;
}

/** The server half. A call whose outcome is not certain returns `unknown`, never a decline, and never throws. */
export function createSampleNameGateway(_options: GatewayOptions): PageGateway {
  return {
    name: 'sample_name',
    // Another account at the provider is another identity: `sample_name/ACCOUNT`.
    identity: 'sample_name',
    pays_on: 'provider_page',
    createClientToken: async (_request) =>
      notYet(
        'return any text while the provider takes this payment, and null where it does not or cannot be reached',
      ),
    checkAccount: async () =>
      notYet(
        'reject with a sentence while the account cannot be used; or leave this out, skip its tests, and the shop asks for a client token',
      ),
    charge: async (_request) =>
      notYet(
        'open one page for each attempt_key and return requires_action with a redirect to it, or unknown; a key that was closed is declined with EXPIRED',
      ),
    findCharge: async (_attemptKey) =>
      notYet(
        'look the attempt up by its key, and close a key that has no payment (never_charged): charged only for a paid state, in EUR, with the amount that was paid; a state that you do not know is unknown',
      ),
    cancelAction: async (_attemptKey, _transactionId) =>
      notYet('end a page that waits for its buyer, unless the buyer was faster'),
    refund: async (_transactionId, _amount, _refundKey) =>
      notYet('refund a part of a payment, once for each refund key'),
  };
}
