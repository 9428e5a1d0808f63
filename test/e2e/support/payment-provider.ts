import { publicNonces } from '#sandbox/src/gateway/test-cards.ts';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import {
  createGatewayState,
  type GatewayState,
  makeNonce,
  passedThreeDSecure,
  testCard,
} from '#test/braintree-gateway/gateway-state.ts';
import { type RunningGateway, startGateway } from '#test/braintree-gateway/start-gateway.ts';

/** The port of a shop's payment gateway. */
interface GatewayPlace {
  readonly sandboxPort: number;
}

/** Returns whether the shops under test use Braintree, which the Playwright configuration sets. */
export function isOnBraintree(): boolean {
  return process.env.E2E_PROVIDER === 'braintree';
}

const account = {
  merchant_id: 'meisterhand_test',
  public_key: 'test_public_key',
  private_key: 'test_private_key',
} as const;

/**
 * Registers the sandbox's public nonces at the simulated Braintree gateway. Tests may use each of them many
 * times.
 */
function knowNonces(state: GatewayState): void {
  for (const [nonce, card] of publicNonces) {
    if (typeof card === 'string') continue;
    const instrument = testCard({ behaviour: card.behaviour });
    const made = makeNonce(state, { instrument, three_d_secure: passedThreeDSecure });
    const endless = Object.defineProperty({ ...made, nonce }, 'is_consumed', { get: () => false, set() {} });
    state.nonces.set(nonce, endless);
  }
}

/**
 * Returns the URL of a shop's simulated Braintree gateway. It listens on the port that the sandbox gateway
 * would use.
 */
export function simulatedGatewayUrl({ sandboxPort }: GatewayPlace): string {
  return `http://127.0.0.1:${sandboxPort}`;
}

/** Settings that enable bank transfer, with both payment providers. */
const bankTransfer = {
  BANK_TRANSFER_ACCOUNT_HOLDER: 'Meisterhand GmbH',
  BANK_TRANSFER_IBAN: 'DE02120300000000202051',
  BANK_TRANSFER_BIC: 'BYLADEM1001',
} as const;

/**
 * Returns the environment variables that select the payment provider. All other settings are the same for
 * both.
 */
export function paymentEnvironment(place: GatewayPlace): Record<string, string> {
  if (!isOnBraintree()) return { ...bankTransfer, SANDBOX_PORT: String(place.sandboxPort) };
  return {
    ...bankTransfer,
    PAYMENT_MODULES: 'braintree,bank-transfer',
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: account.merchant_id,
    BRAINTREE_PUBLIC_KEY: account.public_key,
    BRAINTREE_PRIVATE_KEY: account.private_key,
    BRAINTREE_GATEWAY_URL: simulatedGatewayUrl(place),
    // Log everything, because the end of the run searches the log for card numbers.
    LOG_LEVEL: 'debug',
  };
}

/**
 * Starts the simulated Braintree gateway of a shop. Returns null for the sandbox gateway, which the shop
 * starts itself.
 */
export async function startPaymentGateway(place: GatewayPlace): Promise<RunningGateway | null> {
  if (!isOnBraintree()) return null;
  const state = { ...createGatewayState(), ...account };
  knowNonces(state);
  return startGateway({ port: place.sandboxPort, state, sides: [createClientApi] });
}
