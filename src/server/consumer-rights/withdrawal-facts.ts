import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ProductKind } from '#core/rules/product.ts';
import { leftOfLine } from '#core/rules/refund.ts';
import { dueDay } from '#core/rules/subscription-period.ts';
import { calendarDay } from '#core/rules/validity.ts';
import type { WithdrawalFacts } from '#core/rules/withdrawal.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from '#server/orders/find-order.ts';
import type { LoadedRefundable } from '#server/refunds/load-refundable.ts';
import { findUnusedCodes } from '#server/refunds/sold-codes.ts';

/** What is known of each line of a locked order when its buyer withdraws, by the line's id. */
export async function loadWithdrawalFacts(
  trx: Transaction<Database>,
  order: OrderRow,
  { rows, refundable, earlier }: LoadedRefundable,
  declaredAt: Date,
): Promise<ReadonlyMap<string, WithdrawalFacts>> {
  const codes = await findUnusedCodes(trx, rows, { for_update: false });
  const plays = await findPlays(trx, order);
  const contracts = await trx
    .selectFrom('subscriptions')
    .select(['product_id', 'started_on', 'period_months'])
    .where('order_id', '=', order.id)
    .execute();
  const confirmed_at = await findConfirmation(trx, order.id);
  const day = (moment: Date | null) => (moment === null ? null : calendarDay(moment.getTime()));

  return new Map(
    rows.map((line, index) => {
      const sold = refundable.lines[index];
      const pieces_left = sold === undefined ? 0 : leftOfLine(sold, earlier).quantity;
      const unused = codes.unused.filter((code) => code.order_line_id === line.id).length;
      const contract = contracts.find((one) => one.product_id === line.product_id);
      const facts: WithdrawalFacts = {
        kind: line.kind as ProductKind,
        declared_on: calendarDay(declaredAt.getTime()),
        contract_on: calendarDay((order.completed_at ?? order.created_at).getTime()),
        is_renewal: order.subscription_id !== null,
        shipped_on: day(order.shipped_at),
        delivered_on: day(order.delivered_at),
        waived_at: order.waiver_accepted_at?.getTime() ?? null,
        confirmed_at,
        played_at: plays.get(line.product_id)?.getTime() ?? null,
        period:
          contract === undefined
            ? null
            : { from: contract.started_on, to: dueDay(contract.started_on, contract.period_months, 1) },
        pieces_left,
        pieces_unused: codes.line_ids.has(line.id) ? Math.min(unused, pieces_left) : pieces_left,
      };
      return [line.id, facts];
    }),
  );
}

/** When the confirmation of the contract left, in milliseconds; null while it has not. */
async function findConfirmation(trx: Transaction<Database>, orderId: string): Promise<number | null> {
  const mail = await trx
    .selectFrom('outbox')
    .select('sent_at')
    .where('dedupe_key', '=', `order:${orderId}`)
    .executeTakeFirst();
  return mail?.sent_at?.getTime() ?? null;
}

/**
 * When the buyer last played a paid lesson of each course; free lessons are open to everybody and start nothing. The
 * first play counts by the host's clock, because players say themselves when they played.
 */
async function findPlays(
  trx: Transaction<Database>,
  { user_id }: OrderRow,
): Promise<ReadonlyMap<string, Date>> {
  if (user_id === null) return new Map();
  const rows = await trx
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
    .select([
      'lessons.course_id',
      sql<Date>`max(greatest(lesson_progress.watched_at, lesson_progress.first_watched_at))`.as('played_at'),
    ])
    .where('lesson_progress.user_id', '=', user_id)
    .where('lessons.is_free', '=', false)
    .groupBy('lessons.course_id')
    .execute();
  return new Map(rows.map((row) => [row.course_id, row.played_at]));
}
