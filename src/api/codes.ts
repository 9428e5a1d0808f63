import * as z from 'zod/mini';
import { cart } from '#core/model/cart.ts';
import { codeInfo, credit, redemption as redemptionModel } from '#core/model/code.ts';
import { couponRefusals } from '#core/model/coupon.ts';
import { code, secretToken, text } from '#core/model/primitives.ts';
import { lengths } from '#core/model/values.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { resource } from './json-api.ts';

/** `POST code/info`: returns the effect of a coupon, gift or voucher code, without using it. Rate limited. */
const getCodeInfo = defineEndpoint({
  name: 'checkCoupon',
  method: 'POST',
  path: '/code/info',
  access: 'optional_user',
  body: z.object({ code }),
  response: z.object({
    data: resource('codes', codeInfo),
  }),
});

/**
 * `POST code/apply`: applies a coupon to the cart (replacing another one), or pays with a voucher. A refused
 * code responds 422.
 */
const applyCode = defineEndpoint({
  name: 'applyCoupon',
  method: 'POST',
  path: '/code/apply',
  access: 'optional_user',
  body: z.object({ id: secretToken, code, campaign: z._default(z.nullable(text(lengths.code)), null) }),
  response: cart,
});

const cancelBody = z.object({ id: secretToken });

/** `POST code/cancel`: removes coupon and voucher from the user's cart. */
const cancelCode = defineEndpoint({
  name: 'cancelCoupon',
  method: 'POST',
  path: '/code/cancel',
  access: 'optional_user',
  body: cancelBody,
  response: cart,
});

/** `POST code/cancel/bundle`: removes coupon and voucher from a guest's cart. */
const cancelBundleCode = defineEndpoint({
  name: 'cancelBundleCoupon',
  method: 'POST',
  path: '/code/cancel/bundle',
  access: 'optional_user',
  body: cancelBody,
  response: cart,
});

/** The result of a redeemed code. */
export const redemption = resource('redemptions', redemptionModel);

export type RedemptionResource = z.output<typeof redemption>;

/** `POST code/redeem`: redeems a gift or voucher code for the user. A code can be redeemed once. */
const redeemGiftCode = defineEndpoint({
  name: 'redeemCode',
  method: 'POST',
  path: '/code/redeem',
  access: 'user',
  body: z.object({ code }),
  response: z.object({ data: redemption }),
});

/** `GET credit`: returns the balances of the user's credit, in cents. */
const getCredit = defineEndpoint({
  name: 'getCredit',
  method: 'GET',
  path: '/credit',
  access: 'user',
  response: z.object({ data: credit }),
});

export const codeEndpoints = {
  getCodeInfo,
  applyCode,
  cancelCode,
  cancelBundleCode,
  redeemGiftCode,
  getCredit,
};

export const codeDocs: AreaDocs<keyof typeof codeEndpoints> = {
  title: 'Coupons, gifts and vouchers',
  description:
    'One coupon per cart, another one replaces it. Vouchers pay and do not reduce: they stand in `credit` and ' +
    '`amount_due`. A gift or voucher that is used up or taken back is `UNKNOWN`, like a code that never was. Wrong codes ' +
    'count against a limit by address and by account.',
  operations: {
    getCodeInfo: {
      summary: 'Read what a code gives',
      description: 'Uses nothing up.',
      failures: ['UNKNOWN', 'EXPIRED', 'NOT_YET_VALID', 'USED_UP', 'TOO_MANY_ATTEMPTS'],
      example: { body: { code: 'WILLKOMMEN10' } },
    },
    applyCode: {
      summary: 'Apply a code to a cart',
      failures: ['NOT_FOUND', ...couponRefusals, 'TOO_MANY_ATTEMPTS'],
    },
    cancelCode: { summary: 'Take the code off a user’s cart', failures: ['NOT_FOUND'] },
    redeemGiftCode: {
      summary: 'Redeem a gift or voucher',
      description:
        'A course or a membership period is the user’s at once; a voucher becomes credit, which pays in every cart of the ' +
        'user without a voucher of its own. A refusal leaves the code unused.',
      failures: ['UNKNOWN', 'ALREADY_OWNED', 'TOO_MANY_ATTEMPTS'],
      example: { body: { code: 'GESCHENK-CLARA' } },
    },
    cancelBundleCode: { summary: 'Take the code off a guest’s cart', failures: ['NOT_FOUND'] },
    getCredit: {
      summary: 'Read the user’s credit',
      description:
        '`paid` pays for everything except vouchers, `promotional` also not for fixed-price books, and pays first.',
    },
  },
};
