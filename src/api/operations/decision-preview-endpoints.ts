import * as z from 'zod/mini';
import { decisionFailures, declarationAnswer } from '#api/consumer-rights/operator-declaration-endpoints.ts';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { cents, type Infer } from '#core/model/primitives.ts';
import { noCents } from '#core/rules/basics/money.ts';

const decisionEffects = z.object({
  /** `open`: something is left to settle, goods to come back or a use to be valued. */
  state: z.enum(['answered', 'open']),
  /** Cents that are paid back now, by the payment and to the credit. */
  amount: cents,
  credit: cents,
  /**
   * The part of `amount` that is held back, because a dispute of its charge is open or lost. 0 in answers of the
   * version before.
   */
  withheld: z._default(cents, noCents),
  /** Whether it takes a fresh proof of the second factor. */
  needs_proof: z.boolean(),
  /** What the sender is mailed; null when nothing is. */
  letter: z.nullable(z.object({ subject: z.string(), text: z.string() })),
});

export type DecisionEffects = Infer<typeof decisionEffects>;

const previewDecision = defineOperatorEndpoint({
  name: 'previewDecision',
  method: 'POST',
  path: '/operator/declarations/:id/decision-preview',
  permission: 'declarations.decide',
  params: byId,
  body: declarationAnswer,
  response: z.object({ data: decisionEffects }),
});

export const decisionPreviewEndpoints = { previewDecision };

export const decisionPreviewDocs: AreaDocs<keyof typeof decisionPreviewEndpoints> = {
  title: 'Previews of answers, for operators',
  description: 'What an answer to a declaration would do.',
  operations: {
    previewDecision: {
      summary: 'Preview an answer',
      description: 'What the same call of `answerDeclaration` would pay back and mail. Nothing is changed.',
      failures: decisionFailures,
    },
  },
};
