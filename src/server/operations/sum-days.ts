import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { sumInvoicesOf } from './books/invoice-sums.ts';

/** Maximum number of days summed in one transaction. */
const batch = 31;

/**
 * Recomputes the sums of days whose rows or invoices have changed, as recorded by triggers
 * (docs/behaviour/operations.md#figures). A day is summed from all its rows, so repeating it does no harm. Returns the
 * number of days; 0 when none has changed.
 */
export function sumChangedDays({ db }: Pick<ServerContext, 'db'>): Promise<number> {
  return inTransaction(db, async (trx) => {
    // A second server waits here, so that older sums never replace newer ones; readers do not wait.
    await sql`lock table daily_sums in share row exclusive mode`.execute(trx);
    // A separate statement, so that the sums include all rows that existed when the days were taken.
    const days = await takeDays(trx, 'changed_days');
    if (days.length > 0) {
      await trx.deleteFrom('daily_sums').where('day', 'in', days).execute();
      await sumOf(days).execute(trx);
    }
    const ofInvoices = await takeDays(trx, 'changed_invoice_days');
    if (ofInvoices.length > 0) {
      await trx.deleteFrom('invoice_sums').where('day', 'in', ofInvoices).execute();
      await sumInvoicesOf(ofInvoices).execute(trx);
    }
    return new Set([...days, ...ofInvoices]).size;
  });
}

/** Deletes and returns the newest recorded days, at most one batch. */
async function takeDays(
  trx: Transaction<Database>,
  table: 'changed_days' | 'changed_invoice_days',
): Promise<readonly string[]> {
  const noted = sql.table(table);
  const { rows } = await sql<{ day: string }>`
    with taken as (
      delete from ${noted}
      where day in (select distinct day from ${noted} order by day desc limit ${batch})
      returning day
    )
    select distinct day from taken`.execute(trx);
  return rows.map(({ day }) => day);
}

/**
 * Inserts amount, VAT and count of each kind. Sold vouchers are money owed and promotional credit is a discount, so
 * neither is revenue. A membership counts with its amount per month.
 */
function sumOf(days: readonly string[]) {
  return sql`
    with days as (
      select day, day::timestamp at time zone 'Europe/Berlin' as begins,
        (day + 1)::timestamp at time zone 'Europe/Berlin' as ends
      from unnest(${days}::date[]) day
    ),
    paid as (
      select days.day, orders.*
      from days join orders on completed_at >= begins and completed_at < ends
    ),
    sold as (
      select paid.day, paid.id, line.kind, line.product_id, line.quantity, line.price_cents - line.discount_cents as cents
      from paid join order_lines line on line.order_id = paid.id
    ),
    earned as (
      select paid.*, total_cents - promotional_cents - coalesce(
        (select sum(cents) from sold where sold.id = paid.id and sold.kind = 'voucher'), 0) as revenue
      from paid
    )
    insert into daily_sums (day, kind, subject, amount_cents, vat_cents, count)
    select day, 'sale', case when subscription_id is null then '' else 'renewal' end,
      sum(revenue), sum(included_vat_cents), count(*)
    from earned group by 1, 3
    union all
    select day, 'coupon', promotion_id, sum(discount_cents), 0, count(*)
    from paid where promotion_id is not null group by 1, 3
    union all
    select day, 'origin', affiliate_code, sum(revenue), 0, count(*)
    from earned where affiliate_code is not null group by 1, 3
    union all
    select day, 'product', product_id, sum(cents), 0, sum(quantity)
    from sold group by 1, 3
    union all
    select day, 'refund', '', sum(amount_cents + credit_cents - promotional_cents - coalesce((
        select sum((back ->> 'amount')::integer)
        from jsonb_array_elements(refunds.lines -> 'lines') back
        join order_lines on order_lines.id = (back ->> 'line_id')::uuid
        where order_lines.kind = 'voucher'
      ), 0)), 0, count(*)
    from days join refunds on created_at >= begins and created_at < ends
    where state <> 'refused' group by 1
    union all
    select day, 'member_new', '', sum(case when renews then round(price_cents::numeric / period_months) else 0 end), 0,
      count(*)
    from days join subscriptions on created_at >= begins and created_at < ends group by 1
    union all
    select day, 'member_ended', '', sum(case when renews then round(price_cents::numeric / period_months) else 0 end), 0,
      count(*)
    from days join subscriptions on ended_at >= begins and ended_at < ends group by 1
    union all
    select day, 'dunning', event, 0, 0, count(*)
    from days join subscription_events on happened_at >= begins and happened_at < ends
    where event in ('fail_renewal', 'fail_retry', 'give_up') or (event = 'renew' and from_status = 'past_due')
    group by 1, 3
    union all
    select day, 'checkout', case when completed_at is null then '' else 'paid' end, 0, 0, count(*)
    from days join orders on created_at >= begins and created_at < ends
    where subscription_id is null group by 1, 3
    union all
    select day, 'watched', '', sum(length_seconds), 0, count(*)
    from days join lesson_progress on watched_at >= begins and watched_at < ends
    join lessons on lessons.id = lesson_id
    where is_finished group by 1`;
}
