import { type Kysely, sql } from 'kysely';
import { openAttemptStates } from '#core/rules/payments/payment-rules.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Number and age of the rows of one kind that wait to be processed. */
export interface Backlog {
  /** Such as `mail_due` or `payment_unknown`. */
  readonly kind: string;
  readonly rows: number;
  /** How long the oldest row has waited, in seconds; 0 without rows. */
  readonly oldest_seconds: number;
  /** Sum of their amounts; 0 for kinds without an amount. */
  readonly cents: number;
}

const refundStates = ['open', 'unknown', 'refused'];

/** Counts the waiting rows of each kind at `now` (milliseconds since the epoch); kinds without rows are included. */
export async function readBacklog(db: Kysely<Database>, now: number): Promise<readonly Backlog[]> {
  const at = sql`${new Date(now)}::timestamptz`;
  const yesterday = sql`${new Date(now - 86_400_000)}::timestamptz`;
  const { rows } = await sql<Backlog>`
    select kind, count(since)::int as rows,
      coalesce(greatest(extract(epoch from ${at} - min(since)), 0), 0)::float8 as oldest_seconds,
      coalesce(sum(cents), 0)::float8 as cents
    from (
      select 'mail_due' as kind, due_at as since, 0 as cents from outbox
        where sent_at is null and failed_at is null and due_at <= ${at}
      union all
      select 'mail_failed', failed_at, 0 from outbox where failed_at > ${yesterday}
      union all
      select 'payment_' || state, started_at, amount_cents from payment_attempts
        where state in (${sql.join(openAttemptStates.map((state) => sql.lit(state)))})
      union all
      select 'refund_' || state, created_at, amount_cents from refunds
        where state in (${sql.join(refundStates.map((state) => sql.lit(state)))})
      union all
      select 'webhook_due', due_at, 0 from webhook_deliveries
        where delivered_at is null and failed_at is null and due_at <= ${at}
      union all
      select 'webhook_failed', failed_at, 0 from webhook_deliveries where failed_at > ${yesterday}
      union all
      select 'renewal_due', next_action_at, 0 from subscriptions
        where status <> 'expired' and next_action_at <= ${at}
      union all
      select unnest(${kinds}::text[]), null, 0
    ) as waiting
    group by kind order by kind
  `.execute(db);
  return rows;
}

const kinds = [
  'mail_due',
  'mail_failed',
  ...openAttemptStates.map((state) => `payment_${state}`),
  ...refundStates.map((state) => `refund_${state}`),
  'webhook_due',
  'webhook_failed',
  'renewal_due',
];
