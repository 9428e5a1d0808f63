import { passkeyEndpoints } from '#api/accounts/passkey-endpoints.ts';
import { sessionEndpoints } from '#api/accounts/session-endpoints.ts';
import { cartEndpoints } from '#api/carts/cart-endpoints.ts';
import { couponEndpoints } from '#api/coupons/coupon-endpoints.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { giftEndpoints } from '#api/gifts/gift-endpoints.ts';
import { orderEndpoints } from '#api/orders/order-endpoints.ts';
import { subscriptionEndpoints } from '#api/subscriptions/subscription-endpoints.ts';
import type { WorkKind } from '#server/platform/http/limits/work-limiter.ts';

const payments = [
  ...[cartEndpoints, couponEndpoints, orderEndpoints, subscriptionEndpoints].flatMap((area) =>
    Object.values<Endpoint>(area),
  ),
  giftEndpoints.redeemGiftCode,
];
const sessions = [
  ...Object.values<Endpoint>(sessionEndpoints),
  passkeyEndpoints.openPasskeyLogIn,
  passkeyEndpoints.logInWithPasskey,
  giftEndpoints.enterCampaign,
];

const urgent = new Map<Endpoint, WorkKind>([
  ...payments.map((endpoint) => [endpoint, 'payment'] as const),
  ...sessions.map((endpoint) => [endpoint, 'session'] as const),
]);

/** Returns the priority of a call under overload (docs/behaviour/operations.md#overload). */
export function workKindOf(endpoint: Endpoint): WorkKind {
  return urgent.get(endpoint) ?? 'call';
}
