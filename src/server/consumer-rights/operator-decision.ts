import type { Transaction } from 'kysely';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { carryOutCancellation, findPurchase, isTooEarly } from './carry-out-cancellation.ts';
import { decideWithdrawal, mailOutcome, pendingReasonOf, purchaseColumns } from './decide-declarations.ts';
import {
  type CancellationDetails,
  type Decision,
  type DeclarationRow,
  openReasonOf,
  type WithdrawalDetails,
} from './decision.ts';
import { type SettlementRefusal, settleWithdrawal } from './settle-withdrawal.ts';

/** An operator's decision on an open declaration. */
export type OperatorDecision = ChosenAction & {
  /** Open reason that the operator saw, null for none. Undefined: not compared. */
  readonly seen?: string | null | undefined;
};

type ChosenAction =
  /** Carries it out for the order or subscription with this number, by default the declared number. */
  | { readonly action: 'carry_out'; readonly code?: string | undefined }
  /**
   * The goods were returned: refunds them, less `deduction` (cents) for the use of their codes; required if one was
   * opened.
   */
  | { readonly action: 'goods_back'; readonly deduction?: number | undefined }
  /** Refunds what was used after the declaration, less `deduction` (cents) for that use. */
  | { readonly action: 'settle'; readonly deduction: number }
  /** Refuses it with a free text. */
  | { readonly action: 'reject'; readonly text: string };

export type OperatorDecisionRefusal =
  | 'UNKNOWN_DECLARATION'
  /** It was decided before, or carried out for another purchase. */
  | 'NOT_OPEN'
  /** It is open for another reason than the operator saw. */
  | 'SEEN_DIFFERS'
  /** There is no such purchase, or nothing of it fits. */
  | 'UNKNOWN_PURCHASE'
  /** A cancellation to a later day that, carried out now, would end the subscription before that day. */
  | 'DAY_TOO_FAR'
  /** No returned goods are expected. */
  | 'NO_GOODS_AWAITED'
  /** Nothing was used after the declaration. */
  | 'NOTHING_TO_SETTLE'
  | SettlementRefusal;

interface DecisionResult {
  /** `open` while returned goods are expected, or a use after the declaration has to be settled. */
  readonly state: 'answered' | 'open';
  readonly decision: Decision;
}

/**
 * Decides a declaration that waits for an operator, or one that belongs to no purchase and whose sender has written
 * again (docs/behaviour/consumer-rights.md#answer-of-an-operator). A withdrawal is checked line by line as of the day
 * it was declared; to refund more than that, an operator uses the command `refund`. A declaration that was carried out
 * and needs settlement is not carried out again: the call returns its decision and changes nothing, whatever `seen` is.
 * `reference` is the number in the receipt.
 */
export function decideAsOperator(
  context: OrderContext,
  reference: string,
  chosen: OperatorDecision,
): Promise<Result<DecisionResult, OperatorDecisionRefusal>> {
  return inTransaction(context.db, (trx) => decideInTransaction(trx, context, reference, chosen));
}

/** As `decideAsOperator`, in a transaction of the caller, who may roll it back. */
export async function decideInTransaction(
  trx: Transaction<Database>,
  context: OrderContext,
  reference: string,
  chosen: OperatorDecision,
): Promise<Result<DecisionResult, OperatorDecisionRefusal>> {
  const row = await trx
    .selectFrom('declarations')
    .selectAll()
    .where('reference', '=', reference.trim().toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return err('UNKNOWN_DECLARATION');
  if (row.state !== 'open' && row.state !== 'unmatched') return err('NOT_OPEN');
  if (chosen.action === 'carry_out' && isCarriedOut(row)) return repeatOf(trx, row, chosen.code);
  if (chosen.seen !== undefined && chosen.seen !== openReasonOf(row)) return err('SEEN_DIFFERS');
  const decided = await carryOut(trx, context, row, chosen);
  if (!decided.ok) return decided;
  const { decision, ...columns } = decided.value;
  const isDone = columns.state === 'answered';
  await trx
    .updateTable('declarations')
    .set({
      ...columns,
      decision: JSON.stringify(decision),
      answered_at: isDone ? new Date(context.clock.now()) : null,
    })
    .where('id', '=', row.id)
    .execute();
  await recordChange(trx, context, {
    action: 'declaration.answered',
    record: { type: 'declarations', id: row.id },
    before: { state: row.state },
    after: { state: columns.state, answer: chosen.action },
  });
  const occasion = occasionOf(chosen, decision);
  if (occasion !== null) await mailOutcome(trx, context, row, decision, occasion);
  return ok({ state: columns.state, decision });
}

/** Whether a declaration was carried out, by the job or an operator, but still needs settlement. */
function isCarriedOut({ decision }: DeclarationRow): boolean {
  const { open } = decision as Decision;
  return open === 'GOODS_AWAITED' || open === 'USED_SINCE';
}

/**
 * Returns the decision on a declaration that was carried out, if `code` names the same purchase. Deciding its lines
 * again would refuse those that it has already refunded.
 */
async function repeatOf(
  trx: Transaction<Database>,
  { order_id, decision }: DeclarationRow,
  code: string | undefined,
): Promise<Result<DecisionResult, OperatorDecisionRefusal>> {
  const purchase = code === undefined ? null : await findPurchase(trx, { code, email: null });
  if (code !== undefined && purchase === null) return err('UNKNOWN_PURCHASE');
  if (purchase !== null && purchaseColumns(purchase).order_id !== order_id) return err('NOT_OPEN');
  return ok({ state: 'open', decision: decision as Decision });
}

/** Returns why the outcome is mailed; null for returned goods refunded in full, whose refund has its own mail. */
function occasionOf({ action }: OperatorDecision, { lines = [] }: Decision) {
  if (action === 'settle') return 'settled';
  // A declaration that needs settlement may be rejected after its first outcome was mailed.
  if (action === 'reject') return 'rejected';
  if (action === 'carry_out') return 'answered';
  return lines.some(({ result, deduction }) => result === 'refunded' && deduction !== undefined)
    ? 'returned'
    : null;
}

interface FiledDecision extends DecisionResult {
  readonly order_id: string | null;
  readonly subscription_id: string | null;
}

async function carryOut(
  trx: Transaction<Database>,
  context: OrderContext,
  row: DeclarationRow,
  chosen: OperatorDecision,
): Promise<Result<FiledDecision, OperatorDecisionRefusal>> {
  const { order_id, subscription_id } = row;
  const before = row.decision as Decision;
  switch (chosen.action) {
    case 'reject': {
      const { open: _, ...rest } = before;
      const decision = { ...rest, text: chosen.text };
      return ok({ state: 'answered', decision, order_id, subscription_id });
    }
    case 'goods_back':
      if (before.open !== 'GOODS_AWAITED') return err('NO_GOODS_AWAITED');
      return settle(trx, context, row, 'await_return', chosen.deduction);
    case 'settle':
      if (before.open !== 'USED_SINCE') return err('NOTHING_TO_SETTLE');
      return settle(trx, context, row, 'USED_SINCE', chosen.deduction);
    case 'carry_out':
      return carryOutFor(trx, context, row, chosen.code);
  }
}

async function settle(
  trx: Transaction<Database>,
  context: OrderContext,
  row: DeclarationRow,
  of: 'await_return' | 'USED_SINCE',
  deduction: number | undefined,
): Promise<Result<FiledDecision, OperatorDecisionRefusal>> {
  const { order_id, subscription_id } = row;
  if (order_id === null) return err('UNKNOWN_PURCHASE');
  const settled = await settleWithdrawal(trx, context, {
    order_id,
    declarationId: row.id,
    receivedAt: row.received_at,
    decided: (row.decision as Decision).lines ?? [],
    of,
    deduction: deduction === undefined ? null : cents(deduction),
  });
  if (!settled.ok) return settled;
  const lines = settled.value;
  const open = pendingReasonOf(lines);
  return ok({
    state: open === null ? 'answered' : 'open',
    decision: open === null ? { lines } : { lines, open },
    order_id,
    subscription_id,
  });
}

async function carryOutFor(
  trx: Transaction<Database>,
  context: OrderContext,
  row: DeclarationRow,
  code: string = row.declared_code,
): Promise<Result<FiledDecision, OperatorDecisionRefusal>> {
  const purchase = await findPurchase(trx, { code, email: null });
  if (purchase === null) return err('UNKNOWN_PURCHASE');
  if (row.kind === 'withdrawal') {
    const { decision, state, ...place } = await decideWithdrawal(trx, context, purchase, row);
    if (decision.open === 'NOTHING_FITS') return err('UNKNOWN_PURCHASE');
    return ok({ ...place, decision, state: state === 'open' ? 'open' : 'answered' });
  }
  const { subscriptions } = purchase;
  if (subscriptions.length === 0) return err('UNKNOWN_PURCHASE');
  if (isTooEarly(subscriptions, row, context.clock.now())) return err('DAY_TOO_FAR');
  const decided = await carryOutCancellation(trx, context, subscriptions, row);
  return ok({ ...purchaseColumns(purchase), state: 'answered', decision: { subscriptions: decided } });
}

/** A declaration that waits for an operator. */
interface OpenDeclaration {
  readonly reference: string;
  readonly kind: 'withdrawal' | 'cancellation';
  /** As typed. */
  readonly declared_code: string;
  readonly email: string;
  readonly name: string;
  readonly received_at: Date;
  readonly details: WithdrawalDetails | CancellationDetails;
  /** The decision so far, with the reason why it is open. */
  readonly decision: Decision;
}

/** Counts the declarations that belong to no purchase and wait for no operator. */
export async function countUnmatchedDeclarations({ db }: Pick<OrderContext, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('declarations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'unmatched')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists declarations that wait for an operator, oldest first. */
export async function listOpenDeclarations(
  { db }: Pick<OrderContext, 'db'>,
  limit = 100,
): Promise<readonly OpenDeclaration[]> {
  const rows = await db
    .selectFrom('declarations')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind as OpenDeclaration['kind'],
    declared_code: row.declared_code,
    email: row.email,
    name: row.name,
    received_at: row.received_at,
    details: row.details as OpenDeclaration['details'],
    decision: row.decision as Decision,
  }));
}
