import { sql } from 'kysely';
import { type BookCheck, differing, kept, order } from './book-check.ts';
import { sharesOf } from './invoice-sums.ts';

/** Totals of invoices and corrections exclude promotional credit if the document records it (`promotional`). */
export const documentChecks: readonly BookCheck[] = [
  {
    name: 'invoices',
    found: 'invoices',
    expected: 'expected',
    unit: 'pieces',
    query:
      differing(sql`select ${order} as record, count(invoices.id) as found, case when ${kept} then 1 else 0 end as expected
      from orders left join invoices on order_id = orders.id and kind = 'invoice'
      group by orders.id`),
  },
  {
    name: 'totals of invoices',
    found: 'invoiced',
    expected: 'total of the order',
    unit: 'cents',
    query: differing(sql`select 'invoice ' || number as record, (facts ->> 'total')::int as found,
      total_cents - coalesce((facts ->> 'promotional')::int, 0) as expected
      from invoices join orders on orders.id = order_id where kind = 'invoice'`),
  },
  {
    name: 'payments on invoices',
    found: 'to be paid by the invoice',
    expected: 'due by the order',
    unit: 'cents',
    query: differing(sql`select 'invoice ' || number as record, (facts ->> 'amount_due')::int as found,
      amount_due_cents as expected
      from invoices join orders on orders.id = order_id where kind = 'invoice'`),
  },
  {
    name: 'VAT of documents',
    found: 'taxed',
    expected: 'total',
    unit: 'cents',
    query: differing(sql`select invoices.kind || ' ' || number as record,
      coalesce((select sum((share ->> 'gross')::int) from jsonb_array_elements(facts -> 'vat_shares') as share), 0) as found,
      (facts ->> 'total')::int as expected
      from invoices`),
  },
  {
    name: 'VAT of invoices',
    found: 'VAT by the invoice',
    expected: 'VAT of the order',
    unit: 'cents',
    query: differing(sql`select 'invoice ' || number as record,
      coalesce((select sum((share ->> 'vat')::int) from jsonb_array_elements(facts -> 'vat_shares') as share), 0) as found,
      included_vat_cents as expected
      from invoices join orders on orders.id = order_id where kind = 'invoice' and orders.vat_shares is not null`),
  },
  {
    name: 'corrections',
    found: 'corrected',
    expected: 'refunded',
    unit: 'cents',
    query:
      differing(sql`select 'refund ' || refund_key as record, coalesce(sum(-(correction.facts ->> 'total')::int), 0) as found,
      refunds.amount_cents + refunds.credit_cents
        - case when invoice.facts ? 'promotional' then refunds.promotional_cents else 0 end as expected
      from refunds join orders on orders.id = refunds.order_id and ${kept}
      left join invoices invoice on invoice.order_id = orders.id and invoice.kind = 'invoice'
      left join invoices correction on correction.refund_id = refunds.id and correction.kind = 'correction'
      group by refunds.id, invoice.id`),
  },
  {
    name: 'corrections without refund',
    found: 'corrected',
    expected: 'refunded',
    unit: 'cents',
    query:
      differing(sql`select 'correction ' || number as record, -(facts ->> 'total')::int as found, 0 as expected
      from invoices where kind = 'correction' and refund_id is null`),
  },
  {
    name: 'sums of documents',
    found: 'stored sum',
    expected: 'documents',
    unit: 'cents',
    // Skips days that wait for the summing job: no total reads their stored sums.
    query: differing(sql`select concat_ws(' ', day, kind, country, supplied_on, rate, name) as record,
      coalesce(sum(amount) filter (where is_stored), 0) as found,
      coalesce(sum(amount) filter (where not is_stored), 0) as expected
      from (
        select day, kind, country, supplied_on, rate, gross_cents, vat_cents, true as is_stored from invoice_sums
        union all select shares.*, false from (${sharesOf(sql`invoices`)}) shares
      ) sums cross join lateral (values ('gross', gross_cents), ('VAT', vat_cents)) amounts (name, amount)
      where day not in (select day from changed_invoice_days)
      group by day, kind, country, supplied_on, rate, name`),
  },
];

/** Checks that document numbers have no gaps, from `firstYear` on; documents of earlier years may be deleted. */
export function numberCheck(firstYear: number): BookCheck {
  return {
    name: 'numbers of documents',
    found: 'documents with this number',
    expected: 'expected',
    unit: 'pieces',
    query:
      differing(sql`select series.prefix || lpad(counted.number::text, greatest(6, length(counted.number::text)), '0') as record, 0 as found, 1 as expected
      from (
        select case when name like 'invoice-%' then 'RE-' else 'RK-' end || right(name, 4) || '-' as prefix, value
        from counters where name ~ '^(invoice|correction)-[0-9]{4}$' and right(name, 4)::int >= ${firstYear}
      ) series cross join generate_series(1, series.value) as counted(number)
      where not exists (select from invoices where invoices.number
        = series.prefix || lpad(counted.number::text, greatest(6, length(counted.number::text)), '0'))`),
  };
}
