import { concatMap, distinctUntilChanged, filter, ignoreElements, map, merge, share } from 'rxjs';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import { type StateMachine, transition } from '#core/rules/basics/state-machine.ts';
import { lineId } from '#core/rules/carts/cart-lines.ts';
import { needsPaymentMethod } from '#core/rules/carts/cart-pricing.ts';
import type { CheckoutStep } from '#core/rules/orders/checkout-steps.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import type { CartActions } from '#core/storefront/carts/cart-actions.ts';
import { createStore } from '#core/storefront/kernel/store.ts';
import type { ReadableStores } from '#core/storefront/kernel/stores.ts';
import type { TokenizeFailure } from '#ports/card-tokenizer.ts';
import { type ChosenPayment, hasRenewal, usablePayment } from './chosen-payment.ts';
import type { Orders } from './order-actions.ts';

/** The state of a checkout. `ready`: the order can be reviewed and placed. */
export type CheckoutStatus = 'needs_address' | 'needs_payment' | 'ready' | 'placing' | 'complete';

type CheckoutEvent =
  | 'order_known'
  | 'payment_needed'
  | 'payment_settled'
  | 'place'
  | 'placed'
  | 'declined'
  | 'refused'
  | 'address_needed';

/** The state machine of the checkout. A wallet only provides the payment method; `place` places the order. */
export const checkoutMachine: StateMachine<CheckoutStatus, CheckoutEvent> = {
  initial: 'needs_address',
  final: ['complete'],
  transitions: {
    // A wallet may return its nonce together with the address.
    needs_address: { order_known: 'needs_payment', payment_settled: 'needs_address' },
    needs_payment: {
      order_known: 'needs_payment',
      payment_needed: 'needs_payment',
      payment_settled: 'ready',
      address_needed: 'needs_address',
    },
    ready: {
      order_known: 'ready',
      payment_needed: 'needs_payment',
      payment_settled: 'ready',
      place: 'placing',
      address_needed: 'needs_address',
    },
    placing: {
      order_known: 'placing',
      placed: 'complete',
      declined: 'needs_payment',
      refused: 'ready',
      address_needed: 'needs_address',
    },
    complete: {},
  },
};

/** Why no nonce was returned for the chosen card; a text in locales `checkout:payment.error.<code>`. */
interface CardFailure {
  readonly cardFailure: TokenizeFailure['code'];
}

/** The message at the top of the current step: a code of the checkout, or a failed call. */
export type CheckoutMessage =
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'not_completed'
  | 'reentered'
  | 'total_changed'
  | 'lines_changed'
  | 'payment_dropped'
  | 'lost'
  | CardFailure
  | CallFailure;

export interface CheckoutState {
  readonly status: CheckoutStatus;
  readonly order: Order | null;
  /** Kept only in memory, so a reload leads back to the payment step. */
  readonly payment: ChosenPayment | null;
  readonly message: CheckoutMessage | null;
}

/** The checkboxes above the order button (docs/behaviour/consumer-rights.md#consents-at-purchase). */
export interface Consents {
  readonly isWaived: boolean;
  readonly isEarlyStart: boolean;
}

/** Returns whether the order requires a payment method. */
export function isPaymentNeeded(order: Order): boolean {
  return needsPaymentMethod(
    order.amount_due,
    order.products.map((line) => line.kind),
  );
}

/** The required parts of the shop. */
interface CheckoutShop {
  readonly stores: Pick<ReadableStores, 'cart'>;
  readonly actions: Pick<CartActions, 'loadCart'> & Pick<Orders['actions'], 'placeOrder' | 'payOrder'>;
  readonly queries: Pick<Orders, 'getOrder'>;
}

/** Returns whether the order lacks an address that it needs, for example because a book was added. */
function asksForAddress({ code }: CallFailure): boolean {
  return ['ADDRESS_REQUIRED', 'INVOICE_ADDRESS_REQUIRED', 'COUNTRY_NOT_DELIVERED'].includes(code);
}

type CheckoutStore = ReturnType<typeof createCheckoutStore>;

function createCheckoutStore(initial: CheckoutState) {
  return createStore(initial, (cell) => {
    function change(changes: Partial<CheckoutState>): void {
      cell.set({ ...cell.snapshot, ...changes });
    }

    /** Performs the transition of an event. Returns false when the event is not possible in the current state. */
    function send(event: CheckoutEvent, changes: Partial<CheckoutState> = {}): boolean {
      const next = transition(checkoutMachine, cell.snapshot.status, event);
      if (next.ok) change({ ...changes, status: next.value });
      return next.ok;
    }

    /**
     * Replaces the order by the current one from the server. Its total determines whether a payment is needed and
     * whether the chosen one is still valid.
     */
    function updateOrder(order: Order): void {
      const chosen = cell.snapshot.payment;
      const payment = usablePayment(chosen, order);
      const isDropped = chosen !== null && payment === null;
      // An order that renews needs a card, whatever its amount.
      const whyDropped = hasRenewal(order) ? 'payment_dropped' : 'total_changed';
      const message = isDropped ? whyDropped : cell.snapshot.message;
      send('order_known', { order, payment, message });
      const isSettled = payment !== null || !isPaymentNeeded(order);
      send(isSettled ? 'payment_settled' : 'payment_needed');
    }

    return {
      send,
      updateOrder,
      show(message: CheckoutMessage | null): void {
        change({ message });
      },
      /** Shows why a call failed; returns to the address step if an address is missing. */
      showFailure(failure: CallFailure): void {
        if (!asksForAddress(failure) || !send('address_needed', { message: failure }))
          change({ message: failure });
      },
      choosePayment(payment: ChosenPayment): void {
        send('payment_settled', { payment, message: null });
        const { status, order } = cell.snapshot;
        // The order may have changed while a wallet was open. Express wallets pay the order created afterwards.
        if (status === 'ready' && order !== null && payment.isExpress !== true) updateOrder(order);
      },
      /** Keeps a nonce, so that a retry sends the same one while the amount is unchanged. */
      keepNonce(payment: ChosenPayment): void {
        change({ payment });
      },
    };
  });
}

/**
 * Creates the checkout of a page. While `state$` has a subscriber, changes of the cart update the order.
 * `shownStep` returns the step that the page currently shows.
 */
export function createCheckout(
  shop: CheckoutShop,
  { order, message }: Pick<CheckoutState, 'order' | 'message'>,
  shownStep: () => CheckoutStep,
) {
  const store = createCheckoutStore({ status: statusOf(order), order, payment: null, message });
  const { updateOrder, choosePayment, show, showFailure } = store;
  return {
    initial: store.initial,
    state$: merge(store.state$, followCart(shop, store, shownStep)),
    get snapshot() {
      return store.snapshot;
    },
    updateOrder,
    choosePayment,
    show,
    showFailure,
    place: (consents: Consents) => place(shop, store, consents),
  };
}

function statusOf(order: Order | null): CheckoutStatus {
  if (order === null) return 'needs_address';
  return isPaymentNeeded(order) ? 'needs_payment' : 'ready';
}

/** Returns a text that is equal for carts with the same lines and recipients, in any order. */
function linesOf(lines: readonly RequestedLine[]): string {
  return lines
    .map((line) => `${lineId(line)} ${line.quantity}`)
    .sort()
    .join('\n');
}

function contentOf(cart: Cart): string {
  return `${linesOf(cart.products)}\n${cart.code ?? ''} ${cart.credit}`;
}

/**
 * Updates the order when the cart changes during the payment or review step, for example by a coupon or in another tab.
 * The review then shows a message.
 */
function followCart({ actions, stores }: CheckoutShop, store: CheckoutStore, shownStep: () => CheckoutStep) {
  async function follow(cart: Cart): Promise<void> {
    const { order } = store.snapshot;
    if (order === null || shownStep() === 'address') return;
    const response = await actions.placeOrder({
      email: order.email,
      giftPdfProductIds: cart.products
        .filter((line) => line.custom_properties.is_gift_pdf === true)
        .map((line) => line.product_id),
    });
    if (!response.ok) {
      store.showFailure(response.error);
      return;
    }
    store.updateOrder(response.value);
    // The message about the removed payment is more important than the changed amount.
    if (shownStep() !== 'review' || store.snapshot.message === 'payment_dropped') return;
    const isSameAmount = response.value.amount_due === order.amount_due;
    store.show(isSameAmount ? 'lines_changed' : 'total_changed');
  }

  /** Returns whether the lines of the cart differ from those of the order. */
  function isAhead(cart: Cart): boolean {
    const { order } = store.snapshot;
    if (order === null) return false;
    const ordered = order.products.map((line) => ({ ...line, product_id: line.id }));
    return linesOf(ordered) !== linesOf(cart.products);
  }

  return stores.cart.state$.pipe(
    filter(({ status, cart }) => status === 'ready' && cart.products.length > 0),
    map(({ cart }) => cart),
    distinctUntilChanged((one, other) => contentOf(one) === contentOf(other)),
    filter((cart, index) => index > 0 || isAhead(cart)),
    concatMap(follow),
    ignoreElements(),
    share(),
  );
}

/** Failures after which the same card can be tried again, so that the review step stays. */
const repeatable: readonly TokenizeFailure['code'][] = [
  'VERIFICATION_CANCELLED',
  'NETWORK',
  'TIMED_OUT',
  'RATE_LIMITED',
  'IN_PROGRESS',
];

/**
 * Places the order: verifies a card with its bank, then charges. Returns true when the order is paid or its payment is
 * still in progress. Otherwise the state contains a message, and the shopper can continue.
 */
async function place(shop: CheckoutShop, store: CheckoutStore, consents: Consents): Promise<boolean> {
  const { order } = store.snapshot;
  if (order === null || !store.send('place', { message: null })) return false;
  const verified = await verifyCard(store, order);
  if (!verified.ok) {
    const message = { cardFailure: verified.error.code };
    if (repeatable.includes(verified.error.code)) store.send('refused', { message });
    else store.send('declined', { payment: null, message });
    return false;
  }
  // During the verification the cart may have changed so that the address is requested again.
  return store.snapshot.status === 'placing' && charge(shop, store, order, verified.value, consents);
}

/** Returns the payment with a nonce for the order's amount; the card is verified first if necessary. */
async function verifyCard(
  store: CheckoutStore,
  order: Order,
): Promise<Result<ChosenPayment | null, TokenizeFailure>> {
  const { payment } = store.snapshot;
  const isVerified = payment?.verifiedAmount === order.amount_due;
  if (payment?.card === undefined || isVerified || !isPaymentNeeded(order)) return ok(payment);
  const nonce = await payment.card.verify(order);
  if (!nonce.ok) return nonce;
  const verified = { ...payment, nonce: nonce.value, verifiedAmount: order.amount_due };
  store.keepNonce(verified);
  return ok(verified);
}

async function charge(
  shop: CheckoutShop,
  store: CheckoutStore,
  order: Order,
  payment: ChosenPayment | null,
  { isWaived, isEarlyStart }: Consents,
): Promise<boolean> {
  const response = await shop.actions.payOrder({
    order_id: order.id,
    nonce: payment?.nonce?.nonce ?? null,
    provider: payment?.provider === '' ? undefined : payment?.provider,
    expected_total: order.amount_due,
    waiver_accepted: isWaived,
    early_start_requested: isEarlyStart,
    save_payment_method: payment?.isKept === true,
    device_data: payment?.nonce?.device_data ?? null,
    ...(payment?.billing ? { billing_address: payment.billing } : {}),
  });
  const message = response.ok ? null : await whyNotPlaced(shop, store, order.id, response.error);
  if (message === null) store.send('placed');
  else if (typeof message === 'object' && asksForAddress(message)) store.showFailure(message);
  // A nonce can be used only once, so after a decline the payment has to be chosen again.
  else if (message === 'declined' || isTransferRefused(message) || isPaymentMissing(store))
    store.send('declined', { payment: null, message });
  else store.send('refused', { message });
  return message === null;
}

type PlaceMessage = 'declined' | 'total_changed' | 'lost' | CallFailure;

/** Returns whether the message concerns only bank transfers, so that other payment methods still work. */
function isTransferRefused(message: PlaceMessage): boolean {
  return typeof message === 'object' && message.code === 'TOO_MANY_OPEN_TRANSFERS';
}

/** Returns whether the current order needs a payment and none is chosen. */
function isPaymentMissing({ snapshot: { order, payment } }: CheckoutStore): boolean {
  return payment === null && order !== null && isPaymentNeeded(order);
}

/** Returns the message for a failed payment; null when the order is placed nevertheless. */
async function whyNotPlaced(
  { actions, queries }: CheckoutShop,
  store: CheckoutStore,
  orderId: string,
  failure: CallFailure,
): Promise<PlaceMessage | null> {
  /** Loads the current order from the server: it may have new prices, or be paid already. */
  async function readOrder(): Promise<Order | null> {
    const response = await queries.getOrder(orderId);
    if (response.ok) store.updateOrder(response.value);
    return response.ok ? response.value : null;
  }

  switch (failure.code) {
    case 'PAYMENT_DECLINED':
    case 'PAYMENT_METHOD_REQUIRED':
    case 'PAYMENT_PROVIDER_INACTIVE':
      return 'declined';
    case 'TOTAL_CHANGED':
      await Promise.all([readOrder(), actions.loadCart()]);
      return 'total_changed';
    case 'ORDER_BUSY':
      return null;
    case 'ORDER_CLOSED': {
      const now = await readOrder();
      return now !== null && !isOpen(now.state) ? null : failure;
    }
    // The response was lost. A retry with the same nonce is the same payment attempt, so it is safe.
    case 'NETWORK':
    case 'UNREADABLE_ANSWER':
      return 'lost';
    default:
      return failure;
  }
}
