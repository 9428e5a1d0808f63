import { sql } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Mailer } from '#ports/mailer.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { readBrand } from '#server/mail/mail-layout.ts';
import { keepsFacts } from '#server/mail/mail-templates.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { orderToken } from '#server/orders/read-order.ts';
import type { ServerContext } from '#server/server-context.ts';
import { composeMail } from './compose-mail.ts';

interface DeliveryNeeds {
  readonly mailer: Mailer;
  readonly texts: MailTexts;
  /** Called between two mails, so that drawing PDFs does not delay requests; optional. */
  readonly yieldToRequests?: () => Promise<void>;
  /** Aborts when the server stops: the mail under way is noted, and no other is begun. */
  readonly signal?: AbortSignal;
}

/** Mails per run; the clock is read again for the next run. */
const batch = 10;

/** Lease of a mail by one server, in milliseconds. */
const lease = 120_000;

/** After this many failures a mail is given up until an operator resends it. */
const lastAttempt = 8;

/** 1, 2, 4 … minutes, two hours at most, in milliseconds. */
function retryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 7_200_000);
}

/**
 * Sends the mails that are due; returns how many it took. Several servers may run this at once: each mail is leased to
 * one server, just before it is sent, so that a slow server does not exceed the lease. A failed mail is tried again
 * later; the links and codes of a mail are deleted once it is sent.
 */
export async function deliverMail(
  context: ServerContext,
  { mailer, texts, yieldToRequests, signal }: DeliveryNeeds,
): Promise<number> {
  if (!(await isAnyDue(context))) return 0;
  const needs = {
    db: context.db,
    siteUrl: context.settings.siteUrl,
    texts,
    brand: await readBrand(context.db),
    orderToken: (id: string) => orderToken(context, id),
  };
  for (let taken = 0; taken < batch; taken += 1) {
    if (signal?.aborted) return taken;
    const row = await leaseDueMail(context);
    if (row === undefined) return taken;
    try {
      const mail = await composeMail(needs, row);
      if (mail !== null) await mailer.send(mail);
      await noteSuccess(context, row);
    } catch (error) {
      await noteFailure(context, row, error);
    }
    await yieldToRequests?.();
  }
  return batch;
}

interface LeasedMail {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly facts: unknown;
  /** Includes this attempt. */
  readonly attempts: number;
}

async function isAnyDue({ db, clock }: ServerContext): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', new Date(clock.now()))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leases the mail that has been due longest, unless another server has it, and counts the attempt. */
async function leaseDueMail({ db, clock }: ServerContext): Promise<LeasedMail | undefined> {
  const now = clock.now();
  const { rows } = await sql<LeasedMail>`
    update outbox set due_at = ${new Date(now + lease)}, attempts = attempts + 1
    where id = (
      select id from outbox where sent_at is null and failed_at is null and due_at <= ${new Date(now)}
      order by due_at, id limit 1 for update skip locked
    )
    returning id, template, recipient, locale, facts, attempts
  `.execute(db);
  return rows[0];
}

async function noteSuccess({ db, clock }: ServerContext, { id, template }: LeasedMail): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      sent_at: new Date(clock.now()),
      last_error: null,
      ...(keepsFacts(template) ? {} : { facts: '{}' }),
    })
    .where('id', '=', id)
    .execute();
}

async function noteFailure(context: ServerContext, row: LeasedMail, error: unknown): Promise<void> {
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

/** The result of a request to send a mail again. */
type ResentMail =
  /** It was not sent yet: it is due now and its attempts are reset. */
  | 'due_again'
  /** It was sent: a copy is queued. */
  | 'copied';

type ResendRefusal =
  | 'UNKNOWN_MAIL'
  /** It had a link or a code, which was deleted when it was sent. */
  | 'FORGOTTEN';

/** Sends a mail again: an unsent one at once, a sent one as a copy with its own id. */
export function resendMail(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  mailId: string,
): Promise<Result<ResentMail, ResendRefusal>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    if (mail === undefined) return err('UNKNOWN_MAIL');
    if (mail.sent_at === null) {
      const again = { due_at: now, failed_at: null, attempts: 0 };
      await trx.updateTable('outbox').set(again).where('id', '=', mailId).execute();
      return ok('due_again');
    }
    if (!keepsFacts(mail.template)) return err('FORGOTTEN');
    const id = context.ids.uuid();
    await trx
      .insertInto('outbox')
      .values({
        id,
        template: mail.template,
        recipient: mail.recipient,
        locale: mail.locale,
        facts: JSON.stringify(mail.facts),
        dedupe_key: `resent:${id}`,
        created_at: now,
        due_at: now,
      })
      .execute();
    return ok('copied');
  });
}
