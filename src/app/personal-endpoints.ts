import { accountDataEndpoints } from '#api/account-data.ts';
import { accountEndpoints } from '#api/accounts.ts';
import { addressEndpoints } from '#api/addresses.ts';
import { cartEndpoints } from '#api/carts.ts';
import { codeEndpoints } from '#api/codes.ts';
import { consumerRightsEndpoints } from '#api/consumer-rights.ts';
import { orderEndpoints } from '#api/orders.ts';
import { paymentEndpoints } from '#api/payments.ts';
import { sessionEndpoints } from '#api/sessions.ts';
import { subscriptionEndpoints } from '#api/subscriptions.ts';

/** Endpoints for data of one shopper, from cart to account. The browser loads them after the page. */
export const personalEndpoints = {
  ...cartEndpoints,
  ...codeEndpoints,
  ...orderEndpoints,
  ...sessionEndpoints,
  ...accountEndpoints,
  ...accountDataEndpoints,
  ...addressEndpoints,
  ...subscriptionEndpoints,
  ...paymentEndpoints,
  ...consumerRightsEndpoints,
};
