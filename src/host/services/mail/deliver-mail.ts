import { sql } from 'kysely';
import type { HostContext } from '#host/host-context.ts';
import type { MailTexts } from '#host/mail/mail-texts.ts';
import type { Mailer } from '#host/ports/mailer.ts';
import { composeMail } from './compose-mail.ts';
import { readBrand } from './read-brand.ts';

interface DeliveryNeeds {
  readonly mailer: Mailer;
  readonly texts: MailTexts;
}

const batch = 10;

/** How long one host keeps a mail to itself while it sends, in milliseconds. */
const lease = 120_000;

/** After this many failures a mail waits for the operator. */
const lastAttempt = 8;

/** 1, 2, 4 … minutes, two hours at most, in milliseconds. */
function retryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 7_200_000);
}

/**
 * Sends the mails that are due (decisions §4, outbox). Several hosts may scan at once: each mail is leased to one.
 * A mail that cannot be sent is tried again later; what it carried (links, codes) is forgotten once it is sent.
 * Answers how many mails it took.
 */
export async function deliverMail(context: HostContext, { mailer, texts }: DeliveryNeeds): Promise<number> {
  const due = await leaseDueMails(context);
  if (due.length === 0) return 0;
  const needs = {
    db: context.db,
    siteUrl: context.settings.siteUrl,
    texts,
    brand: await readBrand(context.db),
  };
  for (const row of due) {
    try {
      await mailer.send(await composeMail(needs, row));
      await context.db
        .updateTable('outbox')
        .set({ sent_at: new Date(context.clock.now()), last_error: null, facts: '{}' })
        .where('id', '=', row.id)
        .execute();
    } catch (error) {
      await noteFailure(context, row, error);
    }
  }
  return due.length;
}

interface LeasedMail {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly facts: unknown;
  /** Counts this attempt already. */
  readonly attempts: number;
}

async function leaseDueMails(context: HostContext): Promise<readonly LeasedMail[]> {
  const now = context.clock.now();
  const { rows } = await sql<LeasedMail>`
    update outbox set due_at = ${new Date(now + lease)}, attempts = attempts + 1
    where id in (
      select id from outbox where sent_at is null and failed_at is null and due_at <= ${new Date(now)}
      order by due_at limit ${batch} for update skip locked
    )
    returning id, template, recipient, locale, facts, attempts
  `.execute(context.db);
  return rows;
}

async function noteFailure(context: HostContext, row: LeasedMail, error: unknown): Promise<void> {
  const now = context.clock.now();
  const isLast = row.attempts >= lastAttempt;
  context.log.error('mail_not_sent', error, { mail: row.id, template: row.template, attempts: row.attempts });
  await context.db
    .updateTable('outbox')
    .set({
      due_at: new Date(now + retryDelay(row.attempts)),
      failed_at: isLast ? new Date(now) : null,
      last_error: error instanceof Error ? error.message : String(error),
    })
    .where('id', '=', row.id)
    .execute();
}
