import { isTransferNonce } from '#core/rules/payment.ts';
import type { CapturingGateway, CardGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import type { ServerContext } from './server-context.ts';

type Gateways = Pick<ServerContext, 'paymentGateway' | 'pastGateways' | 'transferGateway'>;

/** The gateway for a new payment with this nonce. */
export function gatewayForNonce(context: Gateways, nonce: string): PaymentGateway {
  return isTransferNonce(nonce) ? context.transferGateway : context.paymentGateway;
}

/** The name of the gateway whose identity a row stores. */
export function providerName(identity: string): string {
  return identity.split('/')[0] ?? identity;
}

/** Whether a gateway authorises first and takes the money by a capture. */
export function isCapturing(gateway: PaymentGateway): gateway is CapturingGateway {
  return 'capture' in gateway && gateway.capture !== undefined;
}

/**
 * What rows of the configured card gateways store as their provider: identities, and the bare names in rows of versions
 * that did not store the account.
 */
export function cardProviders({ paymentGateway, pastGateways }: Gateways): readonly string[] {
  return [paymentGateway, ...pastGateways].flatMap(({ identity, name }) => [identity, name]);
}

/**
 * The gateway that keeps a stored card. @throws Error when that provider is not configured; the start of the shop
 * refuses that while money of the provider is open.
 */
export function cardGatewayOf({ paymentGateway, pastGateways }: Gateways, provider: string): CardGateway {
  const gateways = [paymentGateway, ...pastGateways];
  // A bare name is from before a change of the account, so it means the earliest one.
  const found =
    gateways.find(({ identity }) => identity === provider) ??
    gateways.findLast(({ name }) => name === provider);
  if (found !== undefined) return found;
  throw new Error(`The payment provider ${provider} is not configured: ${howToKeep(provider)}`);
}

/** What an operator sets so that a provider looks after its own past. */
export function howToKeep(provider: string): string {
  const [name, account] = provider.split('/');
  return account === undefined
    ? `Add ${name} to EARLIER_PAYMENT_PROVIDERS, with its settings; new payments go to the provider of PAYMENT_PROVIDER.`
    : `Set its merchant id ${account} with its keys in EARLIER_BRAINTREE_MERCHANT_ID, EARLIER_BRAINTREE_PUBLIC_KEY and ` +
        'EARLIER_BRAINTREE_PRIVATE_KEY; new payments go to the provider of PAYMENT_PROVIDER.';
}

/**
 * The gateway of a payment attempt or refund: the one that it was started with. @throws Error when that provider is not
 * configured.
 */
export function gatewayOf(context: Gateways, provider: string): PaymentGateway {
  return provider === 'bank_transfer' ? context.transferGateway : cardGatewayOf(context, provider);
}
