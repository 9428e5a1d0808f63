import type { OrderResource } from '#api/orders.ts';
import { checkOutOrder, createOrder, getOrder, verifyOrder } from '#api/orders.ts';
import type { Order } from '#core/model/order.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Orders } from '#ports/orders.ts';
import type { ApiClient } from './api-client.ts';

function toOrder({ id, attributes }: OrderResource): Order {
  return { id, ...attributes };
}

/** Orders over HTTP. */
export function createHttpOrders(client: ApiClient): Orders {
  return {
    async create({ cart_id, email, products, attribution }) {
      const body = {
        bundle_cart_unique_id: cart_id,
        email: email ?? undefined,
        products: [...products],
        ...attribution,
      };
      return mapResult(await client.call(createOrder, { body }), ({ data, meta }) => ({
        order: toOrder(data),
        order_token: meta?.order_token ?? null,
      }));
    },
    async get(id, order_token) {
      return mapResult(await client.call(getOrder, { params: { id } }, { order_token }), ({ data }) =>
        toOrder(data),
      );
    },
    async startPayment(id, order_token) {
      const answer = await client.call(verifyOrder, { body: { id } }, { order_token });
      return mapResult(answer, ({ client_token, provider, transfer_nonce, data }) => ({
        client_token,
        provider,
        transfer_nonce,
        order: toOrder(data),
      }));
    },
    async pay(payment, order_token) {
      const body = {
        id: payment.order_id,
        payment_method_nonce: payment.nonce,
        expected_total: payment.expected_total,
        waiver_accepted: payment.waiver_accepted,
        save_payment_method: payment.save_payment_method,
        billing_address: payment.billing_address ?? undefined,
        device_data: payment.device_data ?? null,
      };
      return mapResult(await client.call(checkOutOrder, { body }, { order_token }), ({ data }) =>
        toOrder(data),
      );
    },
  };
}
