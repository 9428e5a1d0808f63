import { isTransferNonce } from '#core/rules/payment.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { ServerContext } from '#server/server-context.ts';

/** Which gateway an attempt was begun with, as its row keeps it. */
export type AttemptProvider = 'card' | 'bank_transfer';

/** Which gateway a nonce is for. */
export function providerOf(nonce: string): AttemptProvider {
  return isTransferNonce(nonce) ? 'bank_transfer' : 'card';
}

/** The gateway to ask about an attempt: never another one than it was begun with. */
export function gatewayOf(
  { paymentGateway, transferGateway }: Pick<ServerContext, 'paymentGateway' | 'transferGateway'>,
  provider: string,
): PaymentGateway {
  return provider === 'bank_transfer' ? transferGateway : paymentGateway;
}
