import type { Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { MailFacts, MailTemplate } from './mail-templates.ts';

interface MailOrder<Template extends MailTemplate> {
  readonly template: Template;
  readonly recipient: string;
  readonly locale: Locale;
  readonly facts: MailFacts[Template];
  /** The cause of the mail; the same cause never makes two. */
  readonly dedupe_key: string;
  /** When it is sent at the earliest, in milliseconds since the epoch; at once when left out. */
  readonly due_at?: number;
}

/**
 * Puts a mail into the outbox, inside the transaction that causes it: both happen or neither.
 * A second mail for the same cause is left out.
 */
export async function enqueueMail<Template extends MailTemplate>(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  mail: MailOrder<Template>,
): Promise<void> {
  const now = new Date(context.clock.now());
  await trx
    .insertInto('outbox')
    .values({
      id: context.ids.uuid(),
      template: mail.template,
      recipient: mail.recipient,
      locale: mail.locale,
      facts: JSON.stringify(mail.facts),
      dedupe_key: mail.dedupe_key,
      created_at: now,
      due_at: mail.due_at === undefined ? now : new Date(mail.due_at),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
