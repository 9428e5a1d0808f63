import type { Kysely } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { issueDocument, type StoredDocument } from '#server/platform/documents/stored-documents.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from './draw-pdf.ts';
import type { InvoiceFacts } from './invoice-pdf.ts';

/** A row of `invoices`: an invoice or a correction. */
export interface InvoiceRow {
  readonly id: string;
  readonly order_id: string;
  readonly number: string;
  readonly kind: string;
  /** `InvoiceFacts`. */
  readonly facts: unknown;
}

/** Returns the PDF of an invoice or correction, drawn from its stored facts when it is first needed. */
export function issueInvoicePdf(
  db: Kysely<Database>,
  texts: LocaleMailTexts,
  { id, order_id, number, kind, facts: stored }: InvoiceRow,
): Promise<StoredDocument> {
  return issueDocument(db, { key: `invoice:${id}`, order_id }, async () => {
    const facts = stored as InvoiceFacts;
    const locale = isLocale(facts.locale) ? facts.locale : defaultLocale;
    const name = kind === 'correction' ? texts.correction_file : texts.invoice_file;
    return {
      filename: fill(name, { number }),
      content: await drawPdf({ kind: 'invoice', facts: { number, facts, texts, locale } }),
    };
  });
}
