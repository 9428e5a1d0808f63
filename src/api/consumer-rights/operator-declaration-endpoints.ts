import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf, listQuery } from '#api/record-list.ts';
import { recordedChange } from '#core/model/operator.ts';
import { type Infer, instant, line, text, uuid } from '#core/model/primitives.ts';

const declarationKinds = ['withdrawal', 'cancellation'] as const;

/** `waiting` is `open`; `all` is every state. */
export const declarationFilters = ['open', 'unmatched', 'answered', 'matched', 'all'] as const;

const day = z.iso.date();

const deduction = z.int().check(z.gte(0), z.lte(100_000_00));

const declarationRow = z.object({
  id: uuid,
  reference: z.string(),
  kind: z.enum(declarationKinds),
  state: z.enum(['received', 'matched', 'open', 'unmatched', 'answered']),
  /** Why an operator has to decide; null when nobody has to. */
  open_reason: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  /** As typed. */
  declared_code: z.string(),
  received_at: instant,
  answered_at: z.nullable(instant),
  /** The last day for an answer by law; null without such a day, and for one that waits for nobody. */
  due_on: z.nullable(day),
});

export type OperatorDeclarationRow = Infer<typeof declarationRow>;

/** What was bought, and the record of its use: the evidence for the decision. */
const evidence = z.object({
  order_id: uuid,
  order_code: z.string(),
  bought_at: z.nullable(instant),
  confirmed_at: z.nullable(instant),
  waiver_accepted_at: z.nullable(instant),
  code_waiver_accepted_at: z.nullable(instant),
  early_start_requested_at: z.nullable(instant),
  shipped_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
  lines: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      quantity: z.int(),
      /** The last day on which it could be withdrawn; null while the days have not begun. */
      withdrawal_until: z.nullable(day),
      /** When a paid lesson was first given out, and which. */
      opened_at: z.nullable(instant),
      opened_lesson_id: z.nullable(z.string()),
      /** Of a membership or subscription: when something was last given out after the first time, noted once a day. */
      last_used_at: z.nullable(instant),
      codes_redeemed: z.int(),
    }),
  ),
});

const declaration = z.object({
  ...declarationRow.shape,
  /** What the sender wrote besides. */
  reason: z.nullable(z.string()),
  /** What of the order is withdrawn, as named; null for everything. */
  wanted_lines: z.nullable(z.array(z.object({ id: z.string(), quantity: z.nullable(z.int()) }))),
  cancellation: z.nullable(
    z.object({ kind: z.enum(['ordinary', 'extraordinary']), ends_on: z.nullable(day) }),
  ),
  /** The decision so far. Amounts in cents. */
  decision: z.object({
    lines: z.array(
      z.object({
        title: z.string(),
        quantity: z.int(),
        result: z.string(),
        amount: z.int(),
        /** What was kept back for the use of digital content. */
        deduction: z.int(),
      }),
    ),
    subscriptions: z.array(
      z.object({ code: z.string(), title: z.string(), result: z.string(), ends_on: z.nullable(z.string()) }),
    ),
    text: z.nullable(z.string()),
  }),
  subscription: z.nullable(z.object({ id: uuid, code: z.string() })),
  evidence: z.nullable(evidence),
  /** Receipt and decision as they were written; the text is null until the mail was composed. */
  letters: z.array(
    z.object({
      id: uuid,
      template: z.string(),
      created_at: instant,
      sent_at: z.nullable(instant),
      failed_at: z.nullable(instant),
      subject: z.nullable(z.string()),
      text: z.nullable(z.string()),
    }),
  ),
  history: z.array(recordedChange),
});

export type OperatorDeclaration = Infer<typeof declaration>;

/** Others than open ones are listed the newest first. */
const listOperatorDeclarations = defineOperatorEndpoint({
  name: 'listOperatorDeclarations',
  method: 'GET',
  path: '/operator/declarations',
  permission: 'declarations.read',
  query: z.object({
    ...listQuery,
    'filter[state]': z._default(z.enum(declarationFilters), 'open'),
    'filter[kind]': z.optional(z.enum(declarationKinds)),
  }),
  response: listOf(resource('operator_declarations', declarationRow)),
});

const getOperatorDeclaration = defineOperatorEndpoint({
  name: 'getOperatorDeclaration',
  method: 'GET',
  path: '/operator/declarations/:id',
  permission: 'declarations.read',
  params: byId,
  response: z.object({ data: resource('operator_declarations', declaration) }),
});

/** The `open_reason` that the operator saw: of two operators the second is told. */
const seen = z.optional(z.nullable(line(40)));

/** What an operator decides. */
export const declarationAnswer = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('carry_out'),
    /** Of the order or subscription, where the sender mistyped it. */
    code: z.optional(line(40, 1)),
    seen,
  }),
  z.object({
    action: z.literal('goods_back'),
    /** Cents kept back for what opened codes gave. */
    deduction: z.optional(deduction),
    seen,
  }),
  z.object({
    action: z.literal('settle'),
    /** Cents kept back for the use after the declaration. */
    deduction,
    seen,
  }),
  z.object({ action: z.literal('reject'), text: text(2_000, 3), seen }),
]);

export type DeclarationAnswer = Infer<typeof declarationAnswer>;

/** The sender is told by mail. */
const answerDeclaration = defineOperatorEndpoint({
  name: 'answerDeclaration',
  method: 'POST',
  path: '/operator/declarations/:id/decision',
  permission: 'declarations.decide',
  params: byId,
  body: declarationAnswer,
  response: z.object({ data: resource('operator_declarations', declaration) }),
});

export const declarationEndpoints = { listOperatorDeclarations, getOperatorDeclaration, answerDeclaration };

/** Why an answer is refused. */
export const decisionFailures = [
  'DECLARATION_ANSWERED',
  'RECORD_CHANGED',
  'PURCHASE_UNKNOWN',
  'NOT_POSSIBLE',
  'NO_GOODS_AWAITED',
  'NOTHING_TO_SETTLE',
  'DEDUCTION_MISSING',
  'DEDUCTION_TOO_HIGH',
] as const;

export const declarationDocs: AreaDocs<keyof typeof declarationEndpoints> = {
  title: 'Declarations, for operators',
  description: 'Withdrawals and cancellations that wait for an answer, and those that were decided.',
  operations: {
    listOperatorDeclarations: {
      summary: 'Find declarations',
      description:
        'Without `filter[state]` those that wait for an operator, the oldest first. `filter[q]` is a part of reference, ' +
        'typed number, e-mail address or name.',
    },
    getOperatorDeclaration: {
      summary: 'Show a declaration',
      description: 'With the record of use of what was bought, and the letters as they were written.',
    },
    answerDeclaration: {
      summary: 'Answer a declaration',
      description:
        '`carry_out` does what was declared as of its day, `goods_back` pays returned goods, `settle` pays what was used ' +
        'after the declaration, `reject` refuses it with a text for the sender. `deduction` is kept back for the use of ' +
        'digital content; `goods_back` needs it when a code of the goods was opened (`DEDUCTION_MISSING`). ' +
        '`carry_out` of what was carried out and waits changes nothing. `DECLARATION_ANSWERED`: somebody was faster, or it was ' +
        'carried out for another purchase. `RECORD_CHANGED`: it is open for another reason than `seen`, the `open_reason` that you ' +
        'saw, null for none. `PURCHASE_UNKNOWN`: name order or subscription by `code`. ' +
        '`NOT_POSSIBLE`: carried out now, the contract would end before the later day that was asked for. ' +
        '`PROOF_REQUIRED`: the preview has `needs_proof`, or a charge of as much runs, and the second factor was not proved in the last ten ' +
        'minutes; keys cannot.',
      failures: [...decisionFailures, 'PROOF_REQUIRED'],
    },
  },
};
