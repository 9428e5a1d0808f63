import type { Observable } from 'rxjs';
import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentProvider } from '#core/model/payment.ts';
import { toTrackedItem, trackedValue } from '#core/rules/analytics.ts';
import { isOpen } from '#core/rules/order.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { mapResult, ok } from '#core/rules/result.ts';
import type { CartActions } from '#core/storefront/cart/cart-actions.ts';
import type { CartChanges } from '#core/storefront/cart/cart-changes.ts';
import type { LocalCartRepository } from '#core/storefront/cart/local-cart-repository.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import type { ReadAttribution } from '#core/storefront/marketing/attribution.ts';
import type { Timers } from '#ports/timers.ts';
import { createPlacedOrders, keepOrderToken, readOrderToken } from './placed-orders.ts';
import { createSettleOrder } from './settle-order.ts';
import { watchOrder } from './watch-order.ts';

export interface StartedPayment {
  /** For the provider's card fields; null when nothing is due, or while cards cannot be taken and a transfer can. */
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  /** Nonce for payment by bank transfer; null where the shop does not offer it. */
  readonly transfer_nonce: string | null;
  readonly order: Order;
}

/** One try to pay an order. */
export interface PaymentRequest {
  readonly order_id: string;
  /** Null only when nothing is due. */
  readonly nonce: string | null;
  /** The order's `amount_due` as the shopper saw it, in cents. */
  readonly expected_total: number;
  readonly waiver_accepted: boolean;
  /** The buyer wants a membership or subscription to begin before the days of withdrawal are over. */
  readonly early_start_requested?: boolean;
  readonly save_payment_method: boolean;
  /** The provider's data about the device, for its fraud protection; null when it has none. */
  readonly device_data?: string | null;
  readonly billing_address?: PostalAddress;
}

/** Pauses before a payment without a response is sent again, in milliseconds. */
const paymentPauses = [1000, 3000];

/** No response, or an unreadable one: whether money was charged is not known. */
function isOutcomeOpen({ code, status }: CallFailure): boolean {
  return code === 'NETWORK' || code === 'UNREADABLE_ANSWER' || status >= 500;
}

function wait(timers: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.schedule(milliseconds, resolve);
  });
}

export type Orders = ReturnType<typeof createOrders>;

/** Orders of the cart, and their payment. A guest is identified by the order's token, a learner by the session. */
export function createOrders(
  context: StorefrontContext,
  localCart: LocalCartRepository,
  cartChanges: CartChanges,
  { loadCart }: CartActions,
  readAttribution: ReadAttribution,
) {
  const { shopApi, analytics, cookies, timers } = context;
  const { cart, session } = context.stores;
  const placedOrders = createPlacedOrders(context.localStorage);
  const settleOrder = createSettleOrder(context, localCart, placedOrders, loadCart);

  const proofOf = (id: string) => ({ orderToken: readOrderToken(cookies, id) });

  const getOrder = (id: string): ApiResult<Order> => shopApi.getOrder({ params: { id }, ...proofOf(id) });

  /**
   * Sends the payment. While its outcome is not known it is sent again with the same nonce, which never charges twice. If
   * there is still no response, the state of the order shows the outcome.
   */
  async function send(payment: PaymentRequest): ApiResult<Order> {
    const body = {
      id: payment.order_id,
      payment_method_nonce: payment.nonce,
      expected_total: payment.expected_total,
      waiver_accepted: payment.waiver_accepted,
      early_start_requested: payment.early_start_requested === true,
      save_payment_method: payment.save_payment_method,
      billing_address: payment.billing_address,
      device_data: payment.device_data ?? null,
    };
    const request = { body, ...proofOf(payment.order_id) };
    let response = await shopApi.checkOutOrder(request);
    for (const pause of paymentPauses) {
      if (response.ok || !isOutcomeOpen(response.error)) return response;
      await wait(timers, pause);
      response = await shopApi.checkOutOrder(request);
    }
    if (response.ok || !isOutcomeOpen(response.error)) return response;
    const known = await getOrder(payment.order_id);
    return known.ok && !isOpen(known.value.state) ? known : response;
  }

  return {
    /** An order, for its buyer only. */
    getOrder,
    actions: {
      /** Creates the cart's open order, or updates its prices. A guest's cart is stored on the server first. */
      async placeOrder(request: {
        readonly email?: string;
        readonly giftPdfProductIds: readonly string[];
      }): ApiResult<Order> {
        const { email, giftPdfProductIds } = request;
        const cartId = await cartChanges.ensureCartId(email);
        if (!cartId.ok) return cartId;
        const { products } = cart.snapshot.cart;
        const response = await shopApi.createOrder({
          body: {
            bundle_cart_unique_id: cartId.value,
            // The server has the address of a learner.
            email: session.snapshot.status === 'guest' ? email : undefined,
            products: products.map(({ product_id }) => ({
              product_id,
              is_gift_pdf: giftPdfProductIds.includes(product_id),
            })),
            ...readAttribution(products),
          },
        });
        if (!response.ok) return response;
        const { data: order, meta } = response.value;
        if (meta?.order_token !== undefined) keepOrderToken(cookies, order.id, meta.order_token);
        placedOrders.keep({ order_id: order.id, cart_id: cartId.value, is_settled: false });
        const items = products.map(toTrackedItem);
        analytics.track({ name: 'begin_checkout', items, value: trackedValue(items) });
        return ok(order);
      },
      /** The client token for the payment step, and the order with current prices. */
      async startPayment(id: string): ApiResult<StartedPayment> {
        const response = await shopApi.verifyOrder({ body: { id }, ...proofOf(id) });
        return mapResult(response, ({ data, ...payment }) => ({ ...payment, order: data }));
      },
      /**
       * Charges. An order in state `charging`, `unknown` or `awaiting_payment` counts as success; `watchOrder` tells its
       * outcome. Fails with `TOTAL_CHANGED` (409) for a changed price and `PAYMENT_DECLINED` (402) for a decline.
       */
      async payOrder(payment: PaymentRequest): ApiResult<Order> {
        const items = cart.snapshot.cart.products.map(toTrackedItem);
        if (payment.nonce !== null) {
          analytics.track({ name: 'add_payment_info', items, value: trackedValue(items) });
        }
        const response = await send(payment);
        if (response.ok) await settleOrder(response.value);
        return response;
      },
      /**
       * Emits the order now and after each change, and completes when its payment is settled. A paid order also empties
       * its cart and is reported to analytics once. Errors with a `CallFailure` when the server refuses to show it.
       */
      watchOrder: (id: string): Observable<Order> => watchOrder(() => getOrder(id), settleOrder, timers),
    },
  };
}
