import { createHmac, timingSafeEqual } from 'node:crypto';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { readBrand } from '#server/mail/mail-layout.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { InvoiceFacts } from '#server/orders/invoices.ts';
import { drawPdf } from '#server/pdf/draw-pdf.ts';
import type { ServerContext } from '#server/server-context.ts';

interface InvoiceLink {
  readonly id: string;
  readonly token: string;
}

interface InvoiceFile {
  readonly filename: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * An invoice or correction as PDF, in the language of its order, for the holder of a link from the payment list.
 * `FORBIDDEN` without a valid token.
 */
export async function getInvoice(
  { db, clock, settings }: ServerContext,
  allTexts: MailTexts,
  { id, token }: InvoiceLink,
): Promise<Result<InvoiceFile, DomainFailure>> {
  if (!opensInvoice(settings.tokenSecret, id, token, clock.now())) return err(domainFailure('FORBIDDEN'));
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

/** Lifetime of an invoice link in milliseconds. */
const life = 15 * 60_000;

/**
 * The token of an invoice link: expiry time and signature. Needed because a browser that follows a link cannot send the
 * access token.
 */
export function invoiceToken(tokenSecret: string, invoiceId: string, now: number): string {
  const expires = (now + life).toString(36);
  return `${expires}.${sign(tokenSecret, invoiceId, expires)}`;
}

/** Whether a token is valid for the invoice now; compared in constant time. */
function opensInvoice(tokenSecret: string, invoiceId: string, presented: string, now: number): boolean {
  const [expires = '', signature = ''] = presented.split('.');
  const expected = Buffer.from(sign(tokenSecret, invoiceId, expires));
  const given = Buffer.from(signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number.parseInt(expires, 36) > now;
}

function sign(tokenSecret: string, invoiceId: string, expires: string): string {
  return createHmac('sha256', tokenSecret).update(`invoice:${invoiceId}:${expires}`).digest('base64url');
}
