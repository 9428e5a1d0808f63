import { publicNonces } from '#adapters/payments/sandbox/gateway/payment-methods.ts';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import type { GatewayState } from '#test/braintree-gateway/gateway-state.ts';
import {
  createGatewayState,
  makeNonce,
  passedThreeDSecure,
  testCard,
} from '#test/braintree-gateway/gateway-state.ts';
import type { RunningGateway } from '#test/braintree-gateway/start-gateway.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';

/** Where the gateway of a shop listens. */
interface GatewayPlace {
  readonly sandboxPort: number;
}

/** Who takes the money of the shops under test; the Playwright configuration decides. */
export function isOnBraintree(): boolean {
  return process.env.E2E_PROVIDER === 'braintree';
}

const account = {
  merchant_id: 'meisterhand_test',
  public_key: 'test_public_key',
  private_key: 'test_private_key',
} as const;

/** The sandbox's public nonces, which journeys use instead of a card's, again and again. */
function knowNonces(state: GatewayState): void {
  for (const [nonce, card] of publicNonces) {
    if (typeof card === 'string') continue;
    const instrument = testCard({ behaviour: card.behaviour });
    const made = makeNonce(state, { instrument, three_d_secure: passedThreeDSecure });
    const endless = Object.defineProperty({ ...made, nonce }, 'is_consumed', { get: () => false, set() {} });
    state.nonces.set(nonce, endless);
  }
}

/** Where the simulated gateway of a shop listens: on the port that the sandbox's would take. */
export function simulatedGatewayUrl({ sandboxPort }: GatewayPlace): string {
  return `http://127.0.0.1:${sandboxPort}`;
}

/** Prepayment is offered beside either provider. */
const bankTransfer = {
  BANK_TRANSFER_ACCOUNT_HOLDER: 'Meisterhand GmbH',
  BANK_TRANSFER_IBAN: 'DE02120300000000202051',
  BANK_TRANSFER_BIC: 'BYLADEM1001',
} as const;

/** The settings that choose the provider: all that tells the two kinds of shop apart. */
export function paymentEnvironment(place: GatewayPlace): Record<string, string> {
  if (!isOnBraintree()) return { ...bankTransfer, SANDBOX_PORT: String(place.sandboxPort) };
  return {
    ...bankTransfer,
    PAYMENT_PROVIDER: 'braintree',
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: account.merchant_id,
    BRAINTREE_PUBLIC_KEY: account.public_key,
    BRAINTREE_PRIVATE_KEY: account.private_key,
    BRAINTREE_GATEWAY_URL: simulatedGatewayUrl(place),
    BRAINTREE_TIME_LIMIT: '3000',
    // Everything that it says is searched for card numbers in the end.
    LOG_LEVEL: 'debug',
  };
}

/** Starts the simulated gateway of a shop; there is none on the sandbox, which the shop starts by itself. */
export async function startPaymentGateway(place: GatewayPlace): Promise<RunningGateway | null> {
  if (!isOnBraintree()) return null;
  const state = { ...createGatewayState(), ...account };
  knowNonces(state);
  return startGateway({ port: place.sandboxPort, state, sides: [createClientApi] });
}
