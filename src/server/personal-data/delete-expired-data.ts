import { sql } from 'kysely';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { unfinishedStates } from '#core/rules/orders/order-states.ts';
import type { Mailer } from '#ports/mailer.ts';
import { endedBefore } from '#server/accounts/sessions.ts';
import type { Marketing } from '#server/content/sources/content-shapes.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { forgetOrders } from './forget-orders.ts';
import { terms } from './retention-terms.ts';

const day = 24 * 60 * 60_000;

/** Rows of each kind per run. */
const batch = 200;

interface DeletionNeeds {
  readonly signal?: AbortSignal;
  /** Forgets the mails that it keeps, such as files. */
  readonly mailer?: Pick<Mailer, 'forget'>;
}

/**
 * Deletes data whose retention time is over; returns how many rows it processed. Several servers may run this at once:
 * rows locked by another server are skipped.
 */
export async function deleteExpiredData(
  context: ServerContext,
  { signal, mailer = {} }: DeletionNeeds = {},
): Promise<number> {
  let deleted = 0;
  for (const step of [
    forgetUnpaidOrders,
    forgetPaidOrders,
    deleteOtherDeclarations,
    deleteGuestCarts,
    deleteNewsletterRequests,
    deleteConsentProofs,
    deleteContactMessages,
    deleteGiveawayEntries,
    deleteEndedSessions,
    deleteWebhookDeliveries,
    (needs: Needs) => forgetMails(needs, mailer),
    deleteExpiredLinks,
    deleteExpiredChallenges,
    deleteUnmatchedDeclarations,
    deleteOperatorSessions,
    deleteRemovedOperators,
    deleteOldChanges,
  ]) {
    if (signal?.aborted) break;
    deleted += await step(context);
  }
  return deleted;
}

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids'>;

/** Deletes guest carts that were not changed for a long time, unless a payment for them is open. */
async function deleteGuestCarts({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from carts where id in (
    select id from carts
    where user_id is null and updated_at < ${new Date(clock.now() - terms.guestCart * day)}
      and not exists (select from orders where cart_id = carts.id
        and state in (${sql.join(unfinishedStates.map((state) => sql.lit(state)))}))
    order by updated_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Cancels orders that were never paid and removes their personal data; not the order of a period for which a running
 * membership or subscription waits, which ends with it or is paid.
 */
async function forgetUnpaidOrders(context: Needs): Promise<number> {
  const { db, clock } = context;
  const old = new Date(clock.now() - terms.unpaidOrder * day);
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; state: string }>`select orders.id, orders.state from orders
      where orders.personal_data_deleted_at is null and orders.completed_at is null
        and orders.state in ('draft', 'verified', 'expired', 'voided') and orders.state_changed_at < ${old}
        and not exists (select from subscriptions
          where id = orders.subscription_id and status in ('active', 'past_due')
            and period_number = paid_periods + 1)
      order by orders.state_changed_at limit ${batch} for update skip locked`.execute(trx);
    for (const order of rows) {
      if (order.state === 'draft' || order.state === 'verified')
        await transitionOrder(trx, context, { order, event: 'void', cause: 'background' });
    }
    const ids = rows.map(({ id }) => id);
    await forgetOrders(trx, ids, new Date(clock.now()));
    return ids.length;
  });
}

/** The moment before which paid orders and what belongs to them are not kept any more. */
export function paidOrdersBefore(now: number): Date {
  const year = Number(calendarDay(now).slice(0, 4));
  return new Date(startOfDay(`${year - terms.paidOrderYears}-01-01`));
}

/**
 * Removes the personal data of paid orders when tax law does not require it any more; not while a membership or
 * subscription runs that began with the order, whose renewals have the buyer's address from it.
 */
async function forgetPaidOrders({ db, clock }: Needs): Promise<number> {
  const now = clock.now();
  const old = paidOrdersBefore(now);
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from orders
      where personal_data_deleted_at is null and completed_at < ${old}
        and not exists (select from invoices where order_id = orders.id and issued_at >= ${old})
        and not exists (select from subscriptions
          where order_id = orders.id and renews and status in ('active', 'past_due'))
      order by completed_at limit ${batch} for update skip locked`.execute(trx);
    await forgetOrders(
      trx,
      rows.map(({ id }) => id),
      new Date(now),
    );
    return rows.length;
  });
}

/**
 * Declarations that belong to no order: about a membership or subscription that was a gift, or left to an operator
 * because no purchase was found.
 */
async function deleteOtherDeclarations({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from declarations where id in (
    select id from declarations
    where order_id is null and received_at < ${paidOrdersBefore(clock.now())}
    order by received_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes newsletter requests whose link has expired. An address that was confirmed earlier keeps the proof of that and
 * counts as unsubscribed.
 */
async function deleteNewsletterRequests({ db, clock }: Needs): Promise<number> {
  const now = new Date(clock.now());
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; had_confirmed: boolean }>`
      select id, exists (select from newsletter_events
        where subscription_id = newsletter_subscriptions.id and event = 'confirmed') as had_confirmed
      from newsletter_subscriptions where state = 'pending' and token_expires_at < ${now}
      order by token_expires_at limit ${batch} for update skip locked`.execute(trx);
    const idsOf = (had: boolean) => rows.filter((row) => row.had_confirmed === had).map(({ id }) => id);
    await sql`delete from newsletter_subscriptions where id = any(${idsOf(false)}::uuid[])`.execute(trx);
    await sql`update newsletter_subscriptions
      set state = 'unsubscribed', token_hash = null, token_expires_at = null,
        unsubscribed_at = coalesce(unsubscribed_at, ${now})
      where id = any(${idsOf(true)}::uuid[])`.execute(trx);
    return rows.length;
  });
}

async function deleteConsentProofs({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from newsletter_subscriptions where id in (
    select id from newsletter_subscriptions
    where state = 'unsubscribed' and unsubscribed_at < ${new Date(clock.now() - terms.consentProof * day)}
    order by unsubscribed_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function deleteContactMessages({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from contact_messages where id in (
    select id from contact_messages where received_at < ${new Date(clock.now() - terms.contactMessage * day)}
    order by received_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Sessions that nobody has used for so long that they have ended, also those that were ended before. */
async function deleteEndedSessions({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from sessions where id in (
    select id from sessions where last_used_at <= ${endedBefore(clock.now())}
    order by last_used_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Events for other systems that were delivered or given up. */
async function deleteWebhookDeliveries({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_deliveries where (event_id, endpoint_id) in (
    select event_id, endpoint_id from webhook_deliveries
    where created_at < ${new Date(clock.now() - terms.webhookDelivery * day)}
      and (delivered_at is not null or failed_at is not null)
    order by created_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes recipient, error and, of mails that were given up, links and codes, and what the mailer has kept. The rows
 * stay: they tell which mails a purchase caused, and when.
 */
async function forgetMails({ db, clock }: Needs, mailer: Pick<Mailer, 'forget'>): Promise<number> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from outbox
      where personal_data_deleted_at is null and (sent_at is not null or failed_at is not null)
        and coalesce(sent_at, failed_at) < ${new Date(now - terms.mail * day)}
      order by coalesce(sent_at, failed_at) limit ${batch} for update skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await mailer.forget?.(ids);
    await sql`update outbox set
        recipient = 'deleted@deleted.invalid', last_error = null, personal_data_deleted_at = ${new Date(now)},
        facts = case when sent_at is null then '{}' else facts end
      where id = any(${ids}::uuid[])`.execute(trx);
    return ids.length;
  });
}

async function deleteExpiredLinks({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from one_time_tokens where id in (
    select id from one_time_tokens where expires_at < ${new Date(clock.now() - terms.expiredLink * day)}
    order by expires_at limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What a passkey had to sign. */
async function deleteExpiredChallenges({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from passkey_challenges where challenge_hash in (
    select challenge_hash from passkey_challenges where expires_at <= ${new Date(clock.now())}
    order by expires_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Declarations that belong to no purchase and that wait for nobody any more. */
async function deleteUnmatchedDeclarations({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from declarations where id in (
    select id from declarations
    where state in ('unmatched', 'answered') and order_id is null and subscription_id is null
      and received_at < case when details ->> 'is_receipted' = 'false'
        then ${new Date(clock.now() - terms.collectedDeclaration * day)}::timestamptz
        else ${new Date(clock.now() - terms.unmatchedDeclaration * day)}::timestamptz end
    order by received_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function deleteOperatorSessions({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from operator_sessions where id in (
    select id from operator_sessions
    where last_used_at < ${new Date(clock.now() - terms.operatorSession * day)}
    order by last_used_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function deleteRemovedOperators({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from operators where id in (
    select id from operators where removed_at < ${new Date(clock.now() - terms.removedOperator * day)}
    order by removed_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The database refuses by its own clock, which a test clock may be ahead of. */
async function deleteOldChanges({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from audit_log where id in (
    select id from audit_log
    where happened_at < ${new Date(clock.now() - terms.auditLog * day)} and happened_at < now() - interval '3 years'
    order by happened_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes entries of giveaways that are over or were removed from the content files. */
async function deleteGiveawayEntries({ db, clock }: Needs): Promise<number> {
  const old = new Date(clock.now() - terms.giveawayEntry * day);
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'marketing')
    .executeTakeFirst();
  const { giveaways = [] } = (row?.value ?? {}) as Partial<Marketing>;
  const lastDay = calendarDay(old.getTime());
  const keptKeys = giveaways.filter(({ until }) => until >= lastDay).map(({ key }) => key);
  const { numAffectedRows } = await sql`delete from giveaway_entries
    where entered_at < ${old} and giveaway <> all(${keptKeys}::text[])`.execute(db);
  return Number(numAffectedRows ?? 0);
}
