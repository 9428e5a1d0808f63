import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Order } from '#core/model/order.ts';
import type { CheckoutStep } from '#core/rules/checkout.ts';
import { parseCheckoutStep, reachableStep } from '#core/rules/checkout.ts';
import type {
  CheckoutMessage,
  CheckoutState,
  ChosenPayment,
  Consents,
} from '#core/storefront/checkout/checkout.ts';
import { createCheckout, isPaymentNeeded } from '#core/storefront/checkout/checkout.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

export interface Checkout extends Pick<CheckoutState, 'order' | 'payment' | 'message'> {
  readonly step: CheckoutStep;
  /** The step in the address cannot be shown yet; `step` is the one that can. */
  readonly isUnreachable: boolean;
  readonly needsPayment: boolean;
  show(message: CheckoutMessage | null): void;
  updateOrder(order: Order): void;
  /** Address and e-mail are known to the server and the order stands. */
  finishAddress(order: Order): void;
  finishPayment(payment: ChosenPayment): void;
  /** Orders, which charges. Returns whether the order has left the shopper's hands. */
  place(consents: Consents): Promise<boolean>;
  goTo(step: CheckoutStep): void;
  /** Leads from an address that cannot be shown to the step that can. */
  settle(): void;
}

/** The step that the address names. */
function addressedStep(): CheckoutStep {
  return parseCheckoutStep(new URLSearchParams(window.location.search).get('dialog'));
}

/** The checkout of this page, and its steps: the step stands in the address, so Back works. */
export function useCheckout(initialOrder: Order | null): Checkout {
  const shop = useShop();
  const [query] = useSearchParams();
  const [checkout] = useState(() =>
    createCheckout(
      shop,
      { order: initialOrder, message: query.get('card') === 'again' ? 'reentered' : null },
      addressedStep,
    ),
  );
  const { status, order, payment, message } = useStore(checkout, (state) => state);
  const goTo = useGoTo();

  const wanted = parseCheckoutStep(query.get('dialog'));
  const step = reachableStep(wanted, {
    has_order: status !== 'needs_address',
    has_payment: status !== 'needs_address' && status !== 'needs_payment',
  });

  return {
    step,
    isUnreachable: step !== wanted,
    order,
    payment,
    needsPayment: order !== null && isPaymentNeeded(order),
    message,
    show: checkout.show,
    updateOrder: checkout.updateOrder,
    finishAddress(placed) {
      checkout.updateOrder(placed);
      checkout.show(null);
      goTo('payment', placed.id);
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
      // A decline has led here as well, and its message stays.
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
