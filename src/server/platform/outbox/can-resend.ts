import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import { keepsFacts } from './mail-templates.ts';

/** Whether what a mail of `outbox` tells of was deleted: the declaration of a receipt. */
export const isOwnerGone = sql<boolean>`(outbox.facts ->> 'declaration_id' is not null
  and not exists (select from declarations where id = (outbox.facts ->> 'declaration_id')::uuid))`;

/** A row of the outbox, with `isOwnerGone`. */
interface ResentRow
  extends Pick<Selectable<Database['outbox']>, 'template' | 'sent_at' | 'personal_data_deleted_at'> {
  readonly is_owner_gone: boolean;
}

/**
 * Whether a mail can be sent again: not once its recipient was deleted, or what it tells of; and a sent one only when
 * its facts stay, because a link or a code is deleted when it is sent.
 */
export function canResend(mail: ResentRow): boolean {
  if (mail.personal_data_deleted_at !== null || mail.is_owner_gone) return false;
  return mail.sent_at === null || keepsFacts(mail.template);
}
