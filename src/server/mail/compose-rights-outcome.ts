import { calendarDay } from '#core/rules/validity.ts';
import type { Decision } from '#server/consumer-rights/decision.ts';
import type { ComposedMail, MailPart } from './mail-layout.ts';
import { fill } from './mail-texts.ts';
import type { OrderMailNeeds } from './order-attachments.ts';
import { writtenAmount } from './written-amount.ts';
import { writtenDay } from './written-day.ts';

/** What was decided on a declaration, line by line or contract by contract, each with its reason. */
export async function composeRightsOutcome(
  { db, texts, locale }: OrderMailNeeds,
  declarationId: string,
): Promise<ComposedMail> {
  const row = await db
    .selectFrom('declarations')
    .selectAll()
    .where('id', '=', declarationId)
    .executeTakeFirstOrThrow();
  const words = row.kind === 'withdrawal' ? texts.withdrawal_outcome : texts.cancellation_outcome;
  const { lines = [], contracts = [], text } = row.decision as Decision;
  const result = (code: string, values: Readonly<Record<string, string>>) =>
    fill(words.results[code] ?? code, values);
  const decided = [
    ...lines.map((line) => {
      const amount = writtenAmount(line.amount, locale);
      return `${line.quantity} × ${line.title}: ${result(line.result, { amount })}`;
    }),
    ...contracts.map((contract) => {
      const day = contract.ends_on === null ? '' : writtenDay(contract.ends_on, locale);
      return `${contract.title} (${contract.contract_code}): ${result(contract.result, { day })}`;
    }),
  ];
  const day = writtenDay(calendarDay(row.received_at.getTime()), locale);
  const listed: readonly MailPart[] =
    decided.length === 0
      ? []
      : [{ kind: 'lines', title: `${texts.declaration.code} ${row.contract_code}`, lines: decided }];
  return {
    subject: fill(words.subject, { reference: row.reference }),
    heading: words.heading,
    preview: words.heading,
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: fill(words.intro, { day }) },
      ...listed,
      ...(text === undefined ? [] : [{ kind: 'paragraph' as const, text }]),
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
