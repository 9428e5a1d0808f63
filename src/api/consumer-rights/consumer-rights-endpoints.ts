import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { cancellation, receiptMails, withdrawal } from '#core/model/declaration.ts';
import { instant } from '#core/model/primitives.ts';

/**
 * The receipt of a declaration. It is the same whether or not the order exists, so it does not reveal who
 * ordered what. `id` is also the reference in the mailed receipt; `received_at` is the legal time of receipt. `mailed`
 * says when the receipt comes by mail, which depends on how much was declared before, never on orders.
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
 * § 312k BGB. An ordinary cancellation takes effect on the earliest possible day; one for good cause, or to a later
 * day, is processed by the staff of the shop.
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
    'Declarations without login. Each is recorded and gets the same response, whether or not it is about anything known. ' +
    'The receipt is mailed at once; `mailed` says so, or what holds past the limits. What follows from it comes by mail.',
  operations: {
    declareWithdrawal: {
      summary: 'Withdraw from an order',
      description: 'From all of it, or from some lines.',
      example,
    },
    declareCancellation: { summary: 'Cancel a membership or subscription', example },
  },
};
