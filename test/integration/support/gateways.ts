import type { OpenedPayments } from '#app/modules/open-payments.ts';
import type { CardGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { isCardGateway } from '#server/platform/payment-gateways.ts';

/** Returns the context with another card gateway. */
export function withCardGateway(context: OrderContext, gateway: CardGateway): OrderContext {
  const gateways = context.gateways.map((one) => (isCardGateway(one) ? gateway : one));
  return { ...context, gateways };
}

/** Returns the context with a changed gateway for bank transfers. */
export function withTransferGateway(
  context: OrderContext,
  change: (gateway: PaymentGateway) => PaymentGateway,
): OrderContext {
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
