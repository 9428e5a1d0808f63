import type { QueryCreator, Transaction } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import type { OneTimeTokenRow } from '#server/platform/one-time-tokens.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { applyMailLimits } from './mail-limits.ts';
import type { MailFacts, MailTemplate } from './mail-templates.ts';

export interface NewMail<Template extends MailTemplate> {
  readonly template: Template;
  readonly recipient: string;
  readonly locale: Locale;
  readonly facts: MailFacts[Template];
  /**
   * Identifies the cause, without personal data, because it is never deleted; a second mail with the same key is
   * dropped.
   */
  readonly dedupe_key: string;
  /** Earliest time to send, in milliseconds since the epoch; default: at once. */
  readonly due_at?: number;
  /**
   * Row of the link or code in the mail, stored together with it, so that the link of a mail over the limit never
   * works.
   */
  readonly link?: OneTimeTokenRow;
}

/** Services needed to add a mail to the outbox. */
export type MailContext = Pick<ServerContext, 'clock' | 'ids' | 'log'>;

/**
 * Adds a mail to the outbox within the transaction that causes it. A second mail with the same `dedupe_key` is dropped,
 * and so is one over the limit of its recipient: `TOO_MANY_ATTEMPTS`. A call whose only purpose is the mail returns
 * that failure, others ignore it (docs/behaviour/mail.md#mails-that-others-can-cause).
 */
export async function enqueueMail<Template extends MailTemplate>(
  trx: Transaction<Database>,
  context: MailContext,
  mail: NewMail<Template>,
): Promise<Result<null, DomainFailure>> {
  return enqueueMails(trx, context, [mail]);
}

/** Adds several mails with their links in one statement. `TOO_MANY_ATTEMPTS`: at least one was dropped. */
export async function enqueueMails(
  trx: Transaction<Database>,
  context: MailContext,
  mails: readonly NewMail<MailTemplate>[],
): Promise<Result<null, DomainFailure>> {
  const { allowed, refusal } = await applyMailLimits(trx, context, mails);
  if (allowed.length > 0) await store(trx, context, allowed);
  return refusal === null ? ok(null) : err(refusal);
}

async function store(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  mails: readonly NewMail<MailTemplate>[],
): Promise<void> {
  const now = new Date(context.clock.now());
  const links = mails.flatMap(({ link }) => (link === undefined ? [] : [link]));
  const query: Pick<QueryCreator<Database>, 'insertInto'> = links.length === 0
    ? trx
    : trx.with('links', (linking) => linking.insertInto('one_time_tokens').values(links));
  await query
    .insertInto('outbox')
    .values(
      mails.map((mail) => ({
        id: context.ids.uuid(),
        template: mail.template,
        recipient: mail.recipient,
        locale: mail.locale,
        facts: JSON.stringify(mail.facts),
        dedupe_key: mail.dedupe_key,
        created_at: now,
        due_at: mail.due_at === undefined ? now : new Date(mail.due_at),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
