import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { cancellation, receiptMails, withdrawal } from '#core/model/declaration.ts';
import { instant } from '#core/model/primitives.ts';

/**
 * The receipt of a declaration. It is the same whether or not the order exists, so it does not reveal who ordered what.
 * `id` is also the reference in the mailed receipt; `received_at` is the legal time of receipt. `mailed` says when the
 * receipt is mailed, which depends on earlier declarations, never on orders.
 */
const receipt = z.object({
  success: z.literal(true),
  data: z.object({
    type: z.literal('declarations'),
    id: z.string(),
    attributes: z.object({ received_at: instant, mailed: z.enum(receiptMails) }),
  }),
});

/**
 * § 356a BGB. The number of declarations is not limited, only the number of mails
 * (docs/behaviour/consumer-rights.md#limit-of-declaration-mails).
 */
const declareWithdrawal = defineEndpoint({
  name: 'declareWithdrawal',
  method: 'POST',
  path: '/withdrawals',
  status: 201,
  body: withdrawal,
  response: receipt,
});

/**
 * § 312k BGB. An ordinary cancellation takes effect on the earliest possible day; operators process those for good
 * cause or to a later day.
 */
const declareCancellation = defineEndpoint({
  name: 'declareCancellation',
  method: 'POST',
  path: '/cancellations',
  status: 201,
  body: cancellation,
  response: receipt,
});

export const consumerRightsEndpoints = { declareWithdrawal, declareCancellation };

const example = {
  body: { code: 'MH-2026-000123', email: 'johanna.brandt@example.org', name: 'Johanna Brandt' },
};

export const consumerRightsDocs: AreaDocs<keyof typeof consumerRightsEndpoints> = {
  title: 'Withdrawal and cancellation',
  description:
    'Declarations without login. Each is recorded and gets the same response, whether or not it matches a ' +
    'known purchase. The receipt is mailed at once, or later if limits are exceeded; `mailed` says which. ' +
    'The decision is sent by mail.',
  operations: {
    declareWithdrawal: {
      summary: 'Withdraw from an order',
      description: 'From the whole order, or from some lines.',
      example,
    },
    declareCancellation: { summary: 'Cancel a membership or subscription', example },
  },
};
