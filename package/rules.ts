/** Pure rules of the shop: money, results, state machines, events of analytics, prices, refunds and VAT. */
export type { AnalyticsEvent, PageView, TrackedItem } from '#core/rules/analytics.ts';
export { allowsTags } from '#core/rules/analytics-pages.ts';
export { addDays, calendarDay, daysBetween } from '#core/rules/calendar.ts';
export type { CartAction } from '#core/rules/cart.ts';
export { applyCartAction, createCartItem } from '#core/rules/cart.ts';
export type { PricedCart, PricingInput, PricingLine } from '#core/rules/cart-pricing.ts';
export { priceCart } from '#core/rules/cart-pricing.ts';
export type { CheckoutStep } from '#core/rules/checkout.ts';
export type { Coupon } from '#core/rules/discounts.ts';
export { validateCoupon } from '#core/rules/discounts.ts';
export { emptyCart } from '#core/rules/empty-cart.ts';
export {
  allocate,
  cents,
  currency,
  formatPrice,
  noCents,
  partOf,
  percentOf,
  sumCents,
} from '#core/rules/money.ts';
export type { OrderEvent } from '#core/rules/order.ts';
export { orderEvents, orderStateMachine } from '#core/rules/order.ts';
export type {
  CardFieldName,
  PaymentAttemptEvent,
  PaymentAttemptState,
  PaymentNonce,
  PaymentOffer,
  VerificationSubject,
} from '#core/rules/payment.ts';
export { cardFieldNames, paymentAttemptEvents, paymentAttemptStateMachine } from '#core/rules/payment.ts';
export type { DecidedRefund, RefundableOrder, RefundPlan, RefundRequest } from '#core/rules/refund.ts';
export { leftOfLine, planRefund, wholeRest } from '#core/rules/refund.ts';
export type { Result } from '#core/rules/result.ts';
export { err, mapResult, ok } from '#core/rules/result.ts';
export type { StateMachine } from '#core/rules/state-machine.ts';
export { stateAfter, transition } from '#core/rules/state-machine.ts';
export type { SubscriptionEvent } from '#core/rules/subscription.ts';
export { dueDay, subscriptionEvents, subscriptionStateMachine } from '#core/rules/subscription.ts';
export type { TaxedLine, VatShare } from '#core/rules/vat.ts';
export { vatShares } from '#core/rules/vat.ts';
