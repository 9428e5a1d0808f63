import { type Kysely, sql } from 'kysely';
import type {
  declarationFilters,
  OperatorDeclaration,
  OperatorDeclarationRow,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import type { ProductKind } from '#core/model/product.ts';
import { calendarDay, isoOf } from '#core/rules/basics/calendar.ts';
import { withdrawalEnd } from '#core/rules/consumer-rights/consumer-rights.ts';
import { decisionDueDay } from '#core/rules/consumer-rights/declaration-terms.ts';
import { mailSubject } from '#server/orders/operator-order.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { letterKeyOfRow } from '#server/platform/outbox/mail-templates.ts';
import {
  type CancellationDetails,
  type Decision,
  type DeclarationRow,
  openReasonOf,
  type WithdrawalDetails,
} from './decision.ts';

interface WantedDeclarations extends ListPageRequest {
  readonly q?: string | undefined;
  readonly state: (typeof declarationFilters)[number];
  readonly kind?: OperatorDeclarationRow['kind'] | undefined;
}

/** Searched text of a declaration. Must equal the expression of the index `declarations_by_words`. */
const searchedText = sql<string>`lower(reference || ' ' || declared_code || ' ' || email || ' ' || name)`;

/**
 * Finds declarations: open ones oldest first, others newest first
 * (docs/behaviour/operations.md#declarations-for-operators).
 */
export async function listOperatorDeclarations(
  db: Kysely<Database>,
  { q, state, kind, after, size }: WantedDeclarations,
): Promise<ListPage<OperatorDeclarationRow>> {
  const direction = state === 'open' ? 'asc' : 'desc';
  const order = { time: 'received_at', id: 'id', direction } as const;
  const found = db
    .selectFrom('declarations')
    .selectAll()
    .$if(state !== 'all', (query) => query.where('state', '=', state))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(q !== undefined && q !== '', (query) => query.where(searchedText, 'like', containsPattern(q ?? '')));
  const { rows, next } = await readPage(found, order, { after, size });
  return { rows: rows.map(toRow), next };
}

function toRow(row: DeclarationRow): OperatorDeclarationRow {
  const { id, reference, name, email, declared_code, received_at, answered_at } = row;
  const kind = row.kind as OperatorDeclarationRow['kind'];
  const state = row.state as OperatorDeclarationRow['state'];
  return {
    id,
    reference,
    kind,
    state,
    open_reason: openReasonOf(row),
    name,
    email,
    declared_code,
    received_at: received_at.toISOString(),
    answered_at: isoOf(answered_at),
    due_on: state === 'open' ? decisionDueDay(kind, calendarDay(received_at.getTime())) : null,
  };
}

/** Loads a declaration with everything needed to decide it; null when there is none. */
export async function readOperatorDeclaration(
  db: Kysely<Database>,
  id: string,
): Promise<OperatorDeclaration | null> {
  const row = await db.selectFrom('declarations').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const details = row.details as WithdrawalDetails & CancellationDetails;
  const { lines = [], subscriptions = [], text = null } = row.decision as Decision;
  const isWithdrawal = row.kind === 'withdrawal';
  const [subscription, evidence, letters, history] = await Promise.all([
    row.subscription_id === null
      ? undefined
      : db
          .selectFrom('subscriptions')
          .select(['id', 'code'])
          .where('id', '=', row.subscription_id)
          .executeTakeFirst(),
    readEvidence(db, row.order_id),
    readLetters(db, id),
    readHistory(db, { type: 'declarations', id }),
  ]);
  return {
    ...toRow(row),
    reason: details.reason,
    wanted_lines: isWithdrawal ? details.lines : null,
    cancellation: isWithdrawal ? null : { kind: details.kind, ends_on: details.ends_on },
    decision: {
      lines: lines.map(({ title, quantity, result, amount, deduction = 0 }) => ({
        title,
        quantity,
        result,
        amount,
        deduction,
      })),
      subscriptions,
      text,
    },
    subscription: subscription ?? null,
    evidence,
    letters,
    history,
  };
}

/** Loads what was bought and how it was used (docs/behaviour/consumer-rights.md#record-of-use). */
async function readEvidence(
  db: Kysely<Database>,
  orderId: string | null,
): Promise<OperatorDeclaration['evidence']> {
  if (orderId === null) return null;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order === undefined) return null;
  const lines = await db
    .selectFrom('order_lines')
    .leftJoin('digital_contents', (join) =>
      join
        .onRef('digital_contents.order_line_id', '=', 'order_lines.id')
        .on('digital_contents.opened_at', 'is not', null),
    )
    .select(['order_lines.id', 'title', 'kind', 'is_shipped', 'quantity', 'position'])
    .select(({ fn, selectFrom }) => [
      fn.min('digital_contents.opened_at').as('opened_at'),
      fn.max('digital_contents.last_used_at').as('last_used_at'),
      sql<string | null>`(array_agg(opened_lesson_id order by digital_contents.opened_at))[1]`.as(
        'opened_lesson_id',
      ),
      selectFrom('gift_codes')
        .select(({ fn: counted }) => counted.countAll<string>().as('count'))
        .whereRef('gift_codes.order_line_id', '=', 'order_lines.id')
        .where('redeemed_at', 'is not', null)
        .as('codes_redeemed'),
    ])
    .where('order_id', '=', orderId)
    .groupBy('order_lines.id')
    .orderBy('position')
    .execute();
  const dayOf = (moment: Date | null) => (moment === null ? null : calendarDay(moment.getTime()));
  const contract_on = calendarDay((order.completed_at ?? order.created_at).getTime());
  return {
    order_id: order.id,
    order_code: order.code,
    bought_at: isoOf(order.completed_at),
    confirmed_at: isoOf(order.confirmed_at),
    waiver_accepted_at: isoOf(order.waiver_accepted_at),
    code_waiver_accepted_at: isoOf(order.code_waiver_accepted_at),
    early_start_requested_at: isoOf(order.early_start_requested_at),
    shipped_at: isoOf(order.shipped_at),
    delivered_at: isoOf(order.delivered_at),
    lines: lines.map((line) => ({
      id: line.id,
      title: line.title,
      quantity: line.quantity,
      withdrawal_until: withdrawalEnd({
        kind: line.kind as ProductKind,
        is_shipped: line.is_shipped,
        contract_on,
        delivered_on: dayOf(order.delivered_at),
      }),
      opened_at: isoOf(line.opened_at),
      opened_lesson_id: line.opened_lesson_id,
      last_used_at: isoOf(line.last_used_at),
      codes_redeemed: Number(line.codes_redeemed),
    })),
  };
}

/** Loads the mails about a declaration, with subject and text if they were stored. */
async function readLetters(
  db: Kysely<Database>,
  declarationId: string,
): Promise<OperatorDeclaration['letters']> {
  const mails = await db
    .selectFrom('outbox')
    .leftJoin('documents', (join) => join.on(sql<boolean>`documents.key = ${letterKeyOfRow}`))
    .select(['outbox.id', 'template', 'created_at', 'sent_at', 'failed_at', 'content'])
    .where(mailSubject, '=', declarationId)
    .orderBy('created_at')
    .orderBy('outbox.id')
    .execute();
  return mails.map(({ content, created_at, sent_at, failed_at, ...mail }) => {
    const { subject = null, text = null } =
      content === null
        ? {}
        : (JSON.parse(content.toString('utf8')) as { readonly subject?: string; readonly text?: string });
    return {
      ...mail,
      created_at: created_at.toISOString(),
      sent_at: isoOf(sent_at),
      failed_at: isoOf(failed_at),
      subject,
      // Hides the buyer's token that opens the order.
      text: text?.replaceAll(/\{\{\w+\}\}/g, '…') ?? null,
    };
  });
}
