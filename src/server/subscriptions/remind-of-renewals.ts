import { sql } from 'kysely';
import { reminderDays, reminderMonths, shortReminderDays } from '#core/rules/subscription-period.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/validity.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { HostContext } from '#server/server-context.ts';
import type { ContractRow } from './contract.ts';
import { dueDayOf } from './contract.ts';
import { enqueueContractMail } from './enqueue-contract-mail.ts';

const batch = 50;

/**
 * Writes to everybody whose yearly contract renews within 30 days, and to those whose redeemed period is about to end
 * (decisions §4): once a period, noted in the transaction that sends the mail. Answers how many mails it sent.
 */
export async function remindOfRenewals(context: HostContext): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    const now = context.clock.now();
    const today = calendarDay(now);
    // What ends at the start of a day, so many days from today, is inside the window as soon as today begins.
    const within = (days: number) => new Date(startOfDay(addDays(today, days)));
    const { rows } = await sql<ContractRow>`
      update subscriptions set reminded_period = paid_periods
      where id in (
        select id from subscriptions
        where status = 'active' and reminded_period < paid_periods and period_ends_at > ${new Date(now)}
          and ((period_months >= ${reminderMonths} and period_ends_at <= ${within(reminderDays)})
            or (not renews and period_ends_at <= ${within(shortReminderDays)}))
        order by period_ends_at, id limit ${batch} for update skip locked
      )
      returning *
    `.execute(trx);
    for (const contract of rows) {
      const due = dueDayOf(contract);
      const occasion = String(contract.paid_periods);
      await (contract.renews
        ? enqueueContractMail(trx, context, {
            contract,
            template: 'renewal_reminder',
            facts: { due, amount: contract.price_cents },
            occasion,
          })
        : enqueueContractMail(trx, context, {
            contract,
            template: 'subscription_ending',
            facts: { ends_on: addDays(due, -1) },
            occasion,
          }));
    }
    return rows.length;
  });
}
