import type { DrawnPaper, Paper, PaperWish } from './draw-pdf.ts';
import { drawGiftSheet } from './gift-sheet-pdf.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { drawLegalPage } from './legal-page-pdf.ts';

/** The process that draws papers, one wish after the other (`draw-paper.ts` starts it). It ends with its server. */
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; the server that stops may still be waiting for a paper.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', ({ id, paper }: PaperWish) => {
  draw(paper).then(
    (content) => answer({ id, content: new Uint8Array(content) }),
    (error: unknown) =>
      answer({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function draw({ kind, facts }: Paper): Promise<Buffer> {
  if (kind === 'invoice') return drawInvoice(facts);
  return kind === 'gift_sheet' ? drawGiftSheet(facts) : drawLegalPage(facts);
}

function answer(drawn: DrawnPaper): void {
  process.send?.(drawn);
}
