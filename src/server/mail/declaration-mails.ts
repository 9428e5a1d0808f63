import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import {
  areRepeatableLines,
  isRepeatableName,
  isRepeatableNumber,
  repeatableReason,
} from '#core/rules/consumer-rights/repeatable-input.ts';
import { findPurchase } from '#server/consumer-rights/carry-out-cancellation.ts';
import type {
  CancellationDetails,
  Decision,
  DeclarationRow,
  WithdrawalDetails,
} from '#server/consumer-rights/decision.ts';
import type { ComposedMail, MailPart, MailRow } from '#server/platform/outbox/mail-layout.ts';
import {
  fill,
  formatAmount,
  formatDateTime,
  formatDay,
  type LocaleMailTexts,
} from '#server/platform/outbox/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';

/**
 * Composes the receipt of a withdrawal or cancellation, with its content, date and time (§ 356a and § 312k BGB).
 * Anybody can enter any address, so all typed text is repeated only to the e-mail address of the purchase with this
 * number; other addresses get no text that could carry links or advertising
 * (docs/behaviour/consumer-rights.md#receipt-of-a-declaration). Null if the declaration was deleted.
 */
export async function composeDeclarationReceipt(
  { db, texts, locale }: OrderMailNeeds,
  declarationId: string,
): Promise<ComposedMail | null> {
  const row = await findDeclaration(db, declarationId);
  if (row === undefined) return null;
  const isWithdrawal = row.kind === 'withdrawal';
  const words = isWithdrawal ? texts.withdrawal_receipt : texts.cancellation_receipt;
  const labels = texts.declaration;
  const isBuyer = (await findPurchase(db, { code: row.declared_code, email: row.email })) !== null;
  const { reason: typed, lines = null } = row.details as Pick<WithdrawalDetails, 'reason'> &
    Partial<WithdrawalDetails>;
  const areLinesRepeated = isBuyer || lines === null || areRepeatableLines(lines.map(({ id }) => id));
  const content = isWithdrawal
    ? withdrawalRows(row.details as WithdrawalDetails, labels, areLinesRepeated)
    : cancellationRows(row.details as CancellationDetails, labels, locale);
  const isNumberRepeated = isBuyer || isRepeatableNumber(row.declared_code);
  const isNameRepeated = isBuyer || isRepeatableName(row.name);
  const reason = isBuyer || typed === null ? typed : repeatableReason(typed);
  const isWhole =
    isNumberRepeated && isNameRepeated && areLinesRepeated && (reason === null) === (typed === null);
  return {
    subject: fill(words.subject, { reference: row.reference }),
    heading: words.heading,
    preview: words.intro,
    lead: [texts.greeting_plain, words.intro],
    parts: [
      {
        kind: 'lines',
        title: `${labels.reference} ${row.reference}`,
        lines: [
          { label: labels.received, value: formatDateTime(row.received_at, locale) },
          ...(isNumberRepeated ? [{ label: labels.code, value: row.declared_code }] : []),
          ...(isNameRepeated ? [{ label: labels.name, value: row.name }] : []),
          { label: labels.email, value: shownEmail(row.email) },
          ...content,
          ...(reason !== null ? [{ label: labels.reason, value: reason }] : []),
        ].map(({ label, value }) => `${label}: ${value}`),
      },
      ...(isWhole ? [] : [{ kind: 'paragraph' as const, text: labels.not_repeated }]),
      { kind: 'paragraph', text: isBuyer ? words.afterwards : labels.unmatched },
    ],
    attachments: [],
  };
}

function findDeclaration(db: OrderMailNeeds['db'], id: string): Promise<DeclarationRow | undefined> {
  return db.selectFrom('declarations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Maximum declarations listed in a collected receipt, newest first; of the others it gives the number. */
const mostListed = 50;

/**
 * Composes one receipt for all declarations of an address in one hour that exceed the limit of single receipts and
 * match no purchase, newest first (docs/behaviour/consumer-rights.md#limit-of-declaration-mails). Null if they were
 * deleted.
 */
export async function composeCollectedReceipt(
  { db, texts, locale }: OrderMailNeeds,
  email: string,
  collected: string,
): Promise<ComposedMail | null> {
  const told = db
    .selectFrom('declarations')
    .where('email', '=', email)
    .where(sql<boolean>`decision ->> 'collected' = ${collected}`);
  const rows = await told
    .select(['reference', 'received_at', 'declared_code', 'name'])
    .orderBy('received_at', 'desc')
    .orderBy('reference')
    .limit(mostListed)
    .execute();
  if (rows.length === 0) return null;
  const { count } = await told
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const words = texts.collected_receipt;
  const labels = texts.declaration;
  const listed = rows.map(({ reference, received_at, declared_code, name }) => {
    const number = isRepeatableNumber(declared_code) ? [declared_code] : [];
    const declarant = isRepeatableName(name) ? [name] : [];
    return `${reference}: ${[formatDateTime(received_at, locale), ...number, ...declarant].join(', ')}`;
  });
  const others = Number(count) - listed.length;
  const more = others > 0 ? [fill(words.more, { count: String(others) })] : [];
  return {
    subject: words.subject,
    heading: words.heading,
    preview: words.intro,
    lead: [texts.greeting_plain, words.intro],
    parts: [
      { kind: 'lines', title: labels.received, lines: [...listed, ...more] },
      { kind: 'paragraph', text: labels.not_repeated },
      { kind: 'paragraph', text: labels.unmatched },
    ],
    attachments: [],
  };
}

type Labels = LocaleMailTexts['declaration'];

/** Returns the withdrawn lines as typed; if they must not be repeated, only whether there were any. */
function withdrawalRows(
  { lines }: WithdrawalDetails,
  labels: Labels,
  areRepeated: boolean,
): readonly MailRow[] {
  const written = lines?.map(({ id, quantity }) => (quantity === null ? id : `${quantity} × ${id}`));
  const named = areRepeated ? written?.join(', ') : written && labels.some_lines;
  return [{ label: labels.lines, value: named ?? labels.everything }];
}

function cancellationRows(details: CancellationDetails, labels: Labels, locale: Locale): readonly MailRow[] {
  const { kind, ends_on } = details;
  return [
    { label: labels.kind, value: labels[kind] },
    { label: labels.ends_on, value: ends_on === null ? labels.soonest : formatDay(ends_on, locale) },
  ];
}

/** Returns notes for the buyer: about the refund if money is paid back, about the return if goods are awaited. */
function followingNotes(
  lines: Decision['lines'] & object,
  { refund_note, return_note }: LocaleMailTexts['withdrawal_outcome'],
): readonly MailPart[] {
  const isAwaited = lines.some(({ result }) => result === 'await_return');
  const isRefunded = isAwaited || lines.some(({ result, amount }) => result === 'refunded' && amount > 0);
  return [
    ...(isRefunded ? [{ kind: 'paragraph' as const, text: refund_note }] : []),
    ...(isAwaited ? [{ kind: 'paragraph' as const, text: return_note }] : []),
  ];
}

/** Filters the lines for the mail: if an operator rejected with a text, pending lines are left out. */
function shownLines(lines: Decision['lines'] & object, text: string | undefined): Decision['lines'] & object {
  if (text === undefined) return lines;
  return lines.filter(({ result }) => result !== 'await_return' && result !== 'USED_SINCE');
}

/**
 * Composes the decision on a declaration, per order line or subscription, each with its reason. Null if the declaration
 * was deleted.
 */
export async function composeDeclarationOutcome(
  { db, texts, locale }: OrderMailNeeds,
  declarationId: string,
): Promise<ComposedMail | null> {
  const row = await findDeclaration(db, declarationId);
  if (row === undefined) return null;
  const words = row.kind === 'withdrawal' ? texts.withdrawal_outcome : texts.cancellation_outcome;
  const { subscriptions = [], text, ...decision } = row.decision as Decision;
  const lines = shownLines(decision.lines ?? [], text);
  const result = (code: string, values: Readonly<Record<string, string>>) =>
    fill(words.results[code] ?? code, values);
  const decided = [
    ...lines.map((line) => {
      const amount = formatAmount(line.amount, locale);
      const deduction = formatAmount(line.deduction ?? 0, locale);
      const code = line.deduction === undefined ? line.result : `${line.result}_less`;
      return `${line.quantity} × ${line.title}: ${result(code, { amount, deduction })}`;
    }),
    ...subscriptions.map((subscription) => {
      const day = subscription.ends_on === null ? '' : formatDay(subscription.ends_on, locale);
      return `${subscription.title} (${subscription.code}): ${result(subscription.result, { day })}`;
    }),
  ];
  const day = formatDay(calendarDay(row.received_at.getTime()), locale);
  const listed: readonly MailPart[] =
    decided.length === 0
      ? []
      : [{ kind: 'lines', title: `${texts.declaration.code} ${row.declared_code}`, lines: decided }];
  return {
    subject: fill(words.subject, { reference: row.reference }),
    heading: words.heading,
    preview: fill(words.intro, { day }),
    lead: [texts.greeting_plain, fill(words.intro, { day })],
    parts: [
      ...listed,
      ...(text === undefined ? [] : [{ kind: 'paragraph' as const, text }]),
      ...followingNotes(lines, texts.withdrawal_outcome),
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
