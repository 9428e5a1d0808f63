/** Pure rules of the shop: money, results, state machines, events of analytics, prices, refunds and VAT. */
export { isPayloadExpired, lifetimeOf, refreshMarginSeconds } from '#core/rules/accounts/access.ts';
export { allocate } from '#core/rules/basics/allocate.ts';
export { addDays, calendarDay, daysBetween, isStillValid } from '#core/rules/basics/calendar.ts';
export {
  cents,
  currency,
  formatPrice,
  noCents,
  partOf,
  percentOf,
  sumCents,
} from '#core/rules/basics/money.ts';
export type { Result } from '#core/rules/basics/result.ts';
export { err, mapResult, ok } from '#core/rules/basics/result.ts';
export type { StateMachine } from '#core/rules/basics/state-machine.ts';
export { stateAfter, transition } from '#core/rules/basics/state-machine.ts';
export type { CartAction } from '#core/rules/carts/apply-cart-action.ts';
export { applyCartAction, createCartItem } from '#core/rules/carts/apply-cart-action.ts';
export type { PricedCart, PricingInput, PricingLine } from '#core/rules/carts/cart-pricing.ts';
export { priceCart } from '#core/rules/carts/cart-pricing.ts';
export { emptyCart } from '#core/rules/carts/empty-cart.ts';
export type { TaxedLine, VatShare } from '#core/rules/carts/vat.ts';
export { vatShares } from '#core/rules/carts/vat.ts';
export type { Coupon } from '#core/rules/coupons/discounts.ts';
export { validateCoupon } from '#core/rules/coupons/discounts.ts';
export type { CheckoutStep } from '#core/rules/orders/checkout-steps.ts';
export type { OrderEvent } from '#core/rules/orders/order-states.ts';
export { orderEvents, orderStateMachine } from '#core/rules/orders/order-states.ts';
export type { CardFieldName } from '#core/rules/payments/card-fields.ts';
export { cardFieldNames } from '#core/rules/payments/card-fields.ts';
export type {
  PaymentAttemptEvent,
  PaymentAttemptState,
  PaymentNonce,
  PaymentOffer,
  VerificationSubject,
} from '#core/rules/payments/payment-rules.ts';
export { paymentAttemptEvents, paymentAttemptStateMachine } from '#core/rules/payments/payment-rules.ts';
export type {
  DecidedRefund,
  RefundableOrder,
  RefundPlan,
  RefundRequest,
} from '#core/rules/payments/refund.ts';
export { leftOfLine, planRefund, wholeRest } from '#core/rules/payments/refund.ts';
export type { SubscriptionEvent } from '#core/rules/subscriptions/subscription-terms.ts';
export {
  dueDay,
  subscriptionEvents,
  subscriptionStateMachine,
} from '#core/rules/subscriptions/subscription-terms.ts';
export type { AnalyticsEvent, PageView, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
export { allowsTags } from '#core/rules/tracking/analytics-pages.ts';
