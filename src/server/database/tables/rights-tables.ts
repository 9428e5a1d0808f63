import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json } from './columns.ts';

interface RefundsTable {
  id: string;
  order_id: string;
  payment_attempt_id: string | null;
  refund_key: string;
  amount_cents: number;
  credit_cents: number;
  lines: Json;
  cause: string;
  declaration_id: string | null;
  state: string;
  gateway_refund_id: Defaulted<string | null>;
  checks: Defaulted<number>;
  next_check_at: Defaulted<Instant | null>;
  created_at: Instant;
  settled_at: Defaulted<Instant | null>;
}

interface DeclarationsTable {
  id: string;
  kind: string;
  reference: string;
  declared_code: string;
  email: string;
  name: string;
  details: Json;
  locale: string;
  received_at: Instant;
  order_id: string | null;
  subscription_id: string | null;
  state: string;
  decision: ColumnType<unknown, string | undefined, string>;
  answered_at: Defaulted<Instant | null>;
}

/** Withdrawals, cancellations and money back. */
export interface RightsTables {
  refunds: RefundsTable;
  declarations: DeclarationsTable;
}
