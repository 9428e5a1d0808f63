import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

/** Invoices and their corrections are numbered apart, each from 1 on in every year. */
const prefixes = { invoice: 'RE', correction: 'RK' } as const;

interface NewInvoice {
  readonly id: string;
  readonly order_id: string;
  /** The invoice that a correction corrects, and the refund that made it necessary. */
  readonly corrects: string | null;
  readonly refund_id: string | null;
  readonly facts: InvoiceFacts;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly issued_at: Date;
}

/**
 * Stores an invoice or a correction under the next number of its series, for example `RE-2026-000017`: one statement. The
 * number comes from a counted row that the transaction holds from here on, so numbers have no gaps: a transaction that is
 * rolled back gives its number back.
 */
export async function storeInvoice(
  trx: Transaction<Database>,
  kind: keyof typeof prefixes,
  { id, order_id, corrects, refund_id, facts, day, issued_at }: NewInvoice,
): Promise<void> {
  const year = day.slice(0, 4);
  await sql`
    with counted as (
      insert into counters (name, value) values (${`${kind}-${year}`}, 1)
      on conflict (name) do update set value = counters.value + 1
      returning value::text as number
    )
    insert into invoices (id, number, kind, order_id, corrects, refund_id, facts, issued_at)
    select ${id}::uuid, ${`${prefixes[kind]}-${year}-`} || lpad(number, greatest(6, length(number)), '0'), ${kind},
      ${order_id}::uuid, ${corrects}::uuid, ${refund_id}::uuid, ${JSON.stringify(facts)}::jsonb,
      ${issued_at}::timestamptz
    from counted
  `.execute(trx);
}
