import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { keepsFacts } from './mail-templates.ts';

/** Whether the declaration that a mail of `outbox` is about was deleted. */
export const isOwnerGone = sql<boolean>`(outbox.facts ->> 'declaration_id' is not null
  and not exists (select from declarations where id = (outbox.facts ->> 'declaration_id')::uuid))`;

/** A row of the outbox, with `isOwnerGone`. */
interface ResentRow
  extends Pick<Selectable<Database['outbox']>, 'template' | 'sent_at' | 'personal_data_deleted_at'> {
  readonly is_owner_gone: boolean;
}

/**
 * Whether a mail can be sent again: not if its personal data or its declaration was deleted. A sent mail only if its
 * facts are kept, because links and codes are deleted when they are sent.
 */
export function canResend(mail: ResentRow): boolean {
  if (mail.personal_data_deleted_at !== null || mail.is_owner_gone) return false;
  return mail.sent_at === null || keepsFacts(mail.template);
}
