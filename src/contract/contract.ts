import { accountEndpoints } from './accounts.ts';
import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { contentEndpoints } from './contents.ts';
import { couponEndpoints } from './coupons.ts';
import { orderEndpoints } from './orders.ts';
import { productEndpoints } from './products.ts';

/** Every call of the HTTP API. The host mounts exactly these below `/api`; a test fails when route and contract differ. */
export const contract = {
  ...productEndpoints,
  ...contentEndpoints,
  ...cartEndpoints,
  ...couponEndpoints,
  ...accountEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
};
