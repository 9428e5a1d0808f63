import type { OpenedPayments } from '#app/modules/open-payments.ts';
import type { CardGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import { isCardGateway } from '#server/payment-gateways.ts';
import type { ServerContext } from '#server/server-context.ts';

/** The context with another gateway for cards. */
export function withCardGateway(context: ServerContext, gateway: CardGateway): ServerContext {
  const gateways = context.gateways.map((one) => (isCardGateway(one) ? gateway : one));
  return { ...context, gateways };
}

/** The context with another gateway for transfers, made from the present one. */
export function withTransferGateway(
  context: ServerContext,
  change: (gateway: PaymentGateway) => PaymentGateway,
): ServerContext {
  return { ...context, gateways: context.gateways.map((one) => (isCardGateway(one) ? one : change(one))) };
}

/** No payment module, for servers whose tests pay nothing. */
export const noPayments: OpenedPayments = {
  offered: [],
  gateways: [],
  pastGateways: [],
  notices: [],
  transfer: null,
  stop: async () => {},
};
