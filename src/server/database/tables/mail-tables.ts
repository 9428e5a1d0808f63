import type { Defaulted, Instant, Json } from './columns.ts';

interface OutboxTable {
  id: string;
  template: string;
  recipient: string;
  locale: string;
  facts: Json;
  dedupe_key: string;
  created_at: Instant;
  due_at: Instant;
  attempts: Defaulted<number>;
  sent_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
}

/** Mails on their way. */
export interface MailTables {
  outbox: OutboxTable;
}
