import { accountEndpoints } from './accounts/account-endpoints.ts';
import { addressEndpoints } from './accounts/address-endpoints.ts';
import { passkeyEndpoints } from './accounts/passkey-endpoints.ts';
import { sessionEndpoints } from './accounts/session-endpoints.ts';
import { cartEndpoints } from './carts/cart-endpoints.ts';
import { wishListEndpoints } from './carts/wish-list-endpoints.ts';
import { catalogueEndpoints } from './catalogue/catalogue-endpoints.ts';
import { consumerRightsEndpoints } from './consumer-rights/consumer-rights-endpoints.ts';
import { contentEndpoints } from './content/content-endpoints.ts';
import { couponEndpoints } from './coupons/coupon-endpoints.ts';
import { giftEndpoints } from './gifts/gift-endpoints.ts';
import { learningEndpoints } from './learning/learning-endpoints.ts';
import { mailEndpoints } from './mail/mail-endpoints.ts';
import { marketingEndpoints } from './marketing/marketing-endpoints.ts';
import { orderEndpoints } from './orders/order-endpoints.ts';
import { paymentEndpoints } from './payments/payment-endpoints.ts';
import { personalDataEndpoints } from './personal-data/personal-data-endpoints.ts';
import { subscriptionEndpoints } from './subscriptions/subscription-endpoints.ts';
import { trackingEndpoints } from './tracking/tracking-endpoints.ts';

/** All endpoints of the HTTP API. The server mounts exactly these below `/api`; a test fails if its routes differ. */
export const endpoints = {
  ...catalogueEndpoints,
  ...contentEndpoints,
  ...cartEndpoints,
  ...wishListEndpoints,
  ...couponEndpoints,
  ...giftEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...mailEndpoints,
  ...sessionEndpoints,
  ...passkeyEndpoints,
  ...accountEndpoints,
  ...addressEndpoints,
  ...personalDataEndpoints,
  ...learningEndpoints,
  ...subscriptionEndpoints,
  ...consumerRightsEndpoints,
  ...marketingEndpoints,
  ...trackingEndpoints,
};
