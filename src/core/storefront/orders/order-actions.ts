import type { Observable } from 'rxjs';
import type { PostalAddress, TypedContact } from '#core/model/address.ts';
import type { BoughtGift, GiftChange } from '#core/model/gift.ts';
import type { Order, OrderDocument } from '#core/model/order.ts';
import type { CardProviders, PaymentProvider } from '#core/model/payment.ts';
import { isOutage, mapResult, ok } from '#core/rules/basics/result.ts';
import { isOpen, isSettling, orderTemplateOf } from '#core/rules/orders/order-states.ts';
import { toTrackedItem, trackedValue } from '#core/rules/tracking/analytics-events.ts';
import type { CartActions, CartChanges } from '#core/storefront/carts/cart-actions.ts';
import type { LocalCartRepository } from '#core/storefront/carts/local-cart-repository.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { ReadAttribution } from '#core/storefront/tracking/read-attribution.ts';
import type { Timers } from '#ports/clock.ts';
import { createPlacedOrders, keepOrderToken, type PlacedOrders, readOrderToken } from './placed-orders.ts';
import { createSettleOrder } from './settle-order.ts';
import { createTypedContact } from './typed-contact.ts';
import { watchOrder } from './watch-order.ts';

export interface StartedPayment {
  /** Client token of the payment provider; null when nothing is due, or if only bank transfer is available. */
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  /** Nonce for payment by bank transfer; null when the shop does not offer it. */
  readonly transfer_nonce: string | null;
  /** The card providers in the shop's order; a token is null if its provider cannot be reached. */
  readonly providers: CardProviders;
  /** The providers with payment pages for this order, each with its nonce, in the shop's order. */
  readonly pages: readonly { readonly name: PaymentProvider; readonly nonce: string }[];
  readonly order: Order;
}

export interface StartedWallets {
  readonly client_token: string;
  readonly provider: PaymentProvider;
}

/** The data of one payment attempt. */
export interface PaymentRequest {
  readonly order_id: string;
  /** Null only when nothing is due. */
  readonly nonce: string | null;
  /** The provider of the nonce; absent if it makes no difference. */
  readonly provider?: PaymentProvider | undefined;
  /** The `amount_due` that was shown to the shopper, in cents. */
  readonly expected_total: number;
  readonly waiver_accepted: boolean;
  /** The buyer requests that a membership or subscription begins before the withdrawal period is over. */
  readonly early_start_requested?: boolean;
  readonly save_payment_method: boolean;
  /** Device data of the provider, for its fraud protection; null when the provider collects none. */
  readonly device_data?: string | null;
  readonly billing_address?: PostalAddress;
}

/** Delays before a payment without a response is sent again, in milliseconds. */
const paymentPauses = [1000, 3000];

/** Returns the body of the call that charges an order. */
function toCheckout(payment: PaymentRequest) {
  return {
    id: payment.order_id,
    payment_method_nonce: payment.nonce,
    provider: payment.provider,
    expected_total: payment.expected_total,
    waiver_accepted: payment.waiver_accepted,
    early_start_requested: payment.early_start_requested === true,
    save_payment_method: payment.save_payment_method,
    billing_address: payment.billing_address,
    device_data: payment.device_data ?? null,
  };
}

function wait(timers: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.schedule(milliseconds, resolve);
  });
}

/** Creates the actions for orders of guests by mailed link. */
function createOrderLinks({ shopApi, cookies }: StorefrontContext, placedOrders: PlacedOrders) {
  return {
    /**
     * Opens an order with the token of its link and stores the token, so that this browser can access the order as its
     * buyer. The purchase is not tracked again.
     */
    async openOrder(id: string, orderToken: string): ApiResult<Order> {
      const response = await shopApi.getOrder({ params: { id }, orderToken });
      if (!response.ok) return response;
      keepOrderToken(cookies, id, orderToken);
      if (placedOrders.find(id) === null) placedOrders.keep({ order_id: id, cart_id: '', is_settled: true });
      return response;
    },
    /** Mails the link to an order; the response does not reveal whether the order exists. */
    requestOrderLink: (query: { readonly code: string; readonly email: string }): ApiResult<null> =>
      shopApi.requestOrderLink({ body: query }),
  };
}

function createStartWallets({ shopApi }: StorefrontContext, { ensureCartId }: CartChanges) {
  /** Returns a client token for wallets that are offered before the address step. A guest's cart is stored first. */
  return async (provider?: PaymentProvider): ApiResult<StartedWallets> => {
    const cartId = await ensureCartId();
    if (!cartId.ok) return cartId;
    const named = provider === undefined ? {} : { provider };
    return shopApi.openWallets({ body: { bundle_cart_unique_id: cartId.value, ...named } });
  };
}

/** Creates the actions for payments that require an action of the buyer at the bank or provider. */
function createPaymentActions(
  { shopApi, cookies, stores: { cart, session } }: StorefrontContext,
  placedOrders: PlacedOrders,
  getOrder: (id: string) => ApiResult<Order>,
  settleOrder: (order: Order) => Promise<void>,
) {
  return {
    /**
     * Returns the order of the cart if it is paid, if a guest has chosen bank transfer for it, or if its payment is in
     * progress; otherwise null. For buyers who left and start the checkout again. Also settles the order in this
     * browser.
     */
    async findStartedOrder(): Promise<Order | null> {
      const placed = placedOrders.findOpenOf(cart.snapshot.cart.bundle_cart_unique_id);
      const response = placed === null ? null : await getOrder(placed.order_id);
      if (!response?.ok) return null;
      const { state } = response.value;
      // A learner's cart keeps its id, so its present content may be for another order.
      const isPromised = state === 'awaiting_payment' && session.snapshot.status === 'guest';
      if (state !== 'paid' && !isSettling(state) && !isPromised) return null;
      await settleOrder(response.value);
      return response.value;
    },
    /** Returns whether the order's action was already started on the bank's page in this browser. */
    hasBegunAction: ({ id, payment_action }: Order): boolean =>
      payment_action !== undefined && placedOrders.find(id)?.begun_action === payment_action.expires_at,
    /**
     * Checks the outcome of the buyer's action with the payment provider, or cancels the action so that the order can
     * be paid in another way. Returns the current order.
     */
    async continuePayment(id: string, step: 'check' | 'return' | 'cancel'): ApiResult<Order> {
      const response = await shopApi.continuePayment({
        params: { id },
        body: { step },
        orderToken: readOrderToken(cookies, id),
      });
      if (response.ok) await settleOrder(response.value);
      return response;
    },
    /**
     * Returns whether the page must start the order's action by itself: a redirect only once in this browser, so that
     * the Back button does not lead there again; an action in the page after every reload.
     */
    async beginAction({ id, payment_action }: Order): ApiResult<boolean> {
      if (payment_action === undefined) return ok(false);
      if (payment_action.action.kind === 'in_page') return ok(true);
      const placed = placedOrders.find(id);
      if (placed === null || placed.begun_action === payment_action.expires_at) return ok(false);
      placedOrders.keep({ ...placed, begun_action: payment_action.expires_at });
      return ok(true);
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;

/**
 * Creates a function that settles the order of a guest's cart if its payment ended without this browser noticing. It
 * returns whether the cart may be merged into the learner's cart: not while it may have been paid.
 */
function createSettleGuestCart(
  { stores: { session } }: StorefrontContext,
  localCart: LocalCartRepository,
  placedOrders: PlacedOrders,
  getOrder: (id: string) => ApiResult<Order>,
  settleOrder: (order: Order) => Promise<void>,
) {
  return async (): Promise<boolean> => {
    const cartId = localCart.readGuestCart()?.cart.bundle_cart_unique_id ?? null;
    const placed = placedOrders.findOpenOf(cartId);
    if (placed === null || session.snapshot.status === 'guest') return true;
    const response = await getOrder(placed.order_id);
    if (!response.ok) return !isOutage(response.error);
    await settleOrder(response.value);
    return !isSettling(response.value.state);
  };
}

/** Creates the calls for the gifts of an order; only its buyer may make them. */
function createOrderGifts(
  { shopApi }: StorefrontContext,
  proofOf: (id: string) => { readonly orderToken: string | null },
) {
  return {
    /** Returns the gifts of an order with their states. */
    list: (id: string): ApiResult<readonly BoughtGift[]> =>
      shopApi.listOrderGifts({ params: { id }, ...proofOf(id) }),
    /** Changes the delivery of a gift; returns all gifts of its order. */
    change: (
      { order_id, id }: Pick<BoughtGift, 'order_id' | 'id'>,
      change: GiftChange,
    ): ApiResult<readonly BoughtGift[]> =>
      shopApi.changeGift({ params: { id: order_id, gift: id }, body: change, ...proofOf(order_id) }),
  };
}

/**
 * Creates the actions for orders and their payment. A guest is identified by the order token, a learner by
 * the session.
 */
export function createOrders(
  context: StorefrontContext,
  localCart: LocalCartRepository,
  cartChanges: CartChanges,
  { loadCart }: CartActions,
  readAttribution: ReadAttribution,
) {
  const { shopApi, analytics, cookies, tabLock, timers } = context;
  const { cart, session } = context.stores;
  const placedOrders = createPlacedOrders(context.localStorage);
  const typedContact = createTypedContact(context.sessionStorage);
  const settleOrder = createSettleOrder(context, localCart, placedOrders, loadCart, cartChanges.announce);

  const proofOf = (id: string) => ({ orderToken: readOrderToken(cookies, id) });
  const getOrder = (id: string): ApiResult<Order> => shopApi.getOrder({ params: { id }, ...proofOf(id) });

  /**
   * Sends the payment. While the outcome is not known, it is sent again with the same nonce, which never
   * charges twice. If no response arrives, the outcome is read from the state of the order.
   */
  async function send(payment: PaymentRequest): ApiResult<Order> {
    const request = { body: toCheckout(payment), ...proofOf(payment.order_id) };
    let response = await shopApi.checkOutOrder(request);
    for (const pause of paymentPauses) {
      if (response.ok || !isOutage(response.error)) return response;
      await wait(timers, pause);
      response = await shopApi.checkOutOrder(request);
    }
    if (response.ok || !isOutage(response.error)) return response;
    const known = await getOrder(payment.order_id);
    return known.ok && !isOpen(known.value.state) ? known : response;
  }

  const gifts = createOrderGifts(context, proofOf);

  return {
    /** Returns an order; only its buyer may read it. */
    getOrder,
    settleGuestCart: createSettleGuestCart(context, localCart, placedOrders, getOrder, settleOrder),
    /** Returns the PDFs of an order, for its buyer only. */
    listOrderDocuments: (id: string): ApiResult<readonly OrderDocument[]> =>
      shopApi.listOrderDocuments({ params: { id }, ...proofOf(id) }),
    listOrderGifts: gifts.list,
    actions: {
      changeGift: gifts.change,
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
            email: session.snapshot.status === 'guest' ? email : session.snapshot.learner.email,
            template: orderTemplateOf(products.map(({ product_data }) => product_data.kind)),
            products: products.map(({ product_id }) => ({
              product_id,
              is_gift_pdf: giftPdfProductIds.includes(product_id),
            })),
            ...readAttribution(products),
          },
        });
        if (!response.ok) return response;
        const { item: order, order_token } = response.value;
        if (order_token !== undefined) keepOrderToken(cookies, order.id, order_token);
        const isNew = await tabLock.runAlone('placed_orders', async () => {
          if (placedOrders.find(order.id)?.cart_id === cartId.value) return false;
          placedOrders.keep({ order_id: order.id, cart_id: cartId.value, is_settled: false });
          return true;
        });
        if (isNew) {
          const items = products.map(toTrackedItem);
          analytics.track({ name: 'begin_checkout', items, value: trackedValue(items) });
        }
        return ok(order);
      },
      /**
       * Returns what a guest has typed in this tab, or null. Never fails; asynchronous, because its code is loaded
       * later.
       */
      readTypedContact: async (): ApiResult<TypedContact | null> => ok(typedContact.read()),
      keepTypedContact: typedContact.keep,
      ...createOrderLinks(context, placedOrders),
      startWallets: createStartWallets(context, cartChanges),
      /** Returns the client token for the payment step, and the order with current prices. */
      async startPayment(id: string): ApiResult<StartedPayment> {
        const response = await shopApi.verifyOrder({ body: { id }, ...proofOf(id) });
        return mapResult(response, ({ item, ...payment }) => ({ ...payment, order: item }));
      },
      /**
       * Charges an order. An order in state `charging`, `unknown` or `awaiting_payment` counts as success;
       * `watchOrder` emits its outcome. Fails with `TOTAL_CHANGED` when the price has changed, with
       * `PAYMENT_DECLINED` after a decline.
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
      ...createPaymentActions(context, placedOrders, getOrder, settleOrder),
      /**
       * Returns a stream that emits the order now and after each change, and completes when its payment is
       * settled. When the order is paid, the cart is emptied and the purchase reported to analytics, once.
       * Errors with a `CallFailure` when the server refuses to show the order.
       */
      watchOrder: (id: string): Observable<Order> => watchOrder(() => getOrder(id), settleOrder, timers),
    },
  };
}
