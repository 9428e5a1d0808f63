import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import type { Cents } from '#core/model/values.ts';
import {
  type CheckoutStep,
  failedPayments,
  parseCheckoutStep,
  reachableStep,
} from '#core/rules/orders/checkout-steps.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import {
  type CheckoutMessage,
  type CheckoutState,
  type Consents,
  createCheckout,
  isPaymentNeeded,
} from '#core/storefront/orders/checkout.ts';
import type { ChosenPayment } from '#core/storefront/orders/chosen-payment.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

export interface Checkout extends Pick<CheckoutState, 'order' | 'payment' | 'message'> {
  /** The cart of the browser; until that is loaded, the cart known to the server, or null. */
  readonly cart: Cart | null;
  /** Whether the cart was loaded in the browser; its prices may differ before. */
  readonly isCartRead: boolean;
  readonly step: CheckoutStep;
  /** Whether the step in the address is not reachable yet; `step` is shown instead. */
  readonly isUnreachable: boolean;
  readonly needsPayment: boolean;
  /** Whether the fields of the chosen card may still be needed to create a nonce. */
  readonly needsCardFields: boolean;
  show(message: CheckoutMessage | null): void;
  updateOrder(order: Order): void;
  /** Continues after the server has saved the address and created the order. */
  finishAddress(order: Order): void;
  /** Stores a wallet's approval of an amount, given before the address step is complete. */
  takeApproval(nonce: PaymentNonce, amount: Cents): void;
  finishPayment(payment: ChosenPayment): void;
  /** Places the order, which charges it. Resolves to true if it is paid or its payment is processing. */
  place(consents: Consents): Promise<boolean>;
  goTo(step: CheckoutStep): void;
  /** Replaces an unreachable step in the address by the shown one. */
  settle(): void;
}

/** Returns the step in the address. */
function addressedStep(): CheckoutStep {
  return parseCheckoutStep(new URLSearchParams(window.location.search).get('dialog'));
}

/** Returns the message that explains why the payment step is shown again. */
function messageOf(payment: string | null): CheckoutMessage | null {
  if (payment === 'again') return 'reentered';
  return failedPayments.find((failed) => failed === payment) ?? null;
}

/** The state of the checkout. The step is in the address, so that the back button works. */
export function useCheckout(
  initialOrder: Order | null,
  initialCart: Cart | null,
  completePath: (orderId: string) => string,
): Checkout {
  const shop = useShop();
  const [query] = useSearchParams();
  const [checkout] = useState(() =>
    createCheckout(shop, { order: initialOrder, message: messageOf(query.get('payment')) }, addressedStep),
  );
  const { status, order, payment, message } = useStore(checkout, (state) => state);
  const shown = useStore(shop.stores.cart, (state) => state);
  const isCartRead = shown.status !== 'loading';
  const goTo = useGoTo();

  const wanted = parseCheckoutStep(query.get('dialog'));
  const step = reachableStep(wanted, {
    hasOrder: status !== 'needs_address',
    hasPayment: status !== 'needs_address' && status !== 'needs_payment',
  });

  const navigate = useNavigate();
  const leaveFor = useEffectEvent(({ id }: Order) => void navigate(completePath(id), { replace: true }));
  const isBegun = isCartRead && initialOrder === null;
  // Finds an order in progress: a buyer who closed the tab while paying might otherwise buy twice.
  useEffect(() => {
    if (isBegun)
      void shop.actions.findStartedOrder().then((started) => started !== null && leaveFor(started));
  }, [isBegun, shop]);

  const { viewCheckoutStep } = shop.actions;
  useEffect(() => {
    viewCheckoutStep(step);
  }, [step, viewCheckoutStep]);

  return {
    step,
    isUnreachable: step !== wanted,
    cart: isCartRead ? shown.cart : initialCart,
    isCartRead,
    order,
    payment,
    needsCardFields: payment?.card !== undefined && status !== 'complete',
    needsPayment: order !== null && isPaymentNeeded(order),
    message,
    show: checkout.show,
    updateOrder: checkout.updateOrder,
    finishAddress(placed) {
      // The order is being paid in another tab.
      if (!isOpen(placed.state)) return void navigate(completePath(placed.id), { replace: true });
      checkout.show(null);
      checkout.updateOrder(placed);
      const isApproved = checkout.snapshot.payment?.isExpress === true && isPaymentNeeded(placed);
      goTo(isApproved ? 'review' : 'payment', placed.id);
    },
    takeApproval(nonce, amount) {
      const { wallet_provider: provider } = shop.initialState.payment;
      const isFinal = !shown.cart.products.some((line) => line.product_data.is_shipped);
      const approved = isFinal ? { approvedAmount: amount } : {};
      checkout.choosePayment({ nonce, provider, billing: null, isExpress: true, ...approved });
    },
    finishPayment(chosen) {
      checkout.choosePayment(chosen);
      goTo('review', order?.id);
    },
    async place(consents) {
      const isPlaced = await checkout.place(consents);
      if (checkout.snapshot.status === 'needs_payment') goTo('payment', order?.id, { replace: true });
      return isPlaced;
    },
    goTo(next) {
      checkout.show(null);
      goTo(next, order?.id);
    },
    settle() {
      // Keeps the message of a decline.
      checkout.show(checkout.snapshot.message ?? (wanted === 'review' ? 'reentered' : null));
      goTo(step, order?.id, { replace: true });
    },
  };
}

function useGoTo() {
  const navigate = useNavigate();
  return useCallback(
    (step: CheckoutStep, orderId: string | undefined, options: { readonly replace?: boolean } = {}) => {
      const query = new URLSearchParams({ dialog: step });
      if (orderId !== undefined) query.set('order', orderId);
      void navigate(`?${query}`, { ...options, preventScrollReset: true });
    },
    [navigate],
  );
}
