import * as z from 'zod/mini';
import { cart } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';
import { cents, code, instant, secretToken, text } from './primitives.ts';

/** `POST /code/info`: what a coupon, gift or voucher code gives, without using it up. Rate limited. */
export const getCodeInfo = defineEndpoint({
  name: 'checkCoupon',
  method: 'POST',
  path: '/code/info',
  access: 'optional_user',
  body: z.object({ code }),
  answer: z.object({
    data: z.object({
      type: z.literal('codes'),
      id: z.string(),
      attributes: z.object({
        code: z.string(),
        kind: z.enum(['percent', 'fixed', 'free_shipping', 'free_product', 'gift', 'voucher']),
        /** Percent for `percent`, cents for `fixed` and the balance of a `voucher`, else null. */
        value: z.nullable(z.int()),
        /** Title of the product given by `gift` and `free_product`. */
        product_title: z.nullable(z.string()),
        minimum_subtotal: z.nullable(cents),
        valid_until: z.nullable(instant),
      }),
    }),
  }),
});

/** `POST /code/apply`: sets the cart's coupon (replacing another) or uses a voucher as tender; refusals answer 422. */
export const applyCode = defineEndpoint({
  name: 'applyCoupon',
  method: 'POST',
  path: '/code/apply',
  access: 'optional_user',
  body: z.object({ id: secretToken, code, campaign: z._default(z.nullable(text(64)), null) }),
  answer: cart,
});

const cancelBody = z.object({ id: secretToken });

/** `POST /code/cancel`: takes coupon and voucher off a user's cart. */
export const cancelCode = defineEndpoint({
  name: 'cancelCoupon',
  method: 'POST',
  path: '/code/cancel',
  access: 'optional_user',
  body: cancelBody,
  answer: cart,
});

/** `POST code/cancel/bundle`: the same for a guest's cart. */
export const cancelBundleCode = defineEndpoint({
  name: 'cancelBundleCoupon',
  method: 'POST',
  path: '/code/cancel/bundle',
  access: 'optional_user',
  body: cancelBody,
  answer: cart,
});

export const couponEndpoints = { getCodeInfo, applyCode, cancelCode, cancelBundleCode };
