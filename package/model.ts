/** The entities of the shop: their types, and the closed lists of their states and kinds. */

export type { PostalAddress, SavedAddress } from '#core/model/address.ts';
export type { CardType } from '#core/model/card-type.ts';
export { cardTypes } from '#core/model/card-type.ts';
export type { BundleDiscount, Cart, CartItem, RequestedLine } from '#core/model/cart.ts';
export type { CouponRefusal } from '#core/model/coupon.ts';
export type { Order, OrderLine, OrderState } from '#core/model/order.ts';
export { orderStates } from '#core/model/order.ts';
export type { Carrier, FulfilmentState, Goods, Parcel } from '#core/model/parcel.ts';
export { carriers, fulfilmentStates } from '#core/model/parcel.ts';
export type { PaymentAction, PaymentMethodSummary, PaymentRecord } from '#core/model/payment.ts';
export type { BundleOffer, ProductCard, ProductData, ProductKind } from '#core/model/product.ts';
export { productKinds } from '#core/model/product.ts';
export type { Subscription, SubscriptionStatus } from '#core/model/subscription.ts';
export { subscriptionStatuses } from '#core/model/subscription.ts';
export type { CalendarDay, Cents, Locale, Localized } from '#core/model/values.ts';
export { locales } from '#core/model/values.ts';
