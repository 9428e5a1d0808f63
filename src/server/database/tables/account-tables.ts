import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json } from './columns.ts';

interface UsersTable {
  id: string;
  email: string;
  password_hash: string | null;
  firstname: Defaulted<string>;
  lastname: Defaulted<string>;
  salutation: Defaulted<string>;
  is_active: Defaulted<boolean>;
  newsletter: Defaulted<boolean>;
  newsletter_requested_at: Defaulted<Instant | null>;
  declined_newsletter: Defaulted<boolean>;
  preferred_language: string;
  is_registered_with_funnel: Defaulted<boolean>;
  created_at: Instant;
  deleted_at: Defaulted<Instant | null>;
  email_confirmed_at: Defaulted<Instant | null>;
}

interface SessionsTable {
  id: string;
  user_id: string;
  device: Defaulted<string>;
  refresh_hash: Buffer;
  created_at: Instant;
  last_used_at: Instant;
  revoked_at: Instant | null;
}

interface AddressesTable {
  id: string;
  user_id: string;
  fields: Json;
  is_default_shipping: Defaulted<boolean>;
  is_default_billing: Defaulted<boolean>;
  created_at: Instant;
}

interface OneTimeTokensTable {
  id: string;
  kind: string;
  user_id: string;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  failed_guesses: Defaulted<number>;
  facts: ColumnType<unknown, string | undefined, string>;
}

interface RateLimitsTable {
  key: string;
  window_started_at: Instant;
  hits: number;
}

/** Users, their sessions and addresses, and what guards them. */
export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  addresses: AddressesTable;
  one_time_tokens: OneTimeTokensTable;
  rate_limits: RateLimitsTable;
}
