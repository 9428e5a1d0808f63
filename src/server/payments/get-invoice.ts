import type { Kysely } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { documentLinkLifetime, expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { issueInvoicePdf } from '#server/platform/pdf/issue-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export interface DocumentLink {
  readonly id: string;
  readonly token: string;
}

export interface DocumentFile {
  readonly filename: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Returns an invoice or correction as PDF, as it was issued, for the holder of its link. `FORBIDDEN` without a valid
 * token.
 */
export async function getInvoice(
  { db, clock, settings }: ServerContext,
  allTexts: MailTexts,
  { id, token }: DocumentLink,
): Promise<Result<DocumentFile, DomainFailure>> {
  if (!isExpiringToken(settings.tokenSecret, `invoice:${id}`, token, clock.now()))
    return err(domainFailure('FORBIDDEN'));
  return readInvoiceFile(db, allTexts, id);
}

/**
 * Returns an invoice or correction as PDF, as it was issued; `NOT_FOUND` for an unknown one. The caller has checked
 * access.
 */
export async function readInvoiceFile(
  db: Kysely<Database>,
  allTexts: MailTexts,
  id: string,
): Promise<Result<DocumentFile, DomainFailure>> {
  const row = await db
    .selectFrom('invoices')
    .select(['id', 'order_id', 'number', 'kind', 'facts'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return err(domainFailure('NOT_FOUND'));
  const { locale: issuedIn } = row.facts as InvoiceFacts;
  const locale = isLocale(issuedIn) ? issuedIn : defaultLocale;
  const { filename, content } = await issueInvoicePdf(db, allTexts[locale], row);
  return ok({ filename, content: new Uint8Array(content) });
}

/** The token of an invoice link. A browser that follows a link cannot send the access token. */
export function invoiceToken(tokenSecret: string, invoiceId: string, now: number): string {
  return expiringToken(tokenSecret, `invoice:${invoiceId}`, now + documentLinkLifetime);
}

/** Returns the URL of an invoice, with its token. */
export function invoiceUrl(tokenSecret: string, id: string, now: number): string {
  return `/api/invoices/${id}?token=${invoiceToken(tokenSecret, id, now)}`;
}
