import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import { needsPaymentMethod } from '#core/rules/cart-pricing.ts';
import type { CheckoutStep } from '#core/rules/checkout.ts';
import { parseCheckoutStep, reachableStep } from '#core/rules/checkout.ts';
import type { PaymentNonce } from '#core/rules/payment.ts';

/** What the open step says at its head. */
export type CheckoutMessage = 'declined' | 'reentered' | 'total_changed' | 'lost' | { readonly text: string };

/** How the shopper pays. `nonce` is null when nothing is due; `billing` is null when it is the delivery address. */
export interface ChosenPayment {
  readonly nonce: PaymentNonce | null;
  readonly billing: PostalAddress | null;
  /** Whether the shopper wants the card kept for the next purchase. */
  readonly is_kept?: boolean;
}

export interface Checkout {
  readonly step: CheckoutStep;
  /** The step in the address cannot be shown yet; `step` is the one that can. */
  readonly isUnreachable: boolean;
  readonly order: Order | null;
  readonly payment: ChosenPayment | null;
  readonly needsPayment: boolean;
  readonly message: CheckoutMessage | null;
  say(message: CheckoutMessage | null): void;
  updateOrder(order: Order): void;
  /** Address and e-mail are known to the host and the order stands. */
  finishAddress(order: Order): void;
  finishPayment(payment: ChosenPayment): void;
  /** Back to the payment with fresh fields: a nonce is used once. */
  dropPayment(message: CheckoutMessage): void;
  goTo(step: CheckoutStep): void;
  /** Leads from an address that cannot be shown to the step that can. */
  settle(): void;
}

/**
 * What the steps share: the order, the chosen payment and where one is. The step stands in the address, so Back works;
 * the payment lives in this document only, so a reload leads back to it.
 */
export function useCheckout(initialOrder: Order | null): Checkout {
  const [query] = useSearchParams();
  const [order, setOrder] = useState(initialOrder);
  const [payment, setPayment] = useState<ChosenPayment | null>(null);
  const [message, setMessage] = useState<CheckoutMessage | null>(
    query.get('card') === 'again' ? 'reentered' : null,
  );
  const goTo = useGoTo();

  const needsPayment =
    order !== null &&
    needsPaymentMethod(
      order.amount_due,
      order.products.map((line) => line.kind),
    );
  const wanted = parseCheckoutStep(query.get('dialog'));
  const step = reachableStep(wanted, {
    has_order: order !== null,
    has_payment: payment !== null || (order !== null && !needsPayment),
  });

  return {
    step,
    isUnreachable: step !== wanted,
    order,
    payment,
    needsPayment,
    message,
    say: setMessage,
    updateOrder: setOrder,
    finishAddress(placed) {
      setOrder(placed);
      setMessage(null);
      goTo('payment', placed.id);
    },
    finishPayment(chosen) {
      setPayment(chosen);
      setMessage(null);
      goTo('review', order?.id);
    },
    dropPayment(reason) {
      setPayment(null);
      setMessage(reason);
      goTo('payment', order?.id, { replace: true });
    },
    goTo(next) {
      setMessage(null);
      goTo(next, order?.id);
    },
    settle() {
      // A decline has led here as well, and has said why.
      setMessage((said) => said ?? (wanted === 'review' ? 'reentered' : null));
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
