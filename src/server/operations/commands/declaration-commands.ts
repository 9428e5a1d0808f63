import { z } from 'zod';
import { noCents } from '#core/rules/basics/money.ts';
import {
  countUnmatchedDeclarations,
  decideAsOperator,
  listOpenDeclarations,
  type OperatorDecision,
  type OperatorDecisionRefusal,
} from '#server/consumer-rights/operator-decision.ts';
import { defineCommand, done, euros, failed, moment, orderCode } from './command.ts';

const input = z
  .object({
    reference: z.string(),
    'carry-out': z.boolean().default(false),
    code: orderCode.optional(),
    'goods-back': z.boolean().default(false),
    settle: z.boolean().default(false),
    deduction: z.union([z.literal('0').transform(() => noCents), euros]).optional(),
    reject: z
      .string()
      .trim()
      .min(3, 'write the reason: the sender reads it')
      .max(2_000, 'write 2000 characters at most')
      .optional(),
  })
  .superRefine((given, { addIssue }) => {
    const fault = (message: string) => addIssue({ code: 'custom', message });
    const answers = [given['carry-out'], given['goods-back'], given.settle, given.reject !== undefined];
    if (answers.filter(Boolean).length !== 1)
      fault('Choose one answer: --carry-out, --goods-back, --settle or --reject TEXT');
    if (given.code !== undefined && !given['carry-out']) fault('--code belongs to --carry-out');
    if (given.settle && given.deduction === undefined) fault('--settle needs --deduction EUROS, if only 0');
    if (given.deduction !== undefined && !given.settle && !given['goods-back'])
      fault('--deduction belongs to --goods-back or --settle');
  });

/** `declaration answer`: decides a withdrawal or cancellation that matched no purchase or waits for returned goods. */
export const decideDeclarationCommand = defineCommand({
  name: 'declaration answer',
  usage:
    'REFERENCE (--carry-out [--code CODE] | --goods-back [--deduction EUROS] | --settle --deduction EUROS | --reject TEXT)',
  summary: 'answers a withdrawal or cancellation, and mails the decision',
  notes: [
    '--carry-out    does what was declared, for the order or subscription CODE if the sender mistyped it',
    '--goods-back   the goods of a withdrawal have come back: pays them',
    '--settle       pays what was used after its withdrawal was declared',
    '--deduction    what is kept back for the use of digital content; 0 keeps nothing back',
    '--reject TEXT  refuses it; TEXT goes into the mail',
  ],
  operands: ['reference'],
  options: {
    'carry-out': { type: 'boolean' },
    code: { type: 'string' },
    'goods-back': { type: 'boolean' },
    settle: { type: 'boolean' },
    deduction: { type: 'string' },
    reject: { type: 'string' },
  },
  input,
  async run(context, given) {
    const outcome = await decideAsOperator(context, given.reference, decisionOf(given));
    if (!outcome.ok) return failed(describeRefusal(outcome.error, given.reference));
    const { state, decision } = outcome.value;
    const waiting =
      decision.open === 'USED_SINCE'
        ? 'until its use after the declaration is settled: --settle --deduction EUROS'
        : 'until the goods are back';
    return done(
      state === 'open' ? `${given.reference} stays open ${waiting}.` : `${given.reference} is answered.`,
      `  ${JSON.stringify(decision)}`,
    );
  },
});

function decisionOf(given: z.output<typeof input>): OperatorDecision {
  if (given.reject !== undefined) return { action: 'reject', text: given.reject };
  if (given['goods-back']) return { action: 'goods_back', deduction: given.deduction };
  if (given.settle) return { action: 'settle', deduction: given.deduction ?? noCents };
  return { action: 'carry_out', code: given.code };
}

function describeRefusal(refusal: OperatorDecisionRefusal, reference: string): string {
  switch (refusal) {
    case 'UNKNOWN_DECLARATION':
      return `There is no declaration ${reference}; declarations lists the open ones.`;
    case 'NOT_OPEN':
      return `${reference} was answered already.`;
    case 'SEEN_DIFFERS':
      return `${reference} is open for another reason by now.`;
    case 'UNKNOWN_PURCHASE':
      return 'There is no such order or subscription, or nothing of it fits: name the right one with --code.';
    case 'DAY_TOO_FAR':
      return 'Carried out now, the contract would end before the day that was asked for: wait until it would not.';
    case 'NO_GOODS_AWAITED':
      return `No goods of ${reference} are on their way back.`;
    case 'NOTHING_TO_SETTLE':
      return `Nothing of ${reference} was used after it was declared.`;
    case 'DEDUCTION_MISSING':
      return 'A code in the goods was opened: name what its use is worth with --deduction EUROS, if only 0.';
    case 'DEDUCTION_TOO_HIGH':
      return 'The deduction is higher than what was opened is worth, or than what is paid back: name less.';
  }
}

/** `declarations`: withdrawals and cancellations that wait for an operator. */
export const listDeclarationsCommand = defineCommand({
  name: 'declarations',
  usage: '',
  summary: 'lists withdrawals and cancellations that wait for an answer, oldest first',
  input: z.object({}),
  async run(context) {
    const open = await listOpenDeclarations(context);
    const unmatched = await countUnmatchedDeclarations(context);
    const others =
      unmatched === 0
        ? []
        : [
            `${unmatched} more belong to no purchase and wait for nobody; declaration answer knows them, too.`,
          ];
    if (open.length === 0) return done('No withdrawal or cancellation waits for an answer.', ...others);
    return done(
      ...open.flatMap((declaration) => [
        `${declaration.reference}  ${declaration.kind} for "${declaration.declared_code}"` +
          ` by ${declaration.name}, ${declaration.email}, received ${moment(declaration.received_at)}`,
        `  ${JSON.stringify(declaration.details)}`,
        `  so far: ${JSON.stringify(declaration.decision)}`,
      ]),
      ...others,
    );
  },
});
