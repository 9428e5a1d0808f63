import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Attention,
  type AttentionItem,
  type AttentionKind,
  attentionKinds,
} from '#core/model/attention.ts';
import { type RecordType, recordTypes } from '#core/model/catalogue-record.ts';
import type { Permission } from '#core/model/operator.ts';
import { jobNames } from '#core/model/system.ts';
import type { Locale } from '#core/model/values.ts';
import { jobStateOf } from '#core/rules/operations/job-state.ts';
import { mayUseRecords } from '#core/rules/operations/permissions.ts';
import { ofOneDispute } from '#server/orders/charging/disputes.ts';
import { isToShip } from '#server/orders/delivery/parcels.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Limits of each kind: items shown, items shown if no other screen lists them, and items counted. */
const shown = 5;
const shownWithoutList = 50;
const counted = 1_000;

/** Minutes after which unfinished payments and jobs are listed; most of them finish by themselves. */
const shownAfterMinutes = 15;

/** Number of days whose playback failures are counted. */
const failingDays = 7;

/** Age in hours from which the newest backup of a live shop is listed; backups are daily. */
const oldBackupHours = 26;

/** Products with less stock than this are listed. */
const lowStock = 5;

/** Days within which a withdrawal has to be refunded (§ 357 (1) BGB). */
const paybackDays = 14;

interface Moment {
  readonly now: Date;
  readonly mode: ServerContext['settings']['mode'];
  readonly locale: Locale;
}

interface Asked extends Moment {
  /** Names of jobs that are failing. */
  readonly failing: readonly string[];
  /** Types of records that the operator must not see. */
  readonly hidden: readonly RecordType[];
}

interface Kind {
  /** Permission needed to see it. */
  readonly permission: Permission;
  /** No other screen lists all of them. */
  readonly isOnlyHere?: true;
  /** Selects id, title, order_id, quantity, amount, since and due, longest waiting first. */
  readonly rows: (asked: Asked) => RawBuilder<unknown>;
}

const minutesAgo = ({ now }: Moment, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Queries by kind; each uses an index or a small table. */
const kinds: Readonly<Record<AttentionKind, Kind>> = {
  declarations: { permission: 'declarations.read', rows: () => declarationsIn('open') },
  unmatched_declarations: { permission: 'declarations.read', rows: () => declarationsIn('unmatched') },
  disputes: {
    permission: 'orders.read',
    isOnlyHere: true,
    rows: () =>
      noticesThat(sql`notice.kind = 'dispute_opened' and not exists (
        select from payment_notices decided where decided.transaction_id = notice.transaction_id
          and decided.kind in ('dispute_won', 'dispute_lost') and ${ofOneDispute('decided', 'notice')})`),
  },
  missing_payments: {
    permission: 'orders.read',
    isOnlyHere: true,
    // Settled when the order is refunded; a refund that the provider refuses is listed as another kind.
    rows: () =>
      noticesThat(sql`notice.is_open and notice.kind = 'settlement_declined'
        and (attempt.id is null or attempt.state = 'charged' and orders.state = 'paid')`),
  },
  refused_refunds: {
    permission: 'orders.read',
    isOnlyHere: true,
    rows: () => sql`
      select refunds.id::text, orders.code as title, orders.id as order_id, null::int as quantity,
        refunds.amount_cents as amount, refunds.created_at as since,
        coalesce(declarations.received_at, refunds.created_at) + make_interval(days => ${paybackDays}) as due
      from refunds join orders on orders.id = refunds.order_id
      left join declarations on declarations.id = refunds.declaration_id
      where refunds.state = 'refused' order by due limit ${counted}`,
  },
  transfers_to_send: {
    permission: 'orders.read',
    isOnlyHere: true,
    rows: () => sql`
      select refund.refund_key as id, orders.code as title, orders.id as order_id, null::int as quantity,
        refund.amount_cents as amount, refund.asked_at as since,
        coalesce(declarations.received_at, refund.asked_at) + make_interval(days => ${paybackDays}) as due
      from bank_transfer_refunds refund
      join bank_transfers transfer on transfer.attempt_key = refund.attempt_key
      join orders on orders.code = transfer.order_code
      left join refunds on refunds.refund_key = refund.refund_key
      left join declarations on declarations.id = refunds.declaration_id
      where refund.sent_at is null order by due limit ${counted}`,
  },
  unmatched_payments: {
    permission: 'orders.read',
    isOnlyHere: true,
    rows: () => noticesThat(sql`notice.is_open and notice.kind <> 'settlement_declined'`),
  },
  unknown_payments: {
    permission: 'orders.read',
    isOnlyHere: true,
    rows: (moment) => sql`
      select attempt.id::text, orders.code as title, orders.id as order_id, null::int as quantity,
        attempt.amount_cents as amount, attempt.started_at as since, null::timestamptz as due
      from payment_attempts attempt join orders on orders.id = attempt.order_id
      where attempt.state in ('charging', 'unknown', 'processing', 'authorised')
        and attempt.started_at < ${minutesAgo(moment, shownAfterMinutes)}
      order by since limit ${counted}`,
  },
  transfers_awaited: {
    permission: 'orders.read',
    rows: () => sql`
      select id::text, code as title, id as order_id, null::int as quantity, amount_due_cents as amount,
        state_changed_at as since, payment_due_at as due
      from orders where state = 'awaiting_payment' order by due limit ${counted}`,
  },
  parcels: {
    permission: 'orders.read',
    rows: () => sql`
      select id::text, code as title, id as order_id, null::int as quantity, total_cents as amount,
        completed_at as since, null::timestamptz as due
      from orders where ${isToShip} and completed_at is not null order by since limit ${counted}`,
  },
  messages: {
    permission: 'messages.read',
    rows: () => sql`
      select id::text, name as title, null::uuid as order_id, null::int as quantity, null::int as amount,
        received_at as since, null::timestamptz as due
      from contact_messages where handled_at is null order by since limit ${counted}`,
  },
  refused_plans: {
    permission: 'catalogue.read',
    isOnlyHere: true,
    rows: ({ locale, hidden }) => sql`
      select type || '/' || slug as id,
        coalesce(nullif(concat_ws(' ', value ->> 'firstname', value ->> 'lastname', value -> 'title' ->> ${locale}::text), ''), slug)
          as title,
        null::uuid as order_id, null::int as quantity, null::int as amount, publish_at as since, null::timestamptz as due
      from catalogue_versions where state = 'refused' and type <> all(${hidden}::text[])
      order by since limit ${counted}`,
  },
  low_stock: {
    permission: 'catalogue.read',
    isOnlyHere: true,
    rows: ({ locale }) => sql`
      select kind || '/' || slug as id, coalesce(texts -> ${locale}::text ->> 'title', slug) as title,
        null::uuid as order_id, stock as quantity,
        null::int as amount, null::timestamptz as since, null::timestamptz as due
      from products where is_active and stock < ${lowStock} order by stock, id limit ${counted}`,
  },
  failed_mails: {
    permission: 'mails.read',
    // A mail whose personal data was deleted cannot be sent any more.
    rows: () => sql`
      select outbox.id::text, outbox.template as title, orders.id as order_id, null::int as quantity, null::int as amount,
        failed_at as since, null::timestamptz as due
      from outbox left join orders on orders.id = (outbox.facts ->> 'order_id')::uuid
      where failed_at is not null and outbox.personal_data_deleted_at is null order by since limit ${counted}`,
  },
  failed_events: {
    permission: 'system.read',
    rows: () => sql`
      select event_id::text || ' ' || endpoint_id as id, event as title, null::uuid as order_id, null::int as quantity,
        null::int as amount, failed_at as since, null::timestamptz as due
      from webhook_deliveries where failed_at is not null order by since limit ${counted}`,
  },
  stopped_webhooks: {
    permission: 'system.read',
    rows: () => sql`
      select id::text, substring(url from '^[^:]+://[^/?#]+') as title, null::uuid as order_id, null::int as quantity, null::int as amount,
        disabled_at as since, null::timestamptz as due
      from webhook_endpoints where disabled_at is not null order by since limit ${counted}`,
  },
  failed_films: {
    permission: 'films.change',
    rows: ({ locale }) => sql`
      select job.lesson_id as id, coalesce(lessons.texts -> ${locale}::text ->> 'title', job.lesson_id) as title,
        null::uuid as order_id, null::int as quantity, null::int as amount, job.changed_at as since,
        null::timestamptz as due
      from film_jobs job left join lessons on lessons.id = job.lesson_id
      where job.state = 'failed' and not exists (
        select from film_jobs later where later.lesson_id = job.lesson_id and later.created_at > job.created_at)
      order by since limit ${counted}`,
  },
  failing_films: {
    permission: 'films.change',
    isOnlyHere: true,
    rows: ({ now, locale }) => sql`
      select lesson_id as id, coalesce(lessons.texts -> ${locale}::text ->> 'title', lesson_id) as title,
        null::uuid as order_id, sum(failures)::int as quantity, null::int as amount,
        min(day)::timestamp at time zone 'Europe/Berlin' as since, null::timestamptz as due
      from lesson_watching join lessons on lessons.id = lesson_id
      where failures > 0 and day > (${now}::timestamptz at time zone 'Europe/Berlin')::date - ${failingDays}::int
      group by 1, 2 order by quantity desc, lesson_id limit ${counted}`,
  },
  late_jobs: { permission: 'system.read', isOnlyHere: true, rows: lateJobs },
  failing_jobs: {
    permission: 'system.read',
    rows: ({ failing }) => sql`
      select name as id, name as title, null::uuid as order_id, null::int as quantity, null::int as amount,
        failed_at as since, null::timestamptz as due
      from job_runs where name = any(${failing}::text[]) order by since`,
  },
  old_backup: {
    permission: 'system.read',
    // Demo shops need no backup. Without any backup the title is empty.
    rows: (moment) => sql`
      select 'backup' as id, coalesce(folder, '') as title, null::uuid as order_id, null::int as quantity,
        null::int as amount, made_at as since, null::timestamptz as due
      from (select 1) shop left join (select * from backups order by made_at desc limit 1) newest on true
      where ${moment.mode === 'live'} and coalesce(made_at < ${minutesAgo(moment, oldBackupHours * 60)}, true)`,
  },
};

/** Selects the provider notices that meet a condition, with the order of each. */
function noticesThat(condition: RawBuilder<unknown>) {
  return sql`
    select notice.key as id, coalesce(orders.code, notice.transaction_id) as title, orders.id as order_id,
      null::int as quantity, notice.amount_cents as amount, notice.happened_at as since, null::timestamptz as due
    from payment_notices notice
    left join payment_attempts attempt on attempt.id = notice.payment_attempt_id
    left join orders on orders.id = attempt.order_id
    where ${condition} order by since limit ${counted}`;
}

function declarationsIn(state: 'open' | 'unmatched') {
  return sql`
    select declaration.id::text, declaration.reference as title, orders.id as order_id, null::int as quantity,
      null::int as amount, received_at as since,
      case when kind = 'withdrawal' then received_at + make_interval(days => ${paybackDays}) end as due
    from declarations declaration left join orders on orders.id = declaration.order_id
    where declaration.state = ${sql.lit(state)} order by since limit ${counted}`;
}

/** Selects jobs whose oldest due row has waited too long. */
function lateJobs(moment: Moment) {
  const { now } = moment;
  return sql`
    select job as id, job as title, null::uuid as order_id, null::int as quantity, null::int as amount, oldest as since,
      null::timestamptz as due
    from (
      select 'resolve-unknown-payments' as job, min(next_check_at) as oldest from payment_attempts
        where next_check_at is not null
      union all select 'settle-refunds', min(next_check_at) from refunds where state in ('open', 'unknown')
      union all select 'decide-declarations', min(received_at) from declarations where state = 'received'
      union all select 'renew-subscriptions', min(next_action_at) from subscriptions where next_action_at is not null
      union all select 'deliver-mail', min(due_at) from outbox where sent_at is null and failed_at is null
      union all select 'deliver-webhooks', min(due_at) from webhook_deliveries
        join webhook_endpoints on webhook_endpoints.id = endpoint_id
        where delivered_at is null and failed_at is null and disabled_at is null and coalesce(paused_until <= ${now}, true)
    ) jobs
    where oldest < ${minutesAgo(moment, shownAfterMinutes)} order by since`;
}

/**
 * Finds jobs that are failing and have not succeeded for some minutes; a single failure resolves itself
 * (docs/behaviour/operations.md#how-the-shop-runs).
 */
async function failingJobs(db: Kysely<Database>, moment: Moment): Promise<string[]> {
  const runs = await db.selectFrom('job_runs').select(['name', 'finished_at', 'failures']).execute();
  const latest = minutesAgo(moment, shownAfterMinutes);
  return jobNames.filter((name) => {
    const run = runs.find((one) => one.name === name);
    if (run === undefined || (run.finished_at !== null && run.finished_at >= latest)) return false;
    const finishedAt = run.finished_at?.getTime() ?? null;
    return jobStateOf({ name, finishedAt, failures: run.failures }, moment.now.getTime()) === 'failing';
  });
}

interface FoundRow extends Omit<AttentionItem, 'since' | 'due'> {
  readonly since: Date | null;
  readonly due: Date | null;
  readonly total: number;
}

/**
 * Lists what needs an operator now, as far as the permissions allow (docs/behaviour/operations.md#what-needs-somebody).
 * Kinds without items are left out.
 */
export async function listAttention(
  db: Kysely<Database>,
  permissions: readonly Permission[],
  moment: Moment,
): Promise<Attention[]> {
  const hidden = recordTypes.filter((type) => !mayUseRecords(type, permissions));
  const asked = { ...moment, failing: await failingJobs(db, moment), hidden };
  const found = attentionKinds
    .filter((kind) => permissions.includes(kinds[kind].permission))
    .map(async (kind): Promise<Attention> => {
      const { rows } = await sql<FoundRow>`
        with found as materialized (${kinds[kind].rows(asked)})
        select found.*, count(*) over ()::int as total from found order by due nulls last, since
        limit ${kinds[kind].isOnlyHere ? shownWithoutList : shown}`.execute(db);
      return { kind, count: rows[0]?.total ?? 0, items: rows.map(toItem) };
    });
  return (await Promise.all(found)).filter(({ count }) => count > 0);
}

function toItem({ total: _, since, due, ...item }: FoundRow): AttentionItem {
  return { ...item, since: since?.toISOString() ?? null, due: due?.toISOString() ?? null };
}
