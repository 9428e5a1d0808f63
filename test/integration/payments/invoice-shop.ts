import { endpoints } from '#api/endpoints.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { invoiceToken } from '#server/payments/get-invoice.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import type { TestShop } from '#test/integration/support/test-shop.ts';
import { type ReadPdf, readPdf } from '#test/support/read-pdf.ts';

export interface StoredInvoice {
  readonly id: string;
  readonly number: string;
  readonly facts: InvoiceFacts;
}

/** Returns the stored invoice of an order, or its correction. */
export async function findInvoice(
  shop: TestShop,
  orderId: string,
  kind: 'invoice' | 'correction' = 'invoice',
): Promise<StoredInvoice> {
  const row = await rowOf(shop.db, 'invoices', { order_id: orderId, kind });
  return { ...row, facts: row.facts as InvoiceFacts };
}

/** Downloads an invoice with a signed token, as a browser does. */
export async function downloadInvoice(shop: TestShop, { id }: StoredInvoice): Promise<Buffer> {
  const token = invoiceToken(shop.context.settings.tokenSecret, id, shop.context.clock.now());
  const { status, value } = await shop.call(endpoints.getInvoice, { params: { id }, query: { token } });
  if (value === null) throw new Error(`The status of the invoice is ${status}`);
  return Buffer.from(value.content);
}

/** Downloads an invoice and parses the PDF. */
export async function fetchInvoice(shop: TestShop, invoice: StoredInvoice): Promise<ReadPdf> {
  return readPdf(await downloadInvoice(shop, invoice));
}

/** Returns the content of a mail without the token in the link of a guest's order, which is new each time. */
export function contentOf(mail: MailMessage | undefined) {
  if (mail === undefined) throw new Error('No mail was sent');
  const { subject, text, html, attachments } = mail;
  return {
    subject,
    text: text.replaceAll(/#token=\S+/g, ''),
    html: html.replaceAll(/#token=[^"<]+/g, ''),
    attachments: attachments.map(({ filename, content }) => [filename, content.toString('base64')]),
  };
}
