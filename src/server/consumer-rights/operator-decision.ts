import type { Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { carryOutCancellation, findPurchase } from './carry-out-cancellation.ts';
import { payReturnedGoods } from './carry-out-withdrawal.ts';
import { decideWithdrawal, mailOutcome, placeOf } from './decide-declarations.ts';
import type { CancellationDetails, Decision, DeclarationRow, WithdrawalDetails } from './decision.ts';

/** An operator's decision on an open declaration. */
export type OperatorDecision =
  /** Carries it out for the order or subscription with this number; without `code` for the purchase that was found. */
  | { readonly action: 'carry_out'; readonly code?: string }
  /** The goods were returned: refunds them. */
  | { readonly action: 'goods_back' }
  /** Refuses it with a free text. */
  | { readonly action: 'reject'; readonly text: string };

export type OperatorDecisionRefusal =
  | 'UNKNOWN_DECLARATION'
  /** It was decided before. */
  | 'NOT_OPEN'
  | 'UNKNOWN_PURCHASE'
  /** No returned goods are expected. */
  | 'NO_GOODS_AWAITED';

interface DecisionResult {
  /** `open` while returned goods are expected. */
  readonly state: 'answered' | 'open';
  readonly decision: Decision;
}

/**
 * Decides a declaration that waits for an operator, or one that belongs to no purchase and whose sender has written
 * again (docs/behaviour/consumer-rights.md#answer-of-an-operator). A
 * withdrawal is checked line by line as of the day it was declared; to refund more than that, an operator uses the
 * command `refund`. `reference` is the number in the receipt.
 */
export function decideAsOperator(
  context: OrderContext,
  reference: string,
  chosen: OperatorDecision,
): Promise<Result<DecisionResult, OperatorDecisionRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const row = await trx
      .selectFrom('declarations')
      .selectAll()
      .where('reference', '=', reference.trim().toUpperCase())
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return err('UNKNOWN_DECLARATION');
    if (row.state !== 'open' && row.state !== 'unmatched') return err('NOT_OPEN');
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
    // The refund of returned goods has its own mail.
    if (chosen.action !== 'goods_back') await mailOutcome(trx, context, row, decision, 'answered');
    return ok({ state: columns.state, decision });
  });
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
    case 'goods_back': {
      if (before.open !== 'GOODS_AWAITED' || order_id === null) return err('NO_GOODS_AWAITED');
      const lines = await payReturnedGoods(trx, context, order_id, row.id, before.lines ?? []);
      return ok({ state: 'answered', decision: { lines }, order_id, subscription_id });
    }
    case 'carry_out':
      return carryOutFor(trx, context, row, chosen.code);
  }
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
    const isWaiting = decision.open === 'GOODS_AWAITED';
    return ok({ ...place, decision, state: isWaiting && state === 'open' ? 'open' : 'answered' });
  }
  const { subscriptions } = purchase;
  if (subscriptions.length === 0) return err('UNKNOWN_PURCHASE');
  const decided = await carryOutCancellation(trx, context, subscriptions, row);
  return ok({ ...placeOf(purchase), state: 'answered', decision: { subscriptions: decided } });
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

/** How many declarations belong to no purchase and wait for nobody. */
export async function countUnmatchedDeclarations({ db }: Pick<OrderContext, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('declarations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'unmatched')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Declarations that wait for an operator, oldest first: half of what they name belongs to a purchase, or goods are not
 * returned yet.
 */
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
