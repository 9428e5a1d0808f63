import { sql, type Transaction } from 'kysely';
import { maskEmails } from '#core/rules/accounts/mask-emails.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Mailer, MailFailure } from '#ports/mailer.ts';
import { recordConfirmation } from '#server/orders/delivery/promise-contents.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { RenderPicture } from '#server/platform/media/render-picture.ts';
import { canResend, isOwnerGone } from '#server/platform/outbox/can-resend.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { isLeased } from '#server/platform/outbox/mail-lease.ts';
import { keepsFacts, type MailFacts, type MailTemplate } from '#server/platform/outbox/mail-templates.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { addOrderToSpans, inTrace } from '#server/platform/spans.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { composeMail, isOutdated } from './compose-mail.ts';
import { readMailTexts } from './texts/written-mail-texts.ts';

interface DeliveryNeeds {
  readonly mailer: Mailer;
  /** Texts of the files; operators' changes are applied to them. */
  readonly texts: MailTexts;
  /** Renders the picture at the top of a mail; without it mails have none. */
  readonly renderPicture?: RenderPicture;
  /** Called between two mails, so that drawing PDFs does not delay requests. */
  readonly yieldToRequests?: () => Promise<void>;
  /** Aborts when the server stops: the current mail is finished, and no other is started. */
  readonly signal?: AbortSignal;
  /** Timeout of one mail in milliseconds. */
  readonly timeLimit?: number;
}

/**
 * Timeout of one mail in milliseconds, so that a mailer that hangs does not block the others; shorter than the time a
 * stopping server waits.
 */
const usualTimeLimit = 24_000;

/** Mails per run; the clock is read again for the next run. */
const batch = 10;

/** Lease of a mail by one server, in milliseconds. */
const lease = 120_000;

/** Maximum retry delay that a mail service may request, in milliseconds. */
const longestDelay = 86_400_000;

/** Attempts after which a mail has failed, until an operator resends it. */
const lastAttempt = 8;

/** Returns the retry delay in milliseconds: 1, 2, 4 … minutes, at most two hours. */
function retryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 7_200_000);
}

/**
 * Sends due mails and returns the number taken. Several servers may run this at once: each mail is leased to one server
 * just before sending, so that slow mails do not exceed the lease. A failed mail is retried later, not before the
 * service's requested delay; never if the recipient does not exist. Links and codes of a mail are deleted once it is
 * sent.
 */
export async function deliverMail(
  context: ServerContext,
  { mailer, texts, renderPicture, yieldToRequests, signal, timeLimit = usualTimeLimit }: DeliveryNeeds,
): Promise<number> {
  if (!(await isAnyDue(context))) return 0;
  const needs = {
    db: context.db,
    siteUrl: context.settings.siteUrl,
    texts: await readMailTexts(context.db, texts),
    readDrafts: () => readMailTexts(context.db, texts, 'written'),
    renderPicture,
    brand: await readBrand(context.db),
    orderToken: (id: string) => orderToken(context, id),
  };
  for (let taken = 0; taken < batch; taken += 1) {
    if (signal?.aborted) return taken;
    const row = await leaseDueMail(context);
    if (row === undefined) return taken;
    await inTrace(context.tracing, { name: 'job deliver-mail' }, async () => {
      try {
        nameOrderOf(row);
        const mail = (await isOutdated(needs.db, row)) ? null : await composeMail(needs, row);
        if (mail !== null) await withTimeout(timeLimit, () => mailer.send(mail));
        await noteSuccess(context, row, mail !== null);
      } catch (error) {
        await noteFailure(context, row, error);
      }
    });
    await yieldToRequests?.();
  }
  return batch;
}

/** Mails that confirm an order's contract. */
const confirmations: ReadonlySet<string> = new Set<MailTemplate>(['order', 'gift', 'subscription']);

interface LeasedMail {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly facts: unknown;
  /** Id of the mail that this one repeats. */
  readonly repeats: string | null;
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

/**
 * Leases the mail that has been due longest and is not leased by another server, and counts the attempt. `isLeased`
 * recognises a leased mail by its missing error; a mail that waits for a retry has one.
 */
async function leaseDueMail({ db, clock }: ServerContext): Promise<LeasedMail | undefined> {
  const now = clock.now();
  const { rows } = await sql<LeasedMail>`
    update outbox set due_at = ${new Date(now + lease)}, attempts = attempts + 1, last_error = null
    where id = (
      select id from outbox where sent_at is null and failed_at is null and due_at <= ${new Date(now)}
      order by due_at, id limit 1 for update skip locked
    )
    returning id, template, recipient, locale, facts, repeats, attempts
  `.execute(db);
  return rows[0];
}

/** Adds the mail's order, if any, to the trace. */
function nameOrderOf({ facts }: LeasedMail): void {
  const { order_id } = (facts ?? {}) as Partial<MailFacts['order']>;
  if (order_id !== undefined) addOrderToSpans(order_id);
}

/** Marks a mail as sent; a sent confirmation also marks its order as confirmed. */
function noteSuccess(context: ServerContext, row: LeasedMail, isSent: boolean): Promise<void> {
  const { id, template } = row;
  return inTransaction(context.db, async (trx) => {
    if (isSent && confirmations.has(template))
      await recordConfirmation(trx, context, (row.facts as MailFacts['order']).order_id, 'mail');
    await trx
      .updateTable('outbox')
      .set({
        sent_at: new Date(context.clock.now()),
        last_error: null,
        ...(keepsFacts(template) ? {} : { facts: '{}' }),
      })
      .where('id', '=', id)
      .execute();
  });
}

async function noteFailure(context: ServerContext, row: LeasedMail, error: unknown): Promise<void> {
  const now = context.clock.now();
  const { isFinal, retryAfter = 0 } = (error ?? {}) as MailFailure;
  const isLast = isFinal === true || row.attempts >= lastAttempt;
  const asked = Math.min(Number(retryAfter) * 1_000 || 0, longestDelay);
  context.log.error('mail_not_sent', error, { mail: row.id, template: row.template, attempts: row.attempts });
  await context.db
    .updateTable('outbox')
    .set({
      due_at: new Date(now + Math.max(retryDelay(row.attempts), asked)),
      failed_at: isLast ? new Date(now) : null,
      last_error: maskEmails(error instanceof Error ? error.message : String(error), [row.recipient]).slice(
        0,
        500,
      ),
    })
    .where('id', '=', row.id)
    .execute();
}

/** The result of a request to send a mail again. */
type ResentMail =
  /** It was unsent: it is due now and its attempts are reset, unless a server is sending it. */
  | 'due_again'
  /** It was sent: a copy is queued. */
  | 'copied';

type ResendRefusal =
  | 'UNKNOWN_MAIL'
  /** Its link or code was deleted when it was sent; or its recipient or its declaration was deleted because of age. */
  | 'FORGOTTEN';

/**
 * Sends a mail again: an unsent one at once, unless a server is sending it; a sent one as a copy with its own id; a
 * letter unchanged. A repeated call with the same `copyId` changes nothing, because its mail may already have been
 * sent.
 */
export function resendMail(
  context: Pick<ServerContext, 'db' | 'clock' | 'ids' | 'actor'>,
  mailId: string,
  copyId: string = context.ids.uuid(),
): Promise<Result<ResentMail, ResendRefusal>> {
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .selectAll()
      .select(isOwnerGone.as('is_owner_gone'))
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    if (mail === undefined) return err('UNKNOWN_MAIL');
    const isRepeated = await wasMadeDue(trx, mailId, copyId);
    // The original call found it unsent.
    if (!canResend(isRepeated ? { ...mail, sent_at: null } : mail)) return err('FORGOTTEN');
    if (isRepeated) return ok('due_again');
    const record = { type: 'mails', id: mailId } as const;
    if (mail.sent_at === null) {
      const again = { due_at: now, failed_at: null, attempts: 0 };
      if (!isLeased(mail, now.getTime()))
        await trx.updateTable('outbox').set(again).where('id', '=', mailId).execute();
      await recordChange(trx, context, { action: 'mail.due_again', record, after: { press: copyId } });
      return ok('due_again');
    }
    const id = context.ids.uuid();
    const copied = await trx
      .insertInto('outbox')
      .values({
        id,
        template: mail.template,
        recipient: mail.recipient,
        locale: mail.locale,
        facts: JSON.stringify(mail.facts),
        dedupe_key: `resent:${mailId}:${copyId}`,
        repeats: mail.repeats ?? mail.id,
        created_at: now,
        due_at: now,
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .executeTakeFirst();
    if (copied.numInsertedOrUpdatedRows === 1n)
      await recordChange(trx, context, { action: 'mail.copied', record, after: { copy: id } });
    return ok('copied');
  });
}

/** Returns whether a call with this id already made the mail due; the audit log stores this, as no copy exists. */
async function wasMadeDue(trx: Transaction<Database>, mailId: string, copyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('record_type', '=', 'mails')
    .where('record_id', '=', mailId)
    .where('action', '=', 'mail.due_again')
    .where(sql<boolean>`after ->> 'press' = ${copyId}`)
    .executeTakeFirst();
  return row !== undefined;
}
