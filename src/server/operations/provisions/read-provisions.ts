import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ProvisionKind, ProvisionRow, ProvisionTotals } from '#core/model/provision.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { containsPattern } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';

export interface ProvisionFilters {
  readonly q?: string | undefined;
  readonly kind?: ProvisionKind | undefined;
  /** Days in the shop's time zone, both included. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** Returns the wanted days without future ones; twelve calendar months if no first day is given. */
export function provisionDays(
  { from, to }: { readonly from?: CalendarDay | undefined; readonly to?: CalendarDay | undefined },
  now: number,
): Pick<ProvisionFilters, 'from' | 'to'> {
  const today = calendarDay(now);
  const last = to === undefined || to > today ? today : to;
  const [year = 0, month = 0] = last.split('-').map(Number);
  return { from: from ?? new Date(Date.UTC(year, month - 12)).toISOString().slice(0, 10), to: last };
}

/** Orders that a partner may have referred; the condition of the index `orders_with_origin`. */
export const hasOrigin = sql<boolean>`
  completed_at is not null and (affiliate_code is not null or promotion_id is not null)`;

/**
 * Selects the provisions of partners, a row for each month, partner and rate (docs/behaviour/operations.md#provisions).
 * An order belongs to one partner: the first of affiliate, coupon and campaign that has a rate on its day, else its
 * affiliate; code and campaign are those of its coupon when it was priced. A refund counts at the rate of its order, on
 * the day it was decided, even if a provider has refused it since, so that months already paid out do not change. Only
 * orders and refunds of these days are read, and the orders of those refunds.
 */
function provisions({ q, kind, from, to }: ProvisionFilters) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (q !== undefined && q !== '') conditions.push(sql`lower(subject) like ${containsPattern(q)}`);
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  const isWithin = (time: string) => sql`
    ${sql.ref(time)} >= ${from}::timestamp at time zone 'Europe/Berlin'
    and ${sql.ref(time)} < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`;
  return sql`
    with given as (
      select id, order_id, created_at, amount_cents, credit_cents, promotional_cents, lines
      from refunds where ${isWithin('created_at')}
    ),
    wanted as (
      select id from orders where ${hasOrigin} and ${isWithin('completed_at')}
      union select order_id from given
    ),
    brought as (
      select orders.id, (completed_at at time zone 'Europe/Berlin')::date as day, affiliate_code, coupon_code,
        coupon_campaign, ${isWithin('completed_at')} as is_within,
        total_cents - promotional_cents - included_vat_cents - coalesce((
          select sum(price_cents - line.discount_cents) from order_lines line
          where line.order_id = orders.id and kind = 'voucher'), 0) as net
      from wanted cross join lateral (
        select * from orders where orders.id = wanted.id and ${hasOrigin} limit 1
      ) orders
    ),
    attributed as (
      select brought.*, partner.kind, partner.subject, partner.rate
      from brought cross join lateral (
        select * from (
          select candidate.*, (
            select rate from provision_rates known
            where known.kind = candidate.kind and known.subject = candidate.subject and from_day <= day
            order by from_day desc limit 1) as rate
          from (values
            (1, 'affiliate', affiliate_code), (2, 'coupon', coupon_code), (3, 'campaign', coupon_campaign)
          ) candidate (place, kind, subject)
          where candidate.subject is not null
        ) rated
        order by rate is null, place limit 1
      ) partner
      where partner.rate is not null or partner.kind = 'affiliate'
    ),
    entries as (
      select day, kind, subject, rate, 1 as orders, 0 as refunds, net, 0 as refunded_net,
        round(net * coalesce(rate, 0) / 10000.0) as provision
      from attributed where is_within
      union all
      select back.day, kind, subject, rate, 0, 1, 0, back.net, -round(back.net * coalesce(rate, 0) / 10000.0)
      from given join attributed on attributed.id = given.order_id cross join lateral (
        select (given.created_at at time zone 'Europe/Berlin')::date as day,
          amount_cents + credit_cents - promotional_cents - coalesce((
            select sum((line ->> 'amount')::integer) from jsonb_array_elements(given.lines -> 'lines') line
            join order_lines on order_lines.id = (line ->> 'line_id')::uuid
            where order_lines.kind = 'voucher'), 0)
          + coalesce((
            select sum((share ->> 'vat')::integer) from invoices, jsonb_array_elements(facts -> 'vat_shares') share
            where invoices.order_id = given.order_id and refund_id = given.id), 0) as net
      ) back
    ),
    rows as (
      select to_char(day, 'YYYY-MM') as month, kind, subject, rate, sum(orders)::integer as orders,
        sum(refunds)::integer as refunds, sum(net)::bigint as net, sum(refunded_net)::bigint as refunded_net,
        sum(provision)::bigint as provision
      from entries where ${sql.join(conditions, sql` and `)}
      group by 1, 2, 3, 4
    )`;
}

interface ProvisionPageRequest {
  /** Number of the first row, counted from 0. */
  readonly after?: string | undefined;
  readonly size: number;
}

/** Selects one page of rows and one row more, newest month first, and the totals of all rows, in one statement. */
export function provisionsQuery(filters: ProvisionFilters, { after = '0', size }: ProvisionPageRequest) {
  return sql<{ readonly rows: readonly Omit<ProvisionRow, 'id'>[]; readonly totals: ProvisionTotals }>`
    ${provisions(filters)},
    page as (
      select * from rows order by month desc, provision desc, kind, subject, rate limit ${size + 1} offset ${Number(after)}
    )
    select
      (select coalesce(json_agg(page order by month desc, provision desc, kind, subject, rate), '[]') from page) as rows,
      (select to_json(sums) from (
        select coalesce(sum(orders), 0) as orders, coalesce(sum(refunds), 0) as refunds,
          coalesce(sum(net), 0) as net, coalesce(sum(refunded_net), 0) as refunded_net,
          coalesce(sum(provision), 0) as provision
        from rows) sums) as totals`;
}

/** Reads one page of rows, newest month first, and the totals of all rows. */
export async function readProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  page: ProvisionPageRequest,
): Promise<{
  readonly rows: readonly ProvisionRow[];
  readonly next: string | null;
  readonly totals: ProvisionTotals;
}> {
  const { rows: found } = await provisionsQuery(filters, page).execute(db);
  const [{ rows, totals }] = found as [(typeof found)[number]];
  const { after = '0', size } = page;
  return {
    rows: rows.slice(0, size).map((row) => ({
      id: `${row.month} ${row.kind} ${row.subject} ${row.rate ?? ''}`,
      ...row,
    })),
    next: rows.length > size ? String(Number(after) + size) : null,
    totals,
  };
}
