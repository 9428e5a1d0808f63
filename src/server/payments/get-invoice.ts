import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { expiringToken, isExpiringToken } from '#server/expiring-tokens.ts';
import { readBrand } from '#server/mail/mail-layout.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { InvoiceFacts } from '#server/orders/invoices.ts';
import { drawPdf } from '#server/pdf/draw-pdf.ts';
import type { ServerContext } from '#server/server-context.ts';

export interface DocumentLink {
  readonly id: string;
  readonly token: string;
}

export interface DocumentFile {
  readonly filename: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * An invoice or correction as PDF, in the language of its order, for the holder of its link.
 * `FORBIDDEN` without a valid token.
 */
export async function getInvoice(
  { db, clock, settings }: ServerContext,
  allTexts: MailTexts,
  { id, token }: DocumentLink,
): Promise<Result<DocumentFile, DomainFailure>> {
  if (!isExpiringToken(settings.tokenSecret, `invoice:${id}`, token, clock.now()))
    return err(domainFailure('FORBIDDEN'));
  const row = await db
    .selectFrom('invoices')
    .select(['number', 'kind', 'facts'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return err(domainFailure('NOT_FOUND'));
  const facts = row.facts as InvoiceFacts;
  const locale = isLocale(facts.locale) ? facts.locale : defaultLocale;
  const texts = allTexts[locale];
  const { number } = row;
  const invoice = { number, facts, texts, brand: await readBrand(db), locale };
  const content = await drawPdf({ kind: 'invoice', facts: invoice });
  const name = row.kind === 'correction' ? texts.correction_file : texts.invoice_file;
  return ok({ filename: fill(name, { number }), content: new Uint8Array(content) });
}

/** Lifetime of the link to a document in milliseconds. */
export const linkLifetime = 15 * 60_000;

/** The token of an invoice link. A browser that follows a link cannot send the access token. */
export function invoiceToken(tokenSecret: string, invoiceId: string, now: number): string {
  return expiringToken(tokenSecret, `invoice:${invoiceId}`, now + linkLifetime);
}

/** The address of an invoice, with its token. */
export function invoiceUrl(tokenSecret: string, id: string, now: number): string {
  return `/api/invoices/${id}?token=${invoiceToken(tokenSecret, id, now)}`;
}
