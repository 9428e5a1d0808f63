import { sql } from 'kysely';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Number of days before today whose sales count for popularity. */
const countedDays = 90;

/**
 * Counts once a day the paid pieces of each product in the last 90 days (docs/behaviour/catalogue.md#popular-order).
 * Reads only the orders of these days, by index. Returns 1 if it counted, 0 if today is counted already, possibly by
 * another server just now.
 */
export function countSales({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const today = calendarDay(clock.now());
  const from = new Date(startOfDay(addDays(today, -countedDays)));
  const until = new Date(startOfDay(today));
  return inTransaction(db, async (trx) => {
    const claimed = await sql`insert into sales_counts (counted_on) values (${today})
      on conflict (is_only) do update set counted_on = excluded.counted_on
      where sales_counts.counted_on < excluded.counted_on
      returning counted_on`.execute(trx);
    if (claimed.rows.length === 0) return 0;
    await sql`with sold as (
        select product_id, sum(quantity)::integer as pieces
        from orders join order_lines on order_lines.order_id = orders.id
        where completed_at >= ${from} and completed_at < ${until} and state = 'paid' and subscription_id is null
        group by product_id
      )
      update products set sold_recently = coalesce(pieces, 0)
      from products known left join sold on sold.product_id = known.id
      where products.id = known.id and known.sold_recently <> coalesce(pieces, 0)`.execute(trx);
    return 1;
  });
}
