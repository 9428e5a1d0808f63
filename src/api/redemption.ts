import * as z from 'zod/mini';
import { session } from './accounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { failureCodes } from './failure.ts';
import { calendarDay, cents, code, email, newPassword, resource, text } from './primitives.ts';

/** What a redeemed code has given. */
export const redemption = resource(
  'redemptions',
  z.object({
    code: z.string(),
    kind: z.enum(['course', 'membership', 'voucher']),
    /** Title and slug of the course or membership. */
    product_title: z.nullable(z.string()),
    product_slug: z.nullable(z.string()),
    /** The user's credit after a voucher, in cents. */
    credit: z.nullable(cents),
    /** Last day of a membership period; it never renews. */
    ends_on: z.nullable(calendarDay),
  }),
);

export type RedemptionResource = z.output<typeof redemption>;

/** `POST code/redeem`: gives the user what a gift or voucher code holds, once (decisions §5). */
export const redeemGiftCode = defineEndpoint({
  name: 'redeemCode',
  method: 'POST',
  path: '/code/redeem',
  access: 'user',
  body: z.object({ code }),
  answer: z.object({ data: redemption }),
});

const campaignEntry = z.extend(session, {
  redemption: z.nullable(redemption),
  /** Why the code was not used; the login stands. */
  refusal: z.nullable(z.enum(failureCodes)),
});

export type CampaignEntry = z.output<typeof campaignEntry>;

/** `POST accounts/campaigns/auth`: logs in or registers, and redeems the code (decisions §5). */
export const enterCampaign = defineEndpoint({
  name: 'enterCampaign',
  method: 'POST',
  path: '/accounts/campaigns/auth',
  body: z.object({
    email,
    password: newPassword,
    code,
    campaign: z._default(z.nullable(text(64)), null),
    firstname: z._default(text(80), ''),
    lastname: z._default(text(80), ''),
    newsletter: z._default(z.boolean(), false),
  }),
  answer: campaignEntry,
});

export const redemptionEndpoints = { redeemGiftCode, enterCampaign };
