import { sql, type Transaction } from 'kysely';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { reservingStates } from '#core/rules/orders/order-states.ts';
import type { GiftCodeRow } from '#server/coupons/gift-codes.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { revokeCodes } from '#server/payments/reverse-fulfilment.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransactionIf } from '#server/platform/database/transaction.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { lockSubscription, transitionSubscription } from '#server/subscriptions/subscription-rows.ts';

/** Result of removing one demo code. */
interface RemovedCode {
  readonly code: string;
  /** E-mail address of the account that redeemed it; null if there is none. */
  readonly email: string | null;
  /** Cents taken from the credit of that account. */
  readonly credit: number;
  /** Cents that orders had spent before; they stay spent. */
  readonly spent: number;
  /** Whether access to a course or a membership ended. */
  readonly endsAccess: boolean;
}

export interface RemovedDemoData {
  readonly codes: readonly RemovedCode[];
  /** E-mail addresses of the demo learners and the demo operator that were deleted. */
  readonly accounts: readonly string[];
}

/** The e-mail address of the demo learner, or the demo code, that is still needed, and why. */
export interface StillInUse {
  readonly subject: string;
  readonly code: DomainFailure['code'] | 'ORDER_BUSY';
}

/**
 * Takes back what demo codes gave and deletes the demo learners, so that a live shop can start on the database
 * (docs/behaviour/operations.md#remove-demo-data). All or nothing: while an order or a subscription still needs one of
 * them, nothing is changed. Repeating it changes nothing.
 */
export async function removeDemoData(context: OrderContext): Promise<Result<RemovedDemoData, StillInUse>> {
  const work = async (trx: Transaction<Database>): Promise<Result<RemovedDemoData, StillInUse>> => {
    const learners = await removeLearners(trx, context);
    if (!learners.ok) return learners;
    const codes = await removeCodes(trx, context);
    if (!codes.ok) return codes;
    const operators = await trx
      .deleteFrom('operators')
      .where('is_demo', '=', true)
      .returning('email')
      .execute();
    const accounts = [...learners.value, ...operators.map(({ email }) => email)];
    await recordChange(trx, context, {
      action: 'demo.removed',
      record: { type: 'demo', id: 'data' },
      before: { accounts: accounts.length, codes: codes.value.length },
    });
    return ok({ accounts, codes: codes.value });
  };
  return inTransactionIf(context.db, (removed) => removed.ok, work);
}

async function removeLearners(
  trx: Transaction<Database>,
  context: OrderContext,
): Promise<Result<readonly string[], StillInUse>> {
  const learners = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id, email } of learners) {
    // Demo learners forfeit their credit, which would otherwise block the deletion.
    const account = await lockErasable(trx, id, new Date(context.clock.now()));
    if (!account.ok) return err({ subject: email, code: account.error.code });
    await eraseAccount(trx, context, account.value);
  }
  return ok(learners.map(({ email }) => email));
}

async function removeCodes(
  trx: Transaction<Database>,
  context: OrderContext,
): Promise<Result<readonly RemovedCode[], StillInUse>> {
  const codes = await trx
    .selectFrom('gift_codes')
    .selectAll()
    .where('is_demo', '=', true)
    .where('demo_removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const removed: RemovedCode[] = [];
  for (const found of codes) {
    const { id, code } = found;
    if (await paysAnOrder(trx, found)) return err({ subject: code, code: 'ORDER_BUSY' });
    const ended = await endMemberships(trx, context, id);
    const locked = await trx
      .selectFrom('gift_codes')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    removed.push(await takeBack(trx, context, locked, ended));
  }
  return ok(removed);
}

/** Whether an order whose payment is not finished uses the voucher, or the credit that it was added to. */
async function paysAnOrder(
  trx: Transaction<Database>,
  { id, redeemed_by }: Pick<GiftCodeRow, 'id' | 'redeemed_by'>,
): Promise<boolean> {
  const paying = await trx
    .selectFrom('orders')
    .innerJoin('gift_codes', (join) =>
      join.on((on) =>
        on.or([
          on('gift_codes.id', '=', on.ref('orders.voucher_id')),
          on('gift_codes.id', '=', on.ref('orders.promotional_id')),
        ]),
      ),
    )
    .select('orders.id')
    .where('orders.state', 'in', reservingStates)
    .where((or) =>
      or.or([
        or('gift_codes.id', '=', id),
        or.and([or('gift_codes.kind', '=', 'credit'), or('gift_codes.redeemed_by', '=', redeemed_by)]),
      ]),
    )
    .executeTakeFirst();
  return paying !== undefined;
}

async function endMemberships(
  trx: Transaction<Database>,
  context: OrderContext,
  codeId: string,
): Promise<number> {
  const running = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('gift_code_id', '=', codeId)
    .where('status', '<>', 'expired')
    .orderBy('id')
    .execute();
  const now = new Date(context.clock.now());
  for (const { id } of running) {
    const { subscription } = await lockSubscription(trx, id);
    const changes = { ended_at: now, next_action_at: null, ends_on: calendarDay(now.getTime()) };
    await transitionSubscription(trx, context, { subscription, event: 'revoke', cause: 'operator', changes });
  }
  return running.length;
}

async function takeBack(
  trx: Transaction<Database>,
  context: OrderContext,
  code: GiftCodeRow,
  endedMemberships: number,
): Promise<RemovedCode> {
  const courses = await trx
    .selectFrom('entitlements')
    .select('id')
    .where('gift_code_id', '=', code.id)
    .where('revoked_at', 'is', null)
    .execute();
  const before = await creditOf(trx, code);
  await revokeCodes(trx, context, [code], null);
  await trx
    .updateTable('gift_codes')
    .set({ demo_removed_at: new Date(context.clock.now()) })
    .where('id', '=', code.id)
    .execute();
  const credit = before - (await creditOf(trx, code));
  const owner = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', code.redeemed_by)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return {
    code: code.code,
    email: owner?.email ?? null,
    credit,
    spent: code.initial_cents - code.balance_cents - credit,
    endsAccess: courses.length + endedMemberships > 0,
  };
}

/** The promotional credit, in cents, of the account that redeemed a code. */
async function creditOf(trx: Transaction<Database>, { redeemed_by }: GiftCodeRow): Promise<number> {
  const { cents } = await trx
    .selectFrom('gift_codes')
    .select(sql<number>`coalesce(sum(balance_cents), 0)::int`.as('cents'))
    .where('kind', '=', 'credit')
    .where('redeemed_by', '=', redeemed_by)
    .executeTakeFirstOrThrow();
  return cents;
}
