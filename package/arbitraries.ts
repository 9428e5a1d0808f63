/** Generators of the entities, and the models of what happens to them, for properties with fast-check. */
export {
  cancellation,
  consentChoice,
  learner,
  review,
  reviewDraft,
  withdrawal,
} from '#test/arbitraries/account.ts';
export { postalAddress, savedAddress } from '#test/arbitraries/address.ts';
export { calendarDay, instant } from '#test/arbitraries/calendar.ts';
export { cart, cartItem, pricingLines, storedCart } from '#test/arbitraries/cart.ts';
export { bundleOffer, coupon, couponLines, pricingInput } from '#test/arbitraries/coupon.ts';
export { returnPath } from '#test/arbitraries/navigation.ts';
export { order, paymentRecord, refundableOrder, refundRequest } from '#test/arbitraries/order.ts';
export { pricedProduct, productId, productKind, unitPrice } from '#test/arbitraries/product.ts';
export { subscription } from '#test/arbitraries/subscription.ts';
export { cartCommands, createCartModel, createCartSystem } from '#test/models/cart-model.ts';
export { orderCommands, startOrderWalk } from '#test/models/order-model.ts';
export { refundCommands, startRefunds } from '#test/models/refund-model.ts';
export { eventsOf, walk } from '#test/models/state-machine-walk.ts';
export { startVoucher, voucherCommands } from '#test/models/voucher-model.ts';
export { runs } from '#test/run-count.ts';
