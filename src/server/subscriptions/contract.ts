import type { Selectable, Transaction } from 'kysely';
import { cents } from '#core/rules/money.ts';
import type { ContractTerm } from '#core/rules/subscription-end.ts';
import { dueDay } from '#core/rules/subscription-period.ts';
import type { CalendarDay } from '#core/rules/validity.ts';
import type { Database } from '#server/database/schema.ts';

/** A membership or subscription of one user. */
export type ContractRow = Selectable<Database['subscriptions']>;

/** The contract as the rules of its end see it. */
export function termOf(contract: ContractRow): ContractTerm {
  return {
    started_on: contract.started_on,
    period_months: contract.period_months,
    paid_periods: contract.paid_periods,
    price: cents(contract.price_cents),
    is_past_due: contract.status === 'past_due',
  };
}

/** The day after the paid periods: the next one is due then. */
export function dueDayOf(
  contract: Pick<ContractRow, 'started_on' | 'period_months' | 'paid_periods'>,
): CalendarDay {
  return dueDay(contract.started_on, contract.period_months, contract.paid_periods);
}

/** Locks a contract; callers who touch one of its orders lock that first. */
export function lockContractRow(trx: Transaction<Database>, id: string): Promise<ContractRow> {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
