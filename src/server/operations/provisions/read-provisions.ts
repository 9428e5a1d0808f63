import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ProvisionKind, ProvisionRow, ProvisionTotals } from '#core/model/provision.ts';
import type { Locale } from '#core/model/values.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import { cents } from '#core/rules/basics/money.ts';
import { containing } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';

export interface ProvisionFilters {
  readonly q?: string | undefined;
  readonly kind?: ProvisionKind | undefined;
  /** Days in the shop's time zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * What partners brought and get, a row for each month, partner and rate (docs/behaviour/operations.md#provisions).
 * An order belongs to one partner: the first of affiliate, coupon and campaign that has a rate on its day, else to its
 * affiliate. What is given back counts at the rate of its order, on the day it was decided.
 */
function provisions({ q, kind, from, to }: ProvisionFilters) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (q !== undefined && q !== '') conditions.push(sql`lower(subject) like ${containing(q)}`);
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (from !== undefined) conditions.push(sql`day >= ${from}`);
  if (to !== undefined) conditions.push(sql`day <= ${to}`);
  return sql`
    with brought as (
      select orders.id, (completed_at at time zone 'Europe/Berlin')::date as day, affiliate_code, coupon_code, campaign,
        total_cents - promotional_cents - included_vat_cents - coalesce((
          select sum(price_cents - line.discount_cents) from order_lines line
          where line.order_id = orders.id and kind = 'voucher'), 0) as net
      from orders left join promotions on promotions.id = promotion_id
      where completed_at is not null and (affiliate_code is not null or promotion_id is not null)
    ),
    attributed as (
      select brought.*, partner.kind, partner.subject, partner.rate
      from brought cross join lateral (
        select * from (
          select candidate.*, (
            select rate from provision_rates known
            where known.kind = candidate.kind and known.subject = candidate.subject and from_day <= day
            order by from_day desc limit 1) as rate
          from (values (1, 'affiliate', affiliate_code), (2, 'coupon', coupon_code), (3, 'campaign', campaign))
            candidate (place, kind, subject)
          where candidate.subject is not null
        ) rated
        order by rate is null, place limit 1
      ) partner
      where partner.rate is not null or partner.kind = 'affiliate'
    ),
    entries as (
      select day, kind, subject, rate, 1 as orders, 0 as refunds, net, 0 as refunded_net,
        round(net * coalesce(rate, 0) / 10000.0) as provision
      from attributed
      union all
      select given.day, kind, subject, rate, 0, 1, 0, given.net, -round(given.net * coalesce(rate, 0) / 10000.0)
      from attributed cross join lateral (
        select (refunds.created_at at time zone 'Europe/Berlin')::date as day,
          amount_cents + credit_cents - promotional_cents - coalesce((
            select sum((back ->> 'amount')::integer) from jsonb_array_elements(refunds.lines -> 'lines') back
            join order_lines on order_lines.id = (back ->> 'line_id')::uuid
            where order_lines.kind = 'voucher'), 0)
          + coalesce((
            select sum((share ->> 'vat')::integer) from invoices, jsonb_array_elements(facts -> 'vat_shares') share
            where refund_id = refunds.id), 0) as net
        from refunds where refunds.order_id = attributed.id and state <> 'refused'
      ) given
    ),
    rows as (
      select to_char(day, 'YYYY-MM') as month, kind, subject, rate, sum(orders)::integer as orders,
        sum(refunds)::integer as refunds, sum(net)::bigint as net, sum(refunded_net)::bigint as refunded_net,
        sum(provision)::bigint as provision
      from entries where ${sql.join(conditions, sql` and `)}
      group by 1, 2, 3, 4
    )`;
}

/** One page of the rows, the newest month first, and what all of them add up to. */
export async function readProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  { after = '0', size }: { readonly after?: string | undefined; readonly size: number },
): Promise<{
  readonly rows: readonly ProvisionRow[];
  readonly next: string | null;
  readonly totals: ProvisionTotals;
}> {
  const begin = Number(after);
  const { rows } = await sql<Omit<ProvisionRow, 'id'>>`${provisions(filters)}
    select * from rows order by month desc, provision desc, kind, subject, rate limit ${size + 1} offset ${begin}`.execute(
    db,
  );
  const { rows: sums } = await sql<ProvisionTotals>`${provisions(filters)}
    select coalesce(sum(orders), 0)::integer as orders, coalesce(sum(refunds), 0)::integer as refunds,
      coalesce(sum(net), 0)::bigint as net, coalesce(sum(refunded_net), 0)::bigint as refunded_net,
      coalesce(sum(provision), 0)::bigint as provision
    from rows`.execute(db);
  const nothing = { orders: 0, refunds: 0, net: cents(0), refunded_net: cents(0), provision: cents(0) };
  return {
    rows: rows.slice(0, size).map((row) => ({
      id: `${row.month} ${row.kind} ${row.subject} ${row.rate ?? ''}`,
      ...row,
    })),
    next: rows.length > size ? String(begin + size) : null,
    totals: sums[0] ?? nothing,
  };
}

const columns = [
  'month',
  'kind',
  'partner',
  'rate_percent',
  'orders',
  'refunds',
  'net',
  'refunded_net',
  'provision',
] as const;

/** Rows in memory at once. */
const page = 1_000;

/** All rows as CSV, as spreadsheets of the language read it. */
export async function exportProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  locale: Locale,
): Promise<{ readonly filename: string; readonly content: Uint8Array<ArrayBuffer> }> {
  const format = csvFormats[locale];
  // Spreadsheets read the file as UTF-8 because of its first character.
  const lines = ['\uFEFF', csvLine(columns, format)];
  let after: string | undefined;
  do {
    const { rows, next } = await readProvisions(db, filters, { after, size: page });
    lines.push(...rows.map((row) => csvLine(cellsOf(row), format)));
    after = next ?? undefined;
  } while (after !== undefined);
  return { filename: 'provisions.csv', content: new TextEncoder().encode(lines.join('')) };
}

function cellsOf({ month, kind, subject, rate, orders, refunds, ...amounts }: ProvisionRow): CsvCell[] {
  const { net, refunded_net, provision } = amounts;
  return [
    ...[month, kind, subject, rate === null ? null : rate / 100, orders, refunds],
    ...[{ cents: net }, { cents: refunded_net }, { cents: provision }],
  ];
}
