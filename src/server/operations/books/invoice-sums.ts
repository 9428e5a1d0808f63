import { type RawBuilder, sql } from 'kysely';

/** The country of an order; a share of its VAT can name its own. German VAT is charged where none is known. */
export const countryOfVat = sql<string>`coalesce(orders.vat_country, 'DE')`;

/** The day of supply: a correction has the rates of its invoice. */
export const suppliedOn = sql<string>`coalesce(facts #>> '{corrects,day}', facts ->> 'day')`;

/** What each rate of each document comes to; `documents` is a source that has the invoices of interest. */
export function sharesOf(documents: RawBuilder<unknown>) {
  return sql`
    select shop_day(issued_at) as day, invoices.kind,
      coalesce(share ->> 'country', ${countryOfVat}) as country, ${suppliedOn}::date as supplied_on,
      (share ->> 'rate')::float8 as rate, (share ->> 'gross')::bigint as gross_cents,
      (share ->> 'vat')::bigint as vat_cents
    from ${documents}
    join orders on orders.id = invoices.order_id
    cross join lateral jsonb_array_elements(facts -> 'vat_shares') share`;
}

/** The invoices that were issued on these days, for `sharesOf`. */
export const issuedOn = (days: RawBuilder<unknown>) => sql`
  (select day::timestamp at time zone 'Europe/Berlin' as begins, (day + 1)::timestamp at time zone 'Europe/Berlin' as ends
    from ${days} as days(day)) noted
  join invoices on issued_at >= begins and issued_at < ends`;

/** Stores what the documents of these days add up to. */
export function sumInvoicesOf(days: readonly string[]) {
  return sql`
    insert into invoice_sums (day, kind, country, supplied_on, rate, gross_cents, vat_cents)
    select day, kind, country, supplied_on, rate, sum(gross_cents), sum(vat_cents)
    from (${sharesOf(issuedOn(sql`unnest(${days}::date[])`))}) shares
    group by 1, 2, 3, 4, 5`;
}
