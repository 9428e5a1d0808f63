/** fast-check generators of the entities, and models of their changes. */
export {
  cancellation,
  consentChoice,
  learner,
  review,
  reviewDraft,
  withdrawal,
} from '#test/arbitraries/arbitrary-account.ts';
export { postalAddress, savedAddress } from '#test/arbitraries/arbitrary-address.ts';
export { calendarDay, instant } from '#test/arbitraries/arbitrary-calendar.ts';
export { cartItem, pricingLines } from '#test/arbitraries/arbitrary-cart.ts';
export {
  bundleOffer,
  coupon,
  couponLines,
  openCoupon,
  plainCoupon,
  pricedAt,
  pricingInput,
} from '#test/arbitraries/arbitrary-coupon.ts';
export { returnPath } from '#test/arbitraries/arbitrary-navigation.ts';
export { order, paymentRecord, refundableOrder, refundRequest } from '#test/arbitraries/arbitrary-order.ts';
export { cart, storedCart } from '#test/arbitraries/arbitrary-priced-cart.ts';
export { pricedProduct, productId, productKind, unitPrice } from '#test/arbitraries/arbitrary-product.ts';
export { subscription } from '#test/arbitraries/arbitrary-subscription.ts';
export { cartCommands, createCartModel, createCartSystem } from '#test/models/cart-model.ts';
export { orderCommands, startOrderWalk } from '#test/models/order-model.ts';
export { refundCommands, startRefunds } from '#test/models/refund-model.ts';
export { eventsOf, walk } from '#test/models/state-machine-walk.ts';
export { startVoucher, voucherCommands } from '#test/models/voucher-model.ts';
export { runs } from '#test/run-length.ts';
