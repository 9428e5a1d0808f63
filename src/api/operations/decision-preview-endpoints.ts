import * as z from 'zod/mini';
import {
  decisionFailures,
  declarationDecision,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { cents, type Infer } from '#core/model/primitives.ts';
import { noCents } from '#core/rules/basics/money.ts';

const decisionEffects = z.object({
  /** `open`: something remains to settle, for example goods to be returned or a use to be valued. */
  state: z.enum(['answered', 'open']),
  /** Refund in cents now: `amount` through the payment, `credit` to the voucher or credit. */
  amount: cents,
  credit: cents,
  /**
   * The part of `amount` that is withheld because a dispute of its charge is open or lost. 0 in responses of the
   * previous version.
   */
  withheld: z._default(cents, noCents),
  /** Whether the second factor must be verified again. */
  needs_proof: z.boolean(),
  /** Mail to the sender; null if none is sent. */
  letter: z.nullable(z.object({ subject: z.string(), text: z.string() })),
});

export type DecisionEffects = Infer<typeof decisionEffects>;

const previewDecision = defineOperatorEndpoint({
  name: 'previewDecision',
  method: 'POST',
  path: '/operator/declarations/:id/decision-preview',
  permission: 'declarations.decide',
  params: byId,
  body: declarationDecision,
  response: z.object({ data: decisionEffects }),
});

export const decisionPreviewEndpoints = { previewDecision };

export const decisionPreviewDocs: AreaDocs<keyof typeof decisionPreviewEndpoints> = {
  title: 'Previews of decisions, for operators',
  description: 'Effects of a decision on a declaration.',
  operations: {
    previewDecision: {
      summary: 'Preview a decision',
      description:
        'Returns what the same call of `answerDeclaration` would refund and mail. Changes nothing.',
      failures: decisionFailures,
    },
  },
};
