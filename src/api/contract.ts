import { accountDataEndpoints } from './account-data.ts';
import { accountEndpoints } from './accounts.ts';
import { activityEndpoints } from './activities.ts';
import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { contactEndpoints } from './contact.ts';
import { contentEndpoints } from './contents.ts';
import { couponEndpoints } from './coupons.ts';
import { masterEndpoints } from './masters.ts';
import { newsletterEndpoints } from './newsletter.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { postEndpoints } from './posts.ts';
import { productEndpoints } from './products.ts';
import { redemptionEndpoints } from './redemption.ts';
import { reviewEndpoints } from './reviews.ts';
import { rightsEndpoints } from './rights.ts';
import { searchEndpoints } from './search.ts';
import { sessionEndpoints } from './sessions.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { trackingEndpoints } from './tracking.ts';
import { wishListEndpoints } from './wish-list.ts';

/** Every call of the HTTP API. The host mounts exactly these below `/api`; a test fails when route and contract differ. */
export const contract = {
  ...productEndpoints,
  ...contentEndpoints,
  ...postEndpoints,
  ...masterEndpoints,
  ...searchEndpoints,
  ...reviewEndpoints,
  ...wishListEndpoints,
  ...activityEndpoints,
  ...cartEndpoints,
  ...couponEndpoints,
  ...accountEndpoints,
  ...accountDataEndpoints,
  ...sessionEndpoints,
  ...newsletterEndpoints,
  ...trackingEndpoints,
  ...contactEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
  ...subscriptionEndpoints,
  ...paymentEndpoints,
  ...redemptionEndpoints,
  ...rightsEndpoints,
};
