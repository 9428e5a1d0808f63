import * as z from 'zod/mini';
import { accountNames } from '#api/accounts/account-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { redemption as redemptionModel } from '#core/model/code.ts';
import { giveawayEntry } from '#core/model/content.ts';
import { failureCodes } from '#core/model/failure.ts';
import { boughtGift, giftChange } from '#core/model/gift.ts';
import { code, email, line, typedPassword, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { session } from '#core/model/user.ts';

/** The result of a redeemed code. */
export const redemption = resource('redemptions', redemptionModel);

export type RedemptionResource = z.output<typeof redemption>;

/** A code can be redeemed once. */
const redeemGiftCode = defineEndpoint({
  name: 'redeemCode',
  method: 'POST',
  path: '/code/redeem',
  access: 'user',
  body: z.object({ code }),
  response: z.object({ data: redemption }),
});

const campaignEntry = z.extend(session, {
  /** Whether an account was created; false for a login. */
  is_new_account: z.boolean(),
  redemption: z.nullable(redemption),
  /** Why the code was not redeemed; the login still succeeded. */
  refusal: z.nullable(z.enum(failureCodes)),
  /** The sentence for `refusal`, in the language of `X-App-Language`. Null in responses of the previous version. */
  detail: z._default(z.nullable(z.string()), null),
});

export type CampaignEntry = z.output<typeof campaignEntry>;

export const enterCampaign = defineEndpoint({
  name: 'enterCampaign',
  method: 'POST',
  path: '/accounts/campaigns/auth',
  body: z.object({
    email,
    password: typedPassword,
    code,
    campaign: z._default(z.nullable(line(lengths.code)), null),
    ...accountNames,
    newsletter: z._default(z.boolean(), false),
  }),
  response: campaignEntry,
});

const enterGiveaway = defineEndpoint({
  name: 'enterGiveaway',
  method: 'POST',
  path: '/tracking/giveaway',
  status: 202,
  body: giveawayEntry,
  response: done,
});

const bought = resource('gifts', boughtGift);

export type BoughtGiftResource = z.output<typeof bought>;

const listGifts = defineEndpoint({
  name: 'listGifts',
  method: 'GET',
  path: '/gifts',
  access: 'user',
  response: z.object({ data: z.array(bought) }),
});

const listOrderGifts = defineEndpoint({
  name: 'listOrderGifts',
  method: 'GET',
  path: '/orders/:id/gifts',
  access: 'optional_user',
  params: byId,
  response: z.object({ data: z.array(bought) }),
});

/** Returns all gifts of the order. */
const changeGift = defineEndpoint({
  name: 'changeGift',
  method: 'POST',
  path: '/orders/:id/gifts/:gift',
  access: 'optional_user',
  params: z.object({ id: uuid, gift: uuid }),
  body: giftChange,
  response: z.object({ data: z.array(bought) }),
});

export const giftEndpoints = {
  redeemGiftCode,
  enterCampaign,
  enterGiveaway,
  listGifts,
  listOrderGifts,
  changeGift,
};

export const giftDocs: AreaDocs<keyof typeof giftEndpoints> = {
  title: 'Gifts and giveaways',
  description: 'Gift and voucher codes, and giveaways.',
  operations: {
    redeemGiftCode: {
      summary: 'Redeem a gift or voucher',
      description:
        'A course or a membership period is available immediately; a voucher becomes credit, which pays in ' +
        'every cart of the user that has no voucher of its own. The account’s e-mail address must be ' +
        'confirmed. If the call is refused, the code stays unused.',
      failures: ['UNKNOWN', 'EMAIL_NOT_CONFIRMED', 'ALREADY_OWNED'],
      example: { body: { code: 'GESCHENK-CLARA' } },
    },
    enterCampaign: {
      summary: 'Log in or register, and redeem a code',
      description:
        'The password of a new account has the same limits as in `POST users`. `is_new_account` says ' +
        'whether an account was created, `refusal` why the code was not used, `detail` the same in a ' +
        'sentence; the login still succeeds. A gift or voucher needs a confirmed e-mail address ' +
        '(`EMAIL_NOT_CONFIRMED`), a coupon does not.',
      failures: ['WRONG_CREDENTIALS', 'PASSWORD_TOO_COMMON'],
      example: {
        body: {
          email: 'clara.winter@example.org',
          password: 'three apples on a shelf',
          code: 'GESCHENK-CLARA',
        },
      },
    },
    listGifts: {
      summary: 'List the gifts bought by the user',
      description: 'Newest first, at most 100, each with its state but without its code.',
    },
    listOrderGifts: {
      summary: 'List the gifts of an order',
      description: 'For the buyer: the state of each gift, without its code.',
      takesOrderToken: true,
    },
    changeGift: {
      summary: 'Change the delivery of a gift',
      description:
        'Before its mail is sent: `plan` sets another address or day, `keep` gives the code to the buyer ' +
        'instead. After that, until it is redeemed, `send_again` sends it once more to the same address.',
      takesOrderToken: true,
      failures: ['NOT_FOUND', 'GIFT_CLOSED', 'DELIVERY_DAY_OUT_OF_REACH'],
      example: { body: { step: 'plan', recipient_email: 'anna@example.org', deliver_on: '2026-12-24' } },
    },
    enterGiveaway: {
      summary: 'Enter a giveaway',
      description: 'Once per e-mail address; a second entry gets the same response.',
      failures: ['NOT_FOUND', 'EXPIRED', 'NOT_YET_VALID'],
      example: { body: { email: 'johanna.brandt@example.org', giveaway: 'winterlos' } },
    },
  },
};
