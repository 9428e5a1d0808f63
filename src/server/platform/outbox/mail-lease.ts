import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

type LeasableMail = Pick<
  Selectable<Database['outbox']>,
  'sent_at' | 'failed_at' | 'attempts' | 'last_error' | 'due_at'
>;

/**
 * Whether a server is sending a mail at this time (milliseconds since the epoch). A leased mail has no error, one that
 * waits for its next attempt has.
 */
export function isLeased(mail: LeasableMail, now: number): boolean {
  const isUnsent = mail.sent_at === null && mail.failed_at === null;
  return isUnsent && mail.attempts > 0 && mail.last_error === null && mail.due_at.getTime() > now;
}
