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
  /** Why an operator must decide; null if no decision is needed. */
  open_reason: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  /** As typed. */
  declared_code: z.string(),
  received_at: instant,
  answered_at: z.nullable(instant),
  /** Legal deadline for a decision; null without one, or if no decision is needed. */
  due_on: z.nullable(day),
});

export type OperatorDeclarationRow = Infer<typeof declarationRow>;

/** The purchase and the record of its use, as evidence for the decision. */
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
      /** Last day of the withdrawal period; null if it has not begun. */
      withdrawal_until: z.nullable(day),
      /** First delivery of a paid lesson, and its id. */
      opened_at: z.nullable(instant),
      opened_lesson_id: z.nullable(z.string()),
      /** Memberships and subscriptions: last delivery after the first, recorded once a day. */
      last_used_at: z.nullable(instant),
      codes_redeemed: z.int(),
    }),
  ),
});

const declaration = z.object({
  ...declarationRow.shape,
  /** Reason given by the sender. */
  reason: z.nullable(z.string()),
  /** Withdrawn lines, as typed; null for the whole order. */
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
        /** Deduction for the use of digital content. */
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
  /** Letters about receipt and decision; `text` is null until the mail is composed. */
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

/** Open ones are listed oldest first, all others newest first. */
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

/** The `open_reason` that the operator saw, to detect concurrent decisions. */
const seen = z.optional(z.nullable(line(40)));

/** An operator's decision. */
export const declarationDecision = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('carry_out'),
    /** Code of the order or subscription, if the sender mistyped it. */
    code: z.optional(line(40, 1)),
    seen,
  }),
  z.object({
    action: z.literal('goods_back'),
    /** Deduction in cents for content of opened codes. */
    deduction: z.optional(deduction),
    seen,
  }),
  z.object({
    action: z.literal('settle'),
    /** Deduction in cents for use after the declaration. */
    deduction,
    seen,
  }),
  z.object({ action: z.literal('reject'), text: text(2_000, 3), seen }),
]);

export type DeclarationDecision = Infer<typeof declarationDecision>;

/** The sender is notified by mail. */
const answerDeclaration = defineOperatorEndpoint({
  name: 'answerDeclaration',
  method: 'POST',
  path: '/operator/declarations/:id/decision',
  permission: 'declarations.decide',
  params: byId,
  body: declarationDecision,
  response: z.object({ data: resource('operator_declarations', declaration) }),
});

export const declarationEndpoints = { listOperatorDeclarations, getOperatorDeclaration, answerDeclaration };

/** Failure codes of a decision. */
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
  description: 'Withdrawals and cancellations, pending and decided.',
  operations: {
    listOperatorDeclarations: {
      summary: 'Find declarations',
      description:
        'Without `filter[state]`: those that need an operator’s decision, oldest first. `filter[q]` ' +
        'matches part of reference, typed number, e-mail address or name.',
    },
    getOperatorDeclaration: {
      summary: 'Show a declaration',
      description: 'Includes the record of use of the purchase, and the letters as sent.',
    },
    answerDeclaration: {
      summary: 'Decide on a declaration',
      description:
        '`carry_out` carries out the declaration as of its day, `goods_back` refunds returned goods, ' +
        '`settle` refunds content used after the declaration, `reject` rejects it with a text for the ' +
        'sender. `deduction` is deducted for the use of digital content; `goods_back` requires it if a ' +
        'code of the goods was opened (`DEDUCTION_MISSING`). `carry_out` changes nothing if it was carried ' +
        'out and is still pending. `DECLARATION_ANSWERED`: it was decided already, or carried out for ' +
        'another purchase. `RECORD_CHANGED`: `open_reason` is no longer `seen`, the value that you saw ' +
        '(null for none). `PURCHASE_UNKNOWN`: identify the order or subscription by `code`. ' +
        '`NOT_POSSIBLE`: if carried out now, the contract would end before the later day requested. ' +
        '`PROOF_REQUIRED`: the preview has `needs_proof`, or a charge of the same amount is in progress, ' +
        'and the second factor was not verified in the last ten minutes; API keys cannot do this.',
      failures: [...decisionFailures, 'PROOF_REQUIRED'],
    },
  },
};
