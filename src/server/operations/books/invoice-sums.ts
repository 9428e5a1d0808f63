import { type RawBuilder, sql } from 'kysely';

/** VAT country of an order, Germany if unknown; a VAT share can name a country of its own. */
export const countryOfVat = sql<string>`coalesce(orders.vat_country, 'DE')`;

/** Day of supply. A correction has that of its invoice, whose rates it repeats. */
export const suppliedOn = sql<string>`coalesce(facts #>> '{corrects,day}', facts ->> 'day')`;

/** Selects the amounts of each VAT share; `documents` is a FROM source that includes `invoices`. */
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

/** FROM source for `sharesOf`: the invoices issued on `days`. */
export const issuedOn = (days: RawBuilder<unknown>) => sql`
  (select day::timestamp at time zone 'Europe/Berlin' as begins, (day + 1)::timestamp at time zone 'Europe/Berlin' as ends
    from ${days} as days(day)) noted
  join invoices on issued_at >= begins and issued_at < ends`;

/** Stores the sums of the documents of these days. */
export function sumInvoicesOf(days: readonly string[]) {
  return sql`
    insert into invoice_sums (day, kind, country, supplied_on, rate, gross_cents, vat_cents)
    select day, kind, country, supplied_on, rate, sum(gross_cents), sum(vat_cents)
    from (${sharesOf(issuedOn(sql`unnest(${days}::date[])`))}) shares
    group by 1, 2, 3, 4, 5`;
}
