import { type RawBuilder, sql } from 'kysely';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { oneStopShopCountries } from '#core/rules/basics/vat-rates.ts';
import { unfinishedStates } from '#core/rules/orders/order-states.ts';
import type { Mailer } from '#ports/mailer.ts';
import { endedBefore } from '#server/accounts/sessions.ts';
import { ossDay } from '#server/carts/pricing-catalogue.ts';
import type { Marketing } from '#server/content/sources/content-shapes.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { forgetOrders } from './forget-orders.ts';
import { terms } from './retention-terms.ts';

const day = 24 * 60 * 60_000;

/** Rows of each kind per run. */
const batch = 200;

interface DeletionNeeds {
  readonly signal?: AbortSignal;
  /** Deletes mails that it has stored, for example as files. */
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
  for (const step of steps) {
    if (signal?.aborted) break;
    deleted += typeof step === 'function' ? await step(context, mailer) : await deleteOldest(context, step);
  }
  return deleted;
}

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids'>;

/** Rows that are deleted when a condition holds, some in each run. */
interface ExpiredRows {
  readonly table: keyof Database;
  /** The primary key; default: `id`. */
  readonly key?: readonly string[];
  /** The oldest by this column are deleted first. */
  readonly oldest: string;
  when(now: number): RawBuilder<unknown>;
}

type Step = ExpiredRows | ((needs: Needs, mailer: Pick<Mailer, 'forget'>) => Promise<number>);

/** Condition on declarations: they belong to no purchase and wait for no operator. */
const belongsToNothing = sql`state in ('unmatched', 'answered')
  and order_id is null and subscription_id is null`;

const steps: readonly Step[] = [
  forgetUnpaidOrders,
  forgetPaidOrders,
  // Declarations without an order: about a membership or subscription that was a gift, or left to an operator because
  // no purchase was found.
  {
    table: 'declarations',
    oldest: 'received_at',
    when: (now) => sql`order_id is null and received_at < ${paidOrdersBefore(now)}`,
  },
  // Carts of guests that were not changed for a long time, unless a payment for them is open.
  {
    table: 'carts',
    oldest: 'updated_at',
    when: (now) => sql`user_id is null and updated_at < ${daysBefore(now, terms.guestCart)}
      and not exists (select from orders where cart_id = carts.id
        and state in (${sql.join(unfinishedStates.map((state) => sql.lit(state)))}))`,
  },
  deleteNewsletterRequests,
  {
    table: 'newsletter_subscriptions',
    oldest: 'unsubscribed_at',
    when: (now) => sql`state = 'unsubscribed' and unsubscribed_at < ${daysBefore(now, terms.consentProof)}`,
  },
  {
    table: 'contact_messages',
    oldest: 'received_at',
    when: (now) => sql`received_at < ${daysBefore(now, terms.contactMessage)}`,
  },
  deleteGiveawayEntries,
  // Sessions that have ended because nobody used them, including those revoked before.
  { table: 'sessions', oldest: 'last_used_at', when: (now) => sql`last_used_at <= ${endedBefore(now)}` },
  // Events for other systems that were delivered or given up.
  {
    table: 'webhook_deliveries',
    key: ['event_id', 'endpoint_id'],
    oldest: 'created_at',
    when: (now) => sql`created_at < ${daysBefore(now, terms.webhookDelivery)}
      and (delivered_at is not null or failed_at is not null)`,
  },
  forgetMails,
  {
    table: 'one_time_tokens',
    oldest: 'expires_at',
    when: (now) => sql`expires_at < ${daysBefore(now, terms.expiredLink)}`,
  },
  {
    table: 'passkey_challenges',
    key: ['challenge_hash'],
    oldest: 'expires_at',
    when: (now) => sql`expires_at <= ${new Date(now)}`,
  },
  {
    table: 'declarations',
    oldest: 'received_at',
    when: (now) => sql`${belongsToNothing} and received_at < ${daysBefore(now, terms.unmatchedDeclaration)}`,
  },
  {
    table: 'declarations',
    oldest: 'received_at',
    when: (now) => sql`${belongsToNothing} and details ->> 'is_receipted' = 'false'
      and received_at < ${daysBefore(now, terms.collectedDeclaration)}`,
  },
  {
    table: 'operator_sessions',
    oldest: 'last_used_at',
    when: (now) => sql`last_used_at < ${daysBefore(now, terms.operatorSession)}`,
  },
  {
    table: 'operators',
    oldest: 'removed_at',
    when: (now) => sql`removed_at < ${daysBefore(now, terms.removedOperator)}`,
  },
  // The database refuses to delete younger rows by its own clock, and a test clock may be ahead of it.
  {
    table: 'audit_log',
    oldest: 'happened_at',
    when: (now) => sql`happened_at < ${daysBefore(now, terms.auditLog)}
      and happened_at < now() - interval '3 years'`,
  },
];

function daysBefore(now: number, days: number): Date {
  return new Date(now - days * day);
}

async function deleteOldest(
  { db, clock }: Needs,
  { table, key = ['id'], oldest, when }: ExpiredRows,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where ${when(clock.now())}
    order by ${sql.ref(oldest)} limit ${batch} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Cancels orders that were never paid and removes their personal data. Skips the order of a period that a running
 * membership or subscription still has to pay: it ends with the subscription or is paid.
 */
async function forgetUnpaidOrders(context: Needs): Promise<number> {
  const { db, clock } = context;
  const old = daysBefore(clock.now(), terms.unpaidOrder);
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

/** Returns the time before which paid orders and their data are no longer kept. */
export function paidOrdersBefore(now: number, years: number = terms.paidOrderYears): Date {
  const year = Number(calendarDay(now).slice(0, 4));
  return new Date(startOfDay(`${year - years}-01-01`));
}

/** As `paidOrdersBefore`, for each order in a query of `orders`: those of the one-stop shop are kept longer. */
function endOfOrder(now: number): RawBuilder<Date> {
  return sql<Date>`case
    when array[orders.vat_country, orders.digital_vat_country] && ${[...oneStopShopCountries]}::text[]
      and shop_day(orders.completed_at) >= ${ossDay}::date
    then ${paidOrdersBefore(now, terms.ossOrderYears)}::timestamptz else ${paidOrdersBefore(now)}::timestamptz end`;
}

/**
 * Removes the personal data of paid orders when tax law does not require it any more. Skips an order that started a
 * running membership or subscription, whose renewals take the buyer's address from it.
 */
async function forgetPaidOrders({ db, clock }: Needs): Promise<number> {
  const now = clock.now();
  const old = endOfOrder(now);
  return inTransaction(db, async (trx) => {
    // The first limit follows from the second, for which no index can be used.
    const { rows } = await sql<{ id: string }>`select id from orders
      where personal_data_deleted_at is null and completed_at < ${paidOrdersBefore(now)} and completed_at < ${old}
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

/**
 * Removes recipient and error of mails, links and codes of mails that were given up, and the copies that the mailer has
 * stored. The rows stay: they show which mails a purchase caused, and when.
 */
async function forgetMails({ db, clock }: Needs, mailer: Pick<Mailer, 'forget'>): Promise<number> {
  const now = clock.now();
  const isOld = sql`personal_data_deleted_at is null and (sent_at is not null or failed_at is not null)
    and coalesce(sent_at, failed_at) < ${daysBefore(now, terms.mail)}`;
  const { rows } = await sql<{ id: string }>`select id from outbox where ${isOld}
    order by coalesce(sent_at, failed_at) limit ${batch}`.execute(db);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  // Without locks, because the mailer may be slow. It is harmless if another server deletes the same mails.
  await mailer.forget?.(ids);
  const { numAffectedRows } = await sql`update outbox set
      recipient = 'deleted@deleted.invalid', last_error = null, personal_data_deleted_at = ${new Date(now)},
      facts = case when sent_at is null then '{}' else facts end
    where id = any(${ids}::uuid[]) and ${isOld}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes entries of giveaways that are over or were removed from the content files. */
async function deleteGiveawayEntries(needs: Needs): Promise<number> {
  const { db, clock } = needs;
  const old = daysBefore(clock.now(), terms.giveawayEntry);
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'marketing')
    .executeTakeFirst();
  const { giveaways = [] } = (row?.value ?? {}) as Partial<Marketing>;
  const lastDay = calendarDay(old.getTime());
  const keptKeys = giveaways.filter(({ until }) => until >= lastDay).map(({ key }) => key);
  return deleteOldest(needs, {
    table: 'giveaway_entries',
    key: ['giveaway', 'email'],
    oldest: 'entered_at',
    when: () => sql`entered_at < ${old} and giveaway <> all(${keptKeys}::text[])`,
  });
}
