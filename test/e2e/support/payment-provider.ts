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

/** The gateway of a shop. */
interface GatewayPlace {
  readonly sandboxPort: number;
}

/** Whether the shops under test use Braintree; the Playwright configuration decides. */
export function isOnBraintree(): boolean {
  return process.env.E2E_PROVIDER === 'braintree';
}

const account = {
  merchant_id: 'meisterhand_test',
  public_key: 'test_public_key',
  private_key: 'test_private_key',
} as const;

/** Makes the public nonces of the sandbox known to Braintree's stand-in; journeys use them again and again. */
function knowNonces(state: GatewayState): void {
  for (const [nonce, card] of publicNonces) {
    if (typeof card === 'string') continue;
    const instrument = testCard({ behaviour: card.behaviour });
    const made = makeNonce(state, { instrument, three_d_secure: passedThreeDSecure });
    const endless = Object.defineProperty({ ...made, nonce }, 'is_consumed', { get: () => false, set() {} });
    state.nonces.set(nonce, endless);
  }
}

/** Address of a shop's simulated gateway: on the port that the sandbox would use. */
export function simulatedGatewayUrl({ sandboxPort }: GatewayPlace): string {
  return `http://127.0.0.1:${sandboxPort}`;
}

/** Bank transfer is offered with either provider. */
const bankTransfer = {
  BANK_TRANSFER_ACCOUNT_HOLDER: 'Meisterhand GmbH',
  BANK_TRANSFER_IBAN: 'DE02120300000000202051',
  BANK_TRANSFER_BIC: 'BYLADEM1001',
} as const;

/** The settings that choose the provider: the only difference between the two kinds of shop. */
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
    // The log is searched for card numbers at the end.
    LOG_LEVEL: 'debug',
  };
}

/** Starts the simulated Braintree gateway of a shop; null on the sandbox, which the shop starts itself. */
export async function startPaymentGateway(place: GatewayPlace): Promise<RunningGateway | null> {
  if (!isOnBraintree()) return null;
  const state = { ...createGatewayState(), ...account };
  knowNonces(state);
  return startGateway({ port: place.sandboxPort, state, sides: [createClientApi] });
}
