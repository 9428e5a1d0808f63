import { type RawBuilder, sql } from 'kysely';
import { reservingStates } from '#core/rules/orders/order-states.ts';
import { openAttemptStates } from '#core/rules/payments/payment-rules.ts';

/** A record whose two figures differ, in the unit of the check (cents or pieces). */
export interface Deviation {
  readonly record: string;
  readonly found: number;
  readonly expected: number;
}

/** Compares two figures of each record, which must be equal. */
export interface BookCheck {
  readonly name: string;
  /** Labels of the two figures, as in "charged €0.00, due €89.00". */
  readonly found: string;
  readonly expected: string;
  readonly unit: 'cents' | 'pieces';
  /** One statement over the whole database that returns a row for each deviating record. */
  readonly query: RawBuilder<Deviation>;
}

const listOf = (states: readonly string[]) => sql.join(states.map((state) => sql.lit(state)));
export const reserving = sql`orders.state in (${listOf(reservingStates)})`;
export const open = sql`payment_attempts.state in (${listOf(openAttemptStates)})`;
/** Condition for orders that were paid, even if they were refunded later. */
export const sold = sql`orders.state in ('paid', 'refunded')`;
/** Condition for sold orders that are still kept with their documents. */
export const kept = sql`orders.state in ('paid', 'refunded') and orders.personal_data_deleted_at is null`;
export const order = sql`'order ' || orders.code`;

/** Selects the rows of `compared` (a query of `record`, `found` and `expected`) whose figures differ. */
export function differing(compared: RawBuilder<unknown>): RawBuilder<Deviation> {
  return sql<Deviation>`
    select record, found::int as found, expected::int as expected from (${compared}) as compared
    where found is distinct from expected order by record`;
}

/** Sums one column of a table by order. */
export function sumByOrder(table: string, column: string, where: RawBuilder<unknown> = sql`true`) {
  return sql`(select order_id, sum(${sql.ref(column)}) as amount from ${sql.table(table)} where ${where} group by order_id)`;
}
