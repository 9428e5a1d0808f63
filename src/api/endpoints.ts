import { accountDataEndpoints } from './account-data.ts';
import { accountEndpoints } from './accounts.ts';
import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './carts.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { codeEndpoints } from './codes.ts';
import { consumerRightsEndpoints } from './consumer-rights.ts';
import { contentEndpoints } from './content.ts';
import { learningEndpoints } from './learning.ts';
import { marketingEndpoints } from './marketing.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { sessionEndpoints } from './sessions.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/**
 * All endpoints of the HTTP API. The server mounts exactly these below `/api`; a test fails when its routes
 * differ.
 */
export const endpoints = {
  ...catalogueEndpoints,
  ...contentEndpoints,
  ...cartEndpoints,
  ...codeEndpoints,
  ...orderEndpoints,
  ...sessionEndpoints,
  ...accountEndpoints,
  ...accountDataEndpoints,
  ...addressEndpoints,
  ...learningEndpoints,
  ...subscriptionEndpoints,
  ...paymentEndpoints,
  ...consumerRightsEndpoints,
  ...marketingEndpoints,
};
