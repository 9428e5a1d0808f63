import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { cart } from '#core/model/cart.ts';
import { codeInfo, credit } from '#core/model/code.ts';
import { couponRefusals } from '#core/model/coupon.ts';
import { code, line, secretToken } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const getCodeInfo = defineEndpoint({
  name: 'checkCoupon',
  method: 'POST',
  path: '/code/info',
  access: 'optional_user',
  body: z.object({ code, opens: z._default(z.boolean(), false) }),
  response: z.object({ data: resource('codes', codeInfo) }),
});

/** A coupon replaces the previous one; a voucher pays. */
const applyCode = defineEndpoint({
  name: 'applyCoupon',
  method: 'POST',
  path: '/code/apply',
  access: 'optional_user',
  body: z.object({ id: secretToken, code, campaign: z._default(z.nullable(line(lengths.code)), null) }),
  response: cart,
});

const cancelCode = defineEndpoint({
  name: 'cancelCoupon',
  method: 'POST',
  path: '/code/cancel',
  aliases: [{ name: 'cancelBundleCoupon', path: '/code/cancel/bundle' }],
  access: 'optional_user',
  body: z.object({ id: secretToken, only: z.optional(z.enum(['coupon', 'voucher'])) }),
  response: cart,
});

const getCredit = defineEndpoint({
  name: 'getCredit',
  method: 'GET',
  path: '/credit',
  access: 'user',
  response: z.object({ data: credit }),
});

export const couponEndpoints = { getCodeInfo, applyCode, cancelCode, getCredit };

export const couponDocs: AreaDocs<keyof typeof couponEndpoints> = {
  title: 'Coupons and vouchers',
  description:
    'One coupon per cart; another one replaces it. Vouchers are a payment, not a discount: see `credit` ' +
    'and `amount_due`. A used or revoked gift or voucher is `UNKNOWN`, like a code that never existed. ' +
    'Wrong codes count against a limit by network address and by account.',
  operations: {
    getCodeInfo: {
      summary: 'Read the benefit of a code',
      description:
        'Does not use the code. `opens` records that a gift was opened, which its buyer can see; calls of ' +
        'the buyer are not recorded.',
      failures: ['UNKNOWN', 'EXPIRED', 'NOT_YET_VALID', 'USED_UP'],
      example: { body: { code: 'WILLKOMMEN10' } },
    },
    applyCode: {
      summary: 'Apply a code to a cart',
      description:
        '`CREDIT_PAYS_MORE`: the account’s credit pays more than this voucher would instead; if redeemed, ' +
        'the voucher adds to it.',
      failures: ['NOT_FOUND', ...couponRefusals, 'CREDIT_PAYS_MORE'],
    },
    cancelCode: {
      summary: 'Remove the code from a cart',
      description: 'Coupon and voucher, or `only` one of them.',
      failures: ['NOT_FOUND'],
    },
    getCredit: {
      summary: 'Read the user’s credit',
      description:
        '`paid` can be used for everything except vouchers; `promotional` not for vouchers or fixed-price ' +
        'books, and is used first.',
    },
  },
};
