import type { FailureCode } from '#api/failure.ts';
import type { Area } from './operation-text.ts';

const refusals = [
  'UNKNOWN',
  'EXPIRED',
  'NOT_YET_VALID',
  'USED_UP',
  'MINIMUM_NOT_REACHED',
  'NOT_APPLICABLE',
  'WRONG_CAMPAIGN',
] as const satisfies readonly FailureCode[];

export const codes = {
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
      failures: ['NOT_FOUND', ...refusals, 'TOO_MANY_ATTEMPTS'],
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
  },
} as const satisfies Area;
