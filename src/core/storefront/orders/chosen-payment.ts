import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import type { Result } from '#core/rules/basics/result.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import type { TokenizeFailure } from '#ports/card-tokenizer.ts';

/** A typed or saved card, which is verified when the order is placed. */
interface ChosenCard {
  /** Public data of the card before it has a nonce. */
  readonly method: PaymentMethodSummary;
  /** Returns a nonce of the card, after 3-D Secure for the order's current amount. */
  readonly verify: (order: Order) => Promise<Result<PaymentNonce, TokenizeFailure>>;
}

/**
 * The chosen payment. `nonce` is null when nothing is due, and for a `card` before its verification; `billing` is null
 * when it equals the shipping address.
 */
export interface ChosenPayment {
  readonly nonce: PaymentNonce | null;
  readonly card?: ChosenCard;
  /** The amount for which the card was verified. */
  readonly verifiedAmount?: Cents;
  /** The amount that a wallet approved; absent for other payments, and while delivery costs may be added to it. */
  readonly approvedAmount?: Cents;
  /** The provider of the nonce; absent if there is only one. */
  readonly provider?: string | undefined;
  readonly billing: PostalAddress | null;
  /** Whether to store the card for later purchases. */
  readonly isKept?: boolean;
  /** Whether a wallet was approved before the address step, so that the review follows the address. */
  readonly isExpress?: boolean;
}

/** Returns the payment method that is shown for a chosen payment; null when there is none. */
export function methodOf(payment: ChosenPayment | null): PaymentMethodSummary | null {
  return payment?.nonce?.method ?? payment?.card?.method ?? null;
}

/** Returns whether the order has a subscription, whose later charges happen without the shopper and need a card. */
export function hasRenewal(order: Order): boolean {
  return order.products.some(({ kind }) => legalProfiles[kind].renews);
}

/** Payment methods that the shopper approves for an amount, before the order is placed. */
const wallets: readonly (PaymentMethodSummary['kind'] | undefined)[] = ['paypal', 'google_pay', 'apple_pay'];

/**
 * Returns the chosen payment for an order that may have changed; null when it cannot pay the order: a wallet cannot pay
 * an order that renews, nor more than the approved amount. A wallet approved before the address step counts as approved
 * for the first order, including its delivery costs.
 */
export function usablePayment(payment: ChosenPayment | null, order: Order): ChosenPayment | null {
  if (payment === null || !wallets.includes(methodOf(payment)?.kind)) return payment;
  const { approvedAmount = order.amount_due } = payment;
  return hasRenewal(order) || order.amount_due > approvedAmount ? null : { ...payment, approvedAmount };
}
