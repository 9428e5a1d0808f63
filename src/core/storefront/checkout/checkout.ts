import { concatMap, distinctUntilChanged, filter, ignoreElements, map, merge, share } from 'rxjs';
import type { PostalAddress } from '#core/model/address.ts';
import type { Cart, RequestedLine } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import { lineId } from '#core/rules/cart-lines.ts';
import { needsPaymentMethod } from '#core/rules/cart-pricing.ts';
import type { CheckoutStep } from '#core/rules/checkout.ts';
import { isOpen } from '#core/rules/order.ts';
import type { PaymentNonce } from '#core/rules/payment.ts';
import type { CallFailure } from '#core/rules/result.ts';
import type { StateMachine } from '#core/rules/state-machine.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { createStore } from '#core/storefront/store.ts';

/** How far a checkout is. `ready` means that it can be reviewed and ordered. */
export type CheckoutStatus = 'needs_address' | 'needs_payment' | 'ready' | 'placing' | 'complete';

/** What can happen in a checkout. */
type CheckoutEvent =
  | 'order_known'
  | 'payment_needed'
  | 'payment_settled'
  | 'place'
  | 'placed'
  | 'declined'
  | 'refused';

/** The way through the checkout. A wallet chooses a payment; only `place` orders. */
export const checkoutMachine: StateMachine<CheckoutStatus, CheckoutEvent> = {
  initial: 'needs_address',
  final: ['complete'],
  transitions: {
    needs_address: { order_known: 'needs_payment' },
    needs_payment: {
      order_known: 'needs_payment',
      payment_needed: 'needs_payment',
      payment_settled: 'ready',
    },
    ready: {
      order_known: 'ready',
      payment_needed: 'needs_payment',
      payment_settled: 'ready',
      place: 'placing',
    },
    placing: { order_known: 'placing', placed: 'complete', declined: 'needs_payment', refused: 'ready' },
    complete: {},
  },
};

/** What the open step shows at its head: one of its own messages, or why a call failed. */
export type CheckoutMessage =
  | 'declined'
  | 'reentered'
  | 'total_changed'
  | 'lines_changed'
  | 'lost'
  | CallFailure;

/** How the shopper pays. `nonce` is null when nothing is due; `billing` is null when it is the delivery address. */
export interface ChosenPayment {
  readonly nonce: PaymentNonce | null;
  readonly billing: PostalAddress | null;
  /** Whether the shopper wants the card kept for the next purchase. */
  readonly is_kept?: boolean;
}

export interface CheckoutState {
  readonly status: CheckoutStatus;
  readonly order: Order | null;
  /** Kept in this document only, so a reload leads back to the payment. */
  readonly payment: ChosenPayment | null;
  readonly message: CheckoutMessage | null;
}

/** What the shopper has ticked at the order button (docs/behaviour/consumer-rights.md#consents-at-purchase). */
export interface Consents {
  readonly isWaived: boolean;
  readonly isEarlyStart: boolean;
}

/** Whether an order can be placed only with a payment method. */
export function isPaymentNeeded(order: Order): boolean {
  return needsPaymentMethod(
    order.amount_due,
    order.products.map((line) => line.kind),
  );
}

type CheckoutShop = Pick<Shop, 'actions' | 'queries' | 'stores'>;

type CheckoutStore = ReturnType<typeof createCheckoutStore>;

function createCheckoutStore(initial: CheckoutState) {
  return createStore(initial, (cell) => {
    function change(changes: Partial<CheckoutState>): void {
      cell.set({ ...cell.snapshot, ...changes });
    }

    /** Moves to where an event leads. Returns whether it can happen now. */
    function send(event: CheckoutEvent, changes: Partial<CheckoutState> = {}): boolean {
      const next = transition(checkoutMachine, cell.snapshot.status, event);
      if (next.ok) change({ ...changes, status: next.value });
      return next.ok;
    }

    /** The order as the server has it now; its total decides whether a payment is needed. */
    function updateOrder(order: Order): void {
      send('order_known', { order });
      const isSettled = cell.snapshot.payment !== null || !isPaymentNeeded(order);
      send(isSettled ? 'payment_settled' : 'payment_needed');
    }

    return {
      send,
      updateOrder,
      show(message: CheckoutMessage | null): void {
        change({ message });
      },
      choosePayment(payment: ChosenPayment): void {
        send('payment_settled', { payment, message: null });
      },
    };
  });
}

/**
 * One checkout of a page: its order, its payment, and placing it. Whoever watches `state$` also has the order follow the
 * cart. `shownStep` returns the step that the page shows at the moment.
 */
export function createCheckout(
  shop: CheckoutShop,
  { order, message }: Pick<CheckoutState, 'order' | 'message'>,
  shownStep: () => CheckoutStep,
) {
  const store = createCheckoutStore({ status: statusOf(order), order, payment: null, message });
  const { updateOrder, choosePayment, show } = store;
  return {
    initial: store.initial,
    state$: merge(store.state$, followCart(shop, store, shownStep)),
    get snapshot() {
      return store.snapshot;
    },
    updateOrder,
    choosePayment,
    show,
    place: (consents: Consents) => place(shop, store, consents),
  };
}

function statusOf(order: Order | null): CheckoutStatus {
  if (order === null) return 'needs_address';
  return isPaymentNeeded(order) ? 'needs_payment' : 'ready';
}

/** Lines with their recipients, in any order. */
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
 * Brings the order up to date when the cart changes while it is being paid for: a code was used here, or another tab
 * added something. The review then says so, because it shows other sums than before.
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
      store.show(response.error);
      return;
    }
    store.updateOrder(response.value);
    const isSameAmount = response.value.amount_due === order.amount_due;
    if (shownStep() === 'review') store.show(isSameAmount ? 'lines_changed' : 'total_changed');
  }

  /** Whether the cart had changed before this page was loaded. */
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

/**
 * Orders, which charges. Returns true when the order has left the shopper's hands: paid, or its payment is being looked
 * into. Otherwise the message says why, and the checkout stands where one can go on.
 */
async function place(
  shop: CheckoutShop,
  store: CheckoutStore,
  { isWaived, isEarlyStart }: Consents,
): Promise<boolean> {
  const { order, payment } = store.snapshot;
  if (order === null || !store.send('place', { message: null })) return false;
  const response = await shop.actions.payOrder({
    order_id: order.id,
    nonce: payment?.nonce?.nonce ?? null,
    expected_total: order.amount_due,
    waiver_accepted: isWaived,
    early_start_requested: isEarlyStart,
    save_payment_method: payment?.is_kept === true,
    device_data: payment?.nonce?.device_data ?? null,
    ...(payment?.billing ? { billing_address: payment.billing } : {}),
  });
  const message = response.ok ? null : await whyNotPlaced(shop, store, order.id, response.error);
  if (message === null) store.send('placed');
  // A nonce is used once, so a declined payment is chosen again.
  else if (message === 'declined') store.send('declined', { payment: null, message });
  else store.send('refused', { message });
  return message === null;
}

/** Null when the order is placed all the same. */
async function whyNotPlaced(
  { actions, queries }: CheckoutShop,
  store: CheckoutStore,
  orderId: string,
  failure: CallFailure,
): Promise<CheckoutMessage | null> {
  /** The order as the server has it now: its prices, or that it is paid already. */
  async function readOrder(): Promise<Order | null> {
    const response = await queries.getOrder(orderId);
    if (response.ok) store.updateOrder(response.value);
    return response.ok ? response.value : null;
  }

  switch (failure.code) {
    case 'PAYMENT_DECLINED':
    case 'PAYMENT_METHOD_REQUIRED':
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
    // The response got lost on its way; the same nonce is the same payment attempt, so pressing again is safe.
    case 'NETWORK':
    case 'UNREADABLE_ANSWER':
      return 'lost';
    default:
      return failure;
  }
}
