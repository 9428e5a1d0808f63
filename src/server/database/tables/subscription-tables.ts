import type { ColumnType } from 'kysely';
import type { Day, Defaulted, Instant } from './columns.ts';

interface SubscriptionsTable {
  id: string;
  user_id: string;
  product_id: string;
  order_id: string | null;
  code: string;
  status: string;
  anchor_day: number;
  period_started_at: Instant;
  period_ends_at: Instant;
  vault_token: string | null;
  created_at: Instant;
  gift_code_id: Defaulted<string | null>;
  renews: Defaulted<boolean>;
  started_on: Day;
  paid_periods: Defaulted<number>;
  price_cents: number;
  period_months: number;
  failures: Defaulted<number>;
  next_action_at: Defaulted<Instant | null>;
  reminded_period: Defaulted<number>;
  payment_method: ColumnType<unknown, string | null | undefined, string | null>;
  cancelled_at: Defaulted<Instant | null>;
  ends_on: Defaulted<Day | null>;
  ended_at: Defaulted<Instant | null>;
}

interface SubscriptionEventsTable {
  id: string;
  subscription_id: string;
  event: string;
  from_status: string;
  to_status: string;
  cause: string;
  happened_at: Instant;
}

/** Subscriptions that run and renew. */
export interface SubscriptionTables {
  subscriptions: SubscriptionsTable;
  subscription_events: SubscriptionEventsTable;
}
