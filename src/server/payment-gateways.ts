import { isTransferNonce } from '#core/rules/payment.ts';
import type { CardGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import type { ServerContext } from './server-context.ts';

type Gateways = Pick<ServerContext, 'paymentGateway' | 'pastGateways' | 'transferGateway'>;

/** The gateway for a new payment with this nonce. */
export function gatewayForNonce(context: Gateways, nonce: string): PaymentGateway {
  return isTransferNonce(nonce) ? context.transferGateway : context.paymentGateway;
}

/** Whether a gateway takes money by captures. */
export function isCardGateway(gateway: PaymentGateway): gateway is CardGateway {
  return 'capture' in gateway;
}

/** All configured card gateways; the one for new payments comes first. */
export function cardProviders({ paymentGateway, pastGateways }: Gateways): readonly CardGateway['name'][] {
  return [paymentGateway, ...pastGateways].map(({ name }) => name);
}

/**
 * The gateway that keeps a stored card. @throws Error when that provider is not configured; the start of the shop
 * refuses that while money of the provider is open.
 */
export function cardGatewayOf({ paymentGateway, pastGateways }: Gateways, provider: string): CardGateway {
  const found = [paymentGateway, ...pastGateways].find(({ name }) => name === provider);
  if (found !== undefined) return found;
  throw new Error(`The payment provider ${provider} is not configured: add it to EARLIER_PAYMENT_PROVIDERS`);
}

/**
 * The gateway of a payment attempt or refund: the one that it was started with. @throws Error when that provider is not
 * configured.
 */
export function gatewayOf(context: Gateways, provider: string): PaymentGateway {
  return provider === 'bank_transfer' ? context.transferGateway : cardGatewayOf(context, provider);
}
