import { type Kysely, sql } from 'kysely';
import type { MailText, OutboxMail } from '#api/operations/correspondence-endpoints.ts';
import type { Permission } from '#core/model/operator.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { shownCode } from '#core/rules/operations/permissions.ts';
import { toOperatorMail } from '#server/orders/operator-order.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { isOwnerGone } from '#server/platform/outbox/can-resend.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { isLetter } from '#server/platform/outbox/mail-templates.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { composeMail } from './compose-mail.ts';
import { readNewVouchers } from './payment-mails.ts';

interface WantedMails extends ListPageRequest {
  readonly q?: string | undefined;
  readonly state?: 'failed' | 'waiting' | 'sent' | undefined;
}

const newestFirst = { time: 'created_at', id: 'id', direction: 'desc' } as const;

/** Lists mails of the outbox, newest first. */
export async function listMails(
  db: Kysely<Database>,
  { q = '', state, after, size }: WantedMails,
): Promise<ListPage<OutboxMail>> {
  const found = db
    .selectFrom('outbox')
    .selectAll()
    .select(isOwnerGone.as('is_owner_gone'))
    .$if(state === 'failed', (query) => query.where('failed_at', 'is not', null))
    .$if(state === 'sent', (query) => query.where('sent_at', 'is not', null))
    .$if(state === 'waiting', (query) => query.where('sent_at', 'is', null).where('failed_at', 'is', null))
    .$if(q !== '', (query) => query.where(sql<boolean>`lower(recipient) like ${containsPattern(q)}`));
  const { rows, next } = await readPage(found, newestFirst, { after, size });
  return { rows: rows.map((row) => ({ ...toOperatorMail(row), history: [] })), next };
}

/** Returns a mail of the outbox; null if it does not exist. */
export async function readMail(db: Kysely<Database>, id: string): Promise<OutboxMail | null> {
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .select(isOwnerGone.as('is_owner_gone'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...toOperatorMail(row), history: await readHistory(db, { type: 'mails', id }) };
}

/**
 * Returns the text of a sent letter without the order token, which belongs to the buyer; codes are masked by
 * `shownCode`. `GONE` if the mail was not sent yet, is not a letter (its text is not stored), or was deleted.
 */
export async function readMailText(
  { db, settings }: Pick<ServerContext, 'db' | 'settings'>,
  texts: MailTexts,
  id: string,
  held: readonly Permission[],
): Promise<Result<MailText & { files: string[] }, DomainFailure>> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return err(domainFailure('NOT_FOUND'));
  const isStored = row.sent_at !== null && row.personal_data_deleted_at === null && isLetter(row.template);
  if (!isStored) return err(domainFailure('GONE'));
  const needs = { db, siteUrl: settings.siteUrl, texts, brand: await readBrand(db), orderToken: () => '' };
  const mail = await composeMail(needs, row);
  if (mail === null) return err(domainFailure('GONE'));
  const { subject, recipient, text, attachments } = mail;
  const codes = await codesNamed(db, row.facts as LetterFacts);
  const masked = (words: string) =>
    codes.reduce((rest, code) => rest.replaceAll(code, shownCode(code, held)), words);
  const files = attachments
    .filter(({ contentId }) => contentId === undefined)
    .map(({ filename }) => masked(filename));
  return ok({ subject, recipient, text: masked(text), files });
}

/** Ids in the facts of a letter. */
interface LetterFacts {
  readonly order_id?: string;
  readonly refund_id?: string;
}

/**
 * Returns the gift and voucher codes that a letter about an order or a refund may contain, as its text and files spell
 * them.
 */
async function codesNamed(
  db: Kysely<Database>,
  { order_id, refund_id }: LetterFacts,
): Promise<readonly string[]> {
  if (refund_id !== undefined) return (await readNewVouchers(db, refund_id)).flatMap(formsOf);
  if (order_id === undefined) return [];
  const rows = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select('code')
    .where('order_lines.order_id', '=', order_id)
    .execute();
  return rows.flatMap(formsOf);
}

function formsOf({ code }: { readonly code: string }): readonly string[] {
  return [formatCode(code), code];
}
