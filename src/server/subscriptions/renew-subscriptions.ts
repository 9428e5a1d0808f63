import { sql } from 'kysely';
import { addDays, calendarDay, startOfDay } from '#core/rules/calendar.ts';
import { reminderDays, reminderMonths, shortReminderDays } from '#core/rules/subscription.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { settleAttempt } from '#server/orders/settle-payment-attempt.ts';
import type { ServerContext } from '#server/server-context.ts';
import { beginRenewal } from './begin-renewal.ts';
import type { ContractRow } from './subscription-rows.ts';
import { dueDayOf, enqueueContractMail, lockContractRow, moveContract } from './subscription-rows.ts';

const batch = 20;

/** How many contracts of a batch are worked on at once, so that one slow charge does not hold up the others. */
const lanes = 4;

/** How long one server keeps a contract to itself, in milliseconds: a whole batch of charges that take their full 10 s. */
const lease = 120_000;

interface LeasedContract {
  readonly id: string;
  readonly status: string;
  readonly renews: boolean;
  readonly next_action_at: Date;
}

/**
 * Does what contracts are due for (decisions §4): renews, tries again, or ends them. Several servers may scan at once:
 * each contract is leased to one of them, and its first transaction checks that the lease still holds, so a server that
 * was slow changes nothing. Answers how many contracts were due.
 */
export async function renewSubscriptions(context: ServerContext): Promise<number> {
  const due = await leaseDueContracts(context);
  const waiting = [...due];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await actOn(context, next);
      }
    }),
  );
  return due.length;
}

/** One contract that cannot be dealt with does not hold up the others: its lease runs out and it comes again. */
async function actOn(context: ServerContext, contract: LeasedContract): Promise<void> {
  try {
    const renews = contract.renews && contract.status !== 'cancelled';
    await (renews ? renew(context, contract) : endPeriod(context, contract));
  } catch (error) {
    context.log.error('contract_not_renewed', error, { contract: contract.id });
  }
}

async function renew(context: ServerContext, { id, next_action_at }: LeasedContract): Promise<void> {
  const begun = await inTransaction(context.db, (trx) =>
    beginRenewal(trx, context, { contractId: id, lease: next_action_at }),
  );
  if (begun.step !== 'charge') return;
  const outcome = await context.paymentGateway.charge(begun.request);
  await inTransaction(context.db, (trx) => settleAttempt(trx, context, begun.attemptId, outcome, 'gateway'));
}

/** The paid period is over and nothing renews it: it was cancelled, or a code brought it. */
async function endPeriod(context: ServerContext, leased: LeasedContract): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const contract = await lockContractRow(trx, leased.id);
    if (contract.next_action_at?.getTime() !== leased.next_action_at.getTime()) return;
    await moveContract(trx, context, {
      contract,
      event: 'end_period',
      cause: 'background',
      changes: { next_action_at: null, ended_at: new Date(context.clock.now()) },
    });
    await enqueueContractMail(trx, context, {
      contract,
      template: 'subscription_ended',
      facts: { reason: contract.renews ? 'cancelled' : 'redeemed' },
      occasion: 'ended',
    });
  });
}

async function leaseDueContracts(context: ServerContext): Promise<readonly LeasedContract[]> {
  const now = context.clock.now();
  const { rows } = await sql<LeasedContract>`
    update subscriptions set next_action_at = ${new Date(now + lease)}
    where id in (
      select id from subscriptions where next_action_at <= ${new Date(now)}
      order by next_action_at, id limit ${batch} for update skip locked
    )
    returning id, status, renews, next_action_at
  `.execute(context.db);
  return rows;
}

const reminderBatch = 50;

/**
 * Writes to everybody whose yearly contract renews within 30 days, and to those whose redeemed period is about to end
 * (decisions §4): once a period, noted in the transaction that sends the mail. Answers how many mails it sent.
 */
export async function remindOfRenewals(context: ServerContext): Promise<number> {
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
        order by period_ends_at, id limit ${reminderBatch} for update skip locked
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
