import { createBraintreeGateway } from '#adapters/payments/braintree/server/braintree-gateway.ts';
import type { BraintreeAccount } from '#adapters/payments/braintree/server/braintree-sdk.ts';
import type { ChargeRequest } from '#ports/payment-gateway.ts';
import {
  type Fault,
  type GatewayState,
  type Instrument,
  makeNonce,
  passedThreeDSecure,
  takenFor,
  testCard,
} from '#test/braintree-gateway/gateway-state.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { requestFor as kitRequestFor } from '#test/kits/payment-gateway-harness.ts';

/** The adapter's time limit for a response in tests that wait for it, in milliseconds; a busy machine reaches it. */
export const timeLimit = 1_000;

/** The settings of the shop's account at a simulated gateway. */
export const braintreeAccount = (
  state: GatewayState,
  own: Partial<BraintreeAccount> = {},
): BraintreeAccount => ({
  environment: 'sandbox',
  merchantId: state.merchant_id,
  publicKey: state.public_key,
  privateKey: state.private_key,
  merchantAccountId: null,
  allowsCardsWithout3DSecure: false,
  descriptor: { name: null, phone: null, url: null },
  gatewayUrl: null,
  ...own,
});

/**
 * Connects the adapter, which uses the vendor's SDK, to a simulated gateway. `limit`: its time limit for a response, in
 * milliseconds; by default the usual one.
 */
export async function openBraintree(
  settings: Partial<GatewayState['settings']> = {},
  own: Partial<BraintreeAccount> = {},
  limit = 10_000,
) {
  const provider = await startGateway();
  Object.assign(provider.state.settings, settings);
  const noted: string[] = [];
  let now = Date.now();
  const note = (event: string, ...rest: unknown[]) => {
    const texts = rest.map((each) => (each instanceof Error ? each.message : each));
    noted.push(JSON.stringify([event, ...texts]));
  };
  const open = () =>
    createBraintreeGateway({
      account: braintreeAccount(provider.state, { gatewayUrl: provider.url, ...own }),
      clock: { now: () => now },
      log: { info: note, warn: note, error: note },
      timeLimit: limit,
    });
  const gateway = open();
  return {
    provider,
    gateway,
    /** A second gateway on the same account, as another process of the shop has. */
    another: async () => open(),
    /** Charges and captures. Returns the authorisation. */
    async charged(request: ChargeRequest) {
      const outcome = await gateway.charge(request);
      if (outcome.outcome !== 'authorised') throw new Error(JSON.stringify(outcome));
      await gateway.capture(outcome.transaction_id);
      return outcome;
    },
    state: provider.state,
    noted,
    elapse(milliseconds: number) {
      now += milliseconds;
    },
    nonce(changes: Partial<Instrument> = {}, fault: Fault | null = null) {
      return makeNonce(provider.state, {
        instrument: testCard(changes),
        three_d_secure: passedThreeDSecure,
        fault,
      }).nonce;
    },
    /** Returns the captured cents of one order or, with null, of all orders. */
    taken: (order: string | null) =>
      takenFor(provider.state, (id) => order === null || id.startsWith(`${order}/`)),
    [Symbol.asyncDispose]: () => provider.stop(),
  };
}

/** Returns a request to charge 89.00 EUR in the first payment attempt of an order. */
export function requestFor(nonce: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  return kitRequestFor(nonce, { attempt_key: 'ORDER/1', order_code: 'ORDER', ...changes });
}

export const unknown = { outcome: 'unknown' };

/** Returns the amount of each refund in cents. */
export function refundsOf(state: GatewayState): number[] {
  return [...state.transactions.values()].filter(({ type }) => type === 'credit').map(({ amount }) => amount);
}
