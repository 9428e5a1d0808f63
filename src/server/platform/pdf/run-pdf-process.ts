import { drawConfirmation } from './confirmation-pdf.ts';
import type { PdfDocument, PdfRequest, PdfResponse } from './draw-pdf.ts';
import { drawGiftSheet } from './gift-sheet-pdf.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { drawLegalPage } from './legal-page-pdf.ts';
import { drawNotes } from './notes-pdf.ts';
import { drawOrderConfirmation } from './order-confirmation-pdf.ts';
import { drawPackingSlips } from './packing-slips-pdf.ts';
import { drawWorksheet } from './worksheet-pdf.ts';

/**
 * Child process that draws PDFs, one request after the other; `draw-pdf.ts` starts it. It ends together with the
 * server.
 */
process.on('disconnect', () => process.exit());
// Ctrl-C is sent to all processes of a terminal; a server that is stopping may still wait for a PDF.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', ({ id, document }: PdfRequest) => {
  draw(document).then(
    (content) => respond({ id, content: new Uint8Array(content) }),
    (error: unknown) =>
      respond({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function draw({ kind, facts }: PdfDocument): Promise<Buffer> {
  if (kind === 'invoice') return drawInvoice(facts);
  if (kind === 'confirmation') return drawConfirmation(facts);
  if (kind === 'order_confirmation') return drawOrderConfirmation(facts);
  if (kind === 'packing_slips') return drawPackingSlips(facts);
  if (kind === 'notes') return drawNotes(facts);
  if (kind === 'worksheet') return drawWorksheet(facts);
  return kind === 'gift_sheet' ? drawGiftSheet(facts) : drawLegalPage(facts);
}

function respond(response: PdfResponse): void {
  process.send?.(response);
}
