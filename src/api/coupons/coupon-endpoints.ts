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

/** A coupon replaces the one before; a voucher pays. */
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
    'One coupon per cart, another one replaces it. Vouchers pay and do not reduce: they stand in `credit` and ' +
    '`amount_due`. A gift or voucher that is used up or taken back is `UNKNOWN`, like a code that never was. Wrong codes ' +
    'count against a limit by address and by account.',
  operations: {
    getCodeInfo: {
      summary: 'Read what a code gives',
      description:
        'Uses nothing up. `opens` notes that a gift was opened, which its buyer sees; a call of its buyer notes nothing.',
      failures: ['UNKNOWN', 'EXPIRED', 'NOT_YET_VALID', 'USED_UP'],
      example: { body: { code: 'WILLKOMMEN10' } },
    },
    applyCode: {
      summary: 'Apply a code to a cart',
      description:
        '`CREDIT_PAYS_MORE`: the account’s credit pays more than this voucher would in its place; redeemed, it adds to it.',
      failures: ['NOT_FOUND', ...couponRefusals, 'CREDIT_PAYS_MORE'],
    },
    cancelCode: {
      summary: 'Take the code off a cart',
      description: 'Coupon and voucher, or `only` one of them.',
      failures: ['NOT_FOUND'],
    },
    getCredit: {
      summary: 'Read the user’s credit',
      description:
        '`paid` pays for everything except vouchers, `promotional` also not for fixed-price books, and pays first.',
    },
  },
};
