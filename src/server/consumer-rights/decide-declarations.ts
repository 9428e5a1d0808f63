import { sql, type Transaction } from 'kysely';
import { normaliseEmail } from '#core/model/email-address.ts';
import { plainCode } from '#core/model/typed-text.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { reservingStates } from '#core/rules/orders/order-states.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { isOutage } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import {
  carryOutCancellation,
  endsBefore,
  type FoundPurchase,
  findPurchase,
} from './carry-out-cancellation.ts';
import { carryOutWithdrawal } from './carry-out-withdrawal.ts';
import type {
  CancellationDetails,
  Decision,
  DeclarationRow,
  LineDecision,
  ReceiptDetails,
  WithdrawalDetails,
} from './decision.ts';
import { mailReceipt } from './record-declaration.ts';

const batch = 20;

/** The result of a declaration. */
export interface DecidedDeclaration {
  /** `unmatched`: no purchase was found, and no operator has to decide. */
  readonly state: 'matched' | 'open' | 'unmatched';
  readonly decision: Decision;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
}

/**
 * Processes new declarations, oldest first. Those whose receipt was mailed at once come before those above a mail
 * limit, so that a flood delays nobody. Declarations that belong to an order or subscription are carried out
 * (docs/behaviour/consumer-rights.md#decision-of-a-declaration); others that an operator can do something about wait
 * for one. Several servers may run this at once: each declaration is locked by one of them. Returns how many it
 * processed.
 */
export async function decideDeclarations(context: OrderContext, signal?: AbortSignal): Promise<number> {
  for (let looked = 0; looked < batch; looked += 1) {
    if (signal?.aborted) return looked;
    if (!(await decideNext(context))) return looked;
  }
  return batch;
}

async function decideNext(context: OrderContext): Promise<boolean> {
  let taken: string | null = null;
  try {
    return await inTransaction(context.db, async (trx) => {
      const row = await trx
        .selectFrom('declarations')
        .selectAll()
        .where('state', '=', 'received')
        .orderBy(sql`details ->> 'is_receipted'`, 'desc')
        .orderBy('received_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return false;
      taken = row.id;
      const { decision, ...columns } = await decideDeclaration(trx, context, row);
      await trx
        .updateTable('declarations')
        .set({ ...columns, decision: JSON.stringify(decision) })
        .where('id', '=', row.id)
        .execute();
      await mailOutcome(trx, context, row, decision, 'decided');
      return true;
    });
  } catch (error) {
    if (taken === null || isOutage(error)) throw error;
    await giveUp(context, taken, error);
    return true;
  }
}

/** Leaves a declaration whose processing failed to an operator, so that it does not block the following ones. */
async function giveUp(context: OrderContext, id: string, error: unknown): Promise<void> {
  context.log.error('declaration_not_decided', error, { declaration: id });
  const decision: Decision = { open: 'FAILED' };
  await context.db
    .updateTable('declarations')
    .set({ state: 'open', decision: JSON.stringify(decision) })
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute();
}

async function decideDeclaration(
  trx: Transaction<Database>,
  context: OrderContext,
  row: DeclarationRow,
): Promise<DecidedDeclaration> {
  const purchase = await findPurchase(trx, { code: row.declared_code, email: row.email });
  const { is_receipted, is_never_collected = false } = row.details as ReceiptDetails;
  if (purchase === null) {
    const place = { order_id: null, subscription_id: null };
    if (is_never_collected) return { ...place, state: 'unmatched', decision: {} };
    if (!is_receipted) {
      const collected = await mailCollectedReceipt(trx, context, row);
      return { ...place, state: 'unmatched', decision: { collected } };
    }
    return (await isHalfKnown(trx, row))
      ? { ...place, state: 'open', decision: { open: 'NO_MATCH' } }
      : { ...place, state: 'unmatched', decision: {} };
  }
  if (!is_receipted) {
    const kind = row.kind === 'withdrawal' ? 'withdrawal' : 'cancellation';
    await mailReceipt(trx, context, { id: row.id, kind, email: row.email, locale: localeOf(row) });
  }
  if (row.kind === 'withdrawal') return decideWithdrawal(trx, context, purchase, row);
  return decideCancellation(trx, context, purchase, row);
}

/**
 * Whether only the number or only the e-mail belongs to a purchase: the customer may have mistyped the other. Also true
 * for an order whose payment is still pending, because it would be fulfilled although it was withdrawn.
 */
async function isHalfKnown(
  trx: Transaction<Database>,
  { declared_code, email }: DeclarationRow,
): Promise<boolean> {
  if ((await findPurchase(trx, { code: declared_code, email: null })) !== null) return true;
  const wanted = normaliseEmail(email);
  const isPlaced = sql`(orders.completed_at is not null or orders.state in (${sql.join(reservingStates)}))`;
  const { rows } = await sql<{ is_known: boolean }>`select
    exists (select from orders
      where (email = ${wanted} or code = ${plainCode(declared_code)}) and ${isPlaced})
    or exists (select from users join orders on orders.user_id = users.id
      where users.email = ${wanted} and ${isPlaced}) as is_known`.execute(trx);
  return rows[0]?.is_known === true;
}

const hour = 60 * 60_000;
/**
 * Milliseconds between the end of the hour and its collected receipt, so that all transactions of the hour have ended.
 */
const collectedAfter = 60_000;

/** Arbitrary number. Advisory locks with two keys never collide with those with one key. */
const lockClass = 4;

/**
 * Queues one receipt for all declarations of an address that are decided in this hour; returns the hour. The mail
 * belongs to the first of them and is deleted with it, so that no key is derived from the address. The limit applies to
 * the mailbox, whatever labels its addresses have.
 */
async function mailCollectedReceipt(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids' | 'log'>,
  row: DeclarationRow,
): Promise<string> {
  const begin = Math.floor(context.clock.now() / hour) * hour;
  const collected = new Date(begin).toISOString();
  // Serialises servers that decide declarations of the same address.
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${row.email}))`.execute(trx);
  const first = await trx
    .selectFrom('declarations')
    .select('id')
    .where('email', '=', row.email)
    .where(sql<boolean>`decision ->> 'collected' = ${collected}`)
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) return collected;
  const mailbox = mailboxOf(row.email);
  if (!(await takeHit(trx, context, [limitOf('collected_receipt', { mailbox })])).ok) return collected;
  await enqueueMail(trx, context, {
    template: 'collected_receipt',
    recipient: row.email,
    locale: localeOf(row),
    facts: { declaration_id: row.id, collected },
    dedupe_key: `collected_receipt:${row.id}`,
    due_at: begin + hour + collectedAfter,
  });
  return collected;
}

function localeOf({ locale }: DeclarationRow): Locale {
  return isLocale(locale) ? locale : defaultLocale;
}

/**
 * Carries out a withdrawal for a purchase. It stays open while an operator has something to settle
 * (`pendingReasonOf`).
 */
export async function decideWithdrawal(
  trx: Transaction<Database>,
  context: OrderContext,
  purchase: FoundPurchase,
  { id, received_at, details }: DeclarationRow,
): Promise<DecidedDeclaration> {
  const found = purchaseColumns(purchase);
  const withdrawal = {
    declarationId: id,
    receivedAt: received_at,
    lines: (details as WithdrawalDetails).lines,
  };
  const lines = await carryOutWithdrawal(trx, context, purchase, withdrawal);
  if (lines.every((line) => line.result === 'UNKNOWN_LINE')) {
    return { ...found, state: 'open', decision: { lines, open: 'NOTHING_FITS' } };
  }
  const open = pendingReasonOf(lines);
  return open === null
    ? { ...found, state: 'matched', decision: { lines } }
    : { ...found, state: 'open', decision: { lines, open } };
}

/**
 * Returns what an operator still has to settle for these lines: a use after the declaration comes before returned
 * goods.
 */
export function pendingReasonOf(lines: readonly LineDecision[]): 'USED_SINCE' | 'GOODS_AWAITED' | null {
  if (lines.some(({ result }) => result === 'USED_SINCE')) return 'USED_SINCE';
  return lines.some(({ result }) => result === 'await_return') ? 'GOODS_AWAITED' : null;
}

async function decideCancellation(
  trx: Transaction<Database>,
  context: OrderContext,
  purchase: FoundPurchase,
  row: DeclarationRow,
): Promise<DecidedDeclaration> {
  const { kind, ends_on } = row.details as CancellationDetails;
  const found = purchaseColumns(purchase);
  const { subscriptions } = purchase;
  const open = (reason: Decision['open'] & string): DecidedDeclaration => ({
    ...found,
    state: 'open',
    decision: { open: reason },
  });
  if (subscriptions.length === 0) return open('NOTHING_FITS');
  // An operator decides on extraordinary cancellations and on days later than the earliest possible.
  if (kind === 'extraordinary') return open('GOOD_CAUSE');
  if (ends_on !== null && subscriptions.some((one) => endsBefore(one, row.received_at, ends_on)))
    return open('LATER_DAY');
  const decided = await carryOutCancellation(trx, context, subscriptions, row);
  return { ...found, state: 'matched', decision: { subscriptions: decided } };
}

/** The columns that link a declaration to its order or subscription. */
export function purchaseColumns({ order, subscriptions }: FoundPurchase) {
  return { order_id: order?.id ?? null, subscription_id: subscriptions[0]?.id ?? null };
}

/** Whether a decision changes something for the buyer. */
function hasEffect({ lines = [], subscriptions = [] }: Decision): boolean {
  return (
    lines.some(({ result }) => ['refunded', 'await_return', 'USED_SINCE'].includes(result)) ||
    subscriptions.some(({ result }) => result !== 'NOTHING_TO_CANCEL')
  );
}

/**
 * Mails the decision to the declarant, if there is one. Above a mail limit the job mails only an outcome that changes
 * something, because anybody can repeat a declaration about a purchase.
 */
export async function mailOutcome(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids' | 'log'>,
  row: DeclarationRow,
  decision: Decision,
  occasion: 'decided' | 'answered' | 'rejected' | 'settled' | 'returned',
): Promise<void> {
  const { lines = [], subscriptions = [], open, text } = decision;
  const hasNews = lines.length > 0 || subscriptions.length > 0 || text !== undefined;
  if (open === 'NOTHING_FITS' || !hasNews) return;
  const { is_receipted } = row.details as ReceiptDetails;
  if (occasion === 'decided' && !is_receipted && !hasEffect(decision)) return;
  const template = row.kind === 'withdrawal' ? 'withdrawal_outcome' : 'cancellation_outcome';
  await enqueueMail(trx, context, {
    template,
    recipient: row.email,
    locale: localeOf(row),
    facts: { declaration_id: row.id },
    dedupe_key: `${template}:${row.id}:${occasion}`,
  });
}
