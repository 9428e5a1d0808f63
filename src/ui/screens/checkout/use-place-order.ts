import type { Order } from '#core/model/order.ts';
import { isOpen } from '#core/rules/order.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import type { Checkout } from './use-checkout.ts';

/**
 * Orders, which charges. Answers true when the order has left the shopper's hands: paid, or its payment is being looked
 * into. Otherwise the checkout says why and stands where one can go on.
 */
export function usePlaceOrder(checkout: Checkout, order: Order): (isWaived: boolean) => Promise<boolean> {
  const shop = useShop();
  const failureText = useFailureText();

  /** The order as the host has it now: its prices, or that it is paid already. */
  async function lookAgain(): Promise<Order | null> {
    const answer = await shop.queries.getOrder(order.id);
    if (answer.ok) checkout.updateOrder(answer.value);
    return answer.ok ? answer.value : null;
  }

  async function explain(failure: CallFailure): Promise<boolean> {
    switch (failure.code) {
      case 'PAYMENT_DECLINED':
      case 'PAYMENT_METHOD_REQUIRED':
        checkout.dropPayment('declined');
        return false;
      case 'TOTAL_CHANGED':
        await Promise.all([lookAgain(), shop.actions.loadCart()]);
        checkout.say('total_changed');
        return false;
      case 'ORDER_BUSY':
        return true;
      case 'ORDER_CLOSED': {
        const now = await lookAgain();
        if (now !== null && !isOpen(now.state)) return true;
        checkout.say({ text: failureText(failure) });
        return false;
      }
      // The answer got lost on its way; the same nonce asks about the same attempt, so pressing again is safe.
      case 'NETWORK':
      case 'UNREADABLE_ANSWER':
        checkout.say('lost');
        return false;
      default:
        checkout.say({ text: failureText(failure) });
        return false;
    }
  }

  return async (isWaived) => {
    checkout.say(null);
    const answer = await shop.actions.payOrder({
      order_id: order.id,
      nonce: checkout.payment?.nonce?.nonce ?? null,
      expected_total: order.amount_due,
      waiver_accepted: isWaived,
      save_payment_method: checkout.payment?.is_kept === true,
      device_data: checkout.payment?.nonce?.device_data ?? null,
      ...(checkout.payment?.billing ? { billing_address: checkout.payment.billing } : {}),
    });
    return answer.ok ? true : explain(answer.error);
  };
}
