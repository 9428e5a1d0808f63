import * as z from 'zod/mini';
import { cancellation, withdrawal } from '#core/model/declaration.ts';
import { instant } from '#core/model/primitives.ts';
import type { AreaDocs } from './endpoint.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * The receipt of a declaration: the same whether or not it is about anything known, so that nobody learns whose order
 * is whose. `id` is the reference that the receipt by mail names; `received_at` proves the time.
 */
const receipt = z.object({
  success: z.literal(true),
  data: z.object({
    type: z.literal('declarations'),
    id: z.string(),
    attributes: z.object({ received_at: instant }),
  }),
});

/**
 * `POST withdrawals`: withdraws from an order or contract, or from some of its lines, without login (§ 356a
 * BGB). Always recorded and receipted by mail at once; what follows from it comes by mail too. Nobody is ever refused
 * for declaring too often: only the mails are limited.
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
 * `POST cancellations`: cancels a membership or subscription without login (§ 312k BGB). Recorded and
 * receipted like a withdrawal. An ordinary one is carried out to the earliest day; one for good cause, or to a later day,
 * is answered by the shop's people.
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

export const consumerRightsDocs: AreaDocs<keyof typeof consumerRightsEndpoints> = {
  title: 'Withdrawal and cancellation',
  description:
    'Declarations without login. Each is recorded, receipted by mail at once and answered alike, whether or not it is ' +
    'about anything known. What follows from it comes by mail.',
  operations: {
    declareWithdrawal: {
      summary: 'Withdraw from an order',
      description: 'From all of it, or from some lines.',
      example: {
        body: { code: 'MH-2026-000123', email: 'johanna.brandt@example.org', name: 'Johanna Brandt' },
      },
    },
    declareCancellation: {
      summary: 'Cancel a membership or subscription',
      example: {
        body: { code: 'MH-2026-000123', email: 'johanna.brandt@example.org', name: 'Johanna Brandt' },
      },
    },
  },
};
