import { publicNonces } from '#sandbox/src/gateway/test-cards.ts';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import {
  braintreeEnvironment,
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

/** Registers the sandbox's public nonces at the simulated Braintree gateway. Each may be used many times. */
function registerPublicNonces(state: GatewayState): void {
  for (const [nonce, card] of publicNonces) {
    if (typeof card === 'string') continue;
    const instrument = testCard({ behaviour: card.behaviour });
    const made = makeNonce(state, { instrument, three_d_secure: passedThreeDSecure });
    const reusable = Object.defineProperty({ ...made, nonce }, 'is_consumed', { get: () => false, set() {} });
    state.nonces.set(nonce, reusable);
  }
}

/** Returns the URL of a shop's simulated Braintree gateway, on the port that the sandbox gateway would use. */
export function simulatedGatewayUrl({ sandboxPort }: GatewayPlace): string {
  return `http://127.0.0.1:${sandboxPort}`;
}

/** Settings that enable bank transfer, with both payment providers. */
const bankTransfer = {
  BANK_TRANSFER_ACCOUNT_HOLDER: 'Meisterhand GmbH',
  BANK_TRANSFER_IBAN: 'DE02120300000000202051',
  BANK_TRANSFER_BIC: 'BYLADEM1001',
} as const;

/** Returns the environment variables that select the payment provider; all other settings are the same for both. */
export function paymentEnvironment(place: GatewayPlace): Record<string, string> {
  if (!isOnBraintree()) return { ...bankTransfer, SANDBOX_PORT: String(place.sandboxPort) };
  return {
    ...bankTransfer,
    ...braintreeEnvironment(account, simulatedGatewayUrl(place)),
    PAYMENT_MODULES: 'braintree,bank-transfer',
    // The end of the run searches the log for card numbers.
    LOG_LEVEL: 'debug',
  };
}

/** Starts a shop's simulated Braintree gateway; returns null for the sandbox gateway, which the shop starts itself. */
export async function startPaymentGateway(place: GatewayPlace): Promise<RunningGateway | null> {
  if (!isOnBraintree()) return null;
  const state = { ...createGatewayState(), ...account };
  registerPublicNonces(state);
  return startGateway({ port: place.sandboxPort, state, sides: [createClientApi] });
}
