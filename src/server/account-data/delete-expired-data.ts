import { sql } from 'kysely';
import { calendarDay } from '#core/rules/calendar.ts';
import { unfinishedStates } from '#core/rules/order.ts';
import { endedBefore } from '#server/accounts/sessions.ts';
import type { Marketing } from '#server/content/content.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { ServerContext } from '#server/server-context.ts';

const day = 24 * 60 * 60_000;

/** Retention times in milliseconds, as promised on the privacy page (docs/behaviour/operations.md#retention). */
const kept = {
  guestCart: 30 * day,
  unpaidOrder: 30 * day,
  /** After the end of a newsletter subscription: three years, with a leap day. */
  consentProof: 3 * 365 * day + day,
  contactMessage: 365 * day,
  /** After the last day of the giveaway. */
  giveawayEntry: 30 * day,
  webhookDelivery: 30 * day,
} as const;

/** Rows of each kind per run. */
const batch = 200;

/**
 * Deletes data whose retention time is over; returns how many rows it processed. Several servers may run this at once:
 * rows locked by another server are skipped.
 */
export async function deleteExpiredData(context: ServerContext, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const step of [
    forgetUnpaidOrders,
    deleteGuestCarts,
    deleteNewsletterRequests,
    deleteConsentProofs,
    deleteContactMessages,
    deleteGiveawayEntries,
    deleteEndedSessions,
    deleteWebhookDeliveries,
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
    where user_id is null and updated_at < ${new Date(clock.now() - kept.guestCart)}
      and not exists (select from orders where cart_id = carts.id
        and state in (${sql.join(unfinishedStates.map((state) => sql.lit(state)))}))
    order by updated_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Cancels orders that were never paid and removes their personal data. */
async function forgetUnpaidOrders(context: Needs): Promise<number> {
  const { db, clock } = context;
  const old = new Date(clock.now() - kept.unpaidOrder);
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; state: string }>`select orders.id, orders.state from orders
      where orders.personal_data_deleted_at is null and orders.completed_at is null
        and orders.state in ('draft', 'verified', 'expired', 'voided') and orders.state_changed_at < ${old}
      order by orders.state_changed_at limit ${batch} for update skip locked`.execute(trx);
    for (const order of rows) {
      if (order.state === 'draft' || order.state === 'verified')
        await transitionOrder(trx, context, { order, event: 'void', cause: 'background' });
    }
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await trx
      .updateTable('orders')
      .set({
        email: sql<string>`'deleted-' || id || '@deleted.invalid'`,
        token_hash: null,
        shipping_address: null,
        billing_contact: null,
        billing_address: null,
        personal_data_deleted_at: new Date(clock.now()),
      })
      .where('id', 'in', ids)
      .execute();
    await trx
      .updateTable('order_lines')
      .set({ custom_properties: '{}' })
      .where('order_id', 'in', ids)
      .execute();
    await trx
      .updateTable('payment_attempts')
      .set({ vault_token: null, method: null, metadata: null })
      .where('order_id', 'in', ids)
      .execute();
    return ids.length;
  });
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
    where state = 'unsubscribed' and unsubscribed_at < ${new Date(clock.now() - kept.consentProof)}
    order by unsubscribed_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function deleteContactMessages({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`delete from contact_messages where id in (
    select id from contact_messages where received_at < ${new Date(clock.now() - kept.contactMessage)}
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
    where created_at < ${new Date(clock.now() - kept.webhookDelivery)}
      and (delivered_at is not null or failed_at is not null)
    order by created_at limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes entries of giveaways that are over or were removed from the content files. */
async function deleteGiveawayEntries({ db, clock }: Needs): Promise<number> {
  const old = new Date(clock.now() - kept.giveawayEntry);
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
