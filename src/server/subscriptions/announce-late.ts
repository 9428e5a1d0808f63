import type { Transaction } from 'kysely';
import { reminderMonths, shortReminderDays } from '#core/rules/subscription-period.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/validity.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import type { ContractRow } from './contract.ts';
import { dueDayOf } from './contract.ts';
import { enqueueContractMail } from './enqueue-contract-mail.ts';

/**
 * Announces a due renewal whose reminder was never sent, because the shop stood still all the while, and puts the charge
 * off by a week (decisions/0018). Nobody is charged for another year without having been told. Answers false, and does
 * nothing, when there is nothing to announce. The contract is locked.
 */
export async function announceLate(
  trx: Transaction<Database>,
  context: HostContext,
  contract: ContractRow,
): Promise<boolean> {
  if (contract.period_months < reminderMonths || contract.reminded_period >= contract.paid_periods)
    return false;
  const due = addDays(calendarDay(context.clock.now()), shortReminderDays);
  await trx
    .updateTable('subscriptions')
    .set({ reminded_period: contract.paid_periods, next_action_at: new Date(startOfDay(due)) })
    .where('id', '=', contract.id)
    .execute();
  await enqueueContractMail(trx, context, {
    contract,
    template: 'renewal_reminder',
    facts: { due, amount: contract.price_cents, paid_until: addDays(dueDayOf(contract), -1) },
    occasion: String(contract.paid_periods),
  });
  return true;
}
