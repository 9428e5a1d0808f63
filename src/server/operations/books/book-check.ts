import { type RawBuilder, sql } from 'kysely';
import { reservingStates } from '#core/rules/orders/order-states.ts';
import { openAttemptStates } from '#core/rules/payments/payment-rules.ts';

/** A record whose two figures differ; cents, or pieces where the check counts. */
export interface Deviation {
  readonly record: string;
  readonly found: number;
  readonly expected: number;
}

/** Two figures that are equal for every record of a sound shop. */
export interface BookCheck {
  readonly name: string;
  /** What `found` and `expected` are, as in "charged €0.00, due €89.00". */
  readonly found: string;
  readonly expected: string;
  readonly unit: 'cents' | 'pieces';
  /** One statement for the whole database: a row for each record that deviates. */
  readonly query: RawBuilder<Deviation>;
}

const listOf = (states: readonly string[]) => sql.join(states.map((state) => sql.lit(state)));
export const reserving = sql`orders.state in (${listOf(reservingStates)})`;
export const open = sql`payment_attempts.state in (${listOf(openAttemptStates)})`;
/** Paid once, refunded or not. */
export const sold = sql`orders.state in ('paid', 'refunded')`;
/** Sold, and kept with its documents. */
export const kept = sql`orders.state in ('paid', 'refunded') and orders.personal_data_deleted_at is null`;
export const order = sql`'order ' || orders.code`;

/** Rows of `compared`, a query of `record`, `found` and `expected`, whose figures differ. */
export function differing(compared: RawBuilder<unknown>): RawBuilder<Deviation> {
  return sql<Deviation>`
    select record, found::int as found, expected::int as expected from (${compared}) as compared
    where found is distinct from expected order by record`;
}

/** Sum of one column of a table by order. */
export function sumByOrder(table: string, column: string, where: RawBuilder<unknown> = sql`true`) {
  return sql`(select order_id, sum(${sql.ref(column)}) as amount from ${sql.table(table)} where ${where} group by order_id)`;
}
