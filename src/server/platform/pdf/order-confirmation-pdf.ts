import type { Locale } from '#core/model/values.ts';
import type { Brand, MailPart } from '#server/platform/outbox/mail-layout.ts';
import { fill } from '#server/platform/outbox/mail-texts.ts';
import { drawLegalText, type LegalPage } from './legal-page-pdf.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

export interface OrderConfirmation {
  readonly title: string;
  /** The parts of the mail that confirms the order. */
  readonly parts: readonly MailPart[];
  /** Terms and withdrawal instructions as the order accepted them; each begins a page. */
  readonly legalPages: readonly LegalPage[];
  /** With the placeholders `number` and `count`. */
  readonly pageText: string;
  readonly brand: Brand;
  readonly locale: Locale;
}

/** Draws the confirmation of an order with everything that its mail contains (§ 312f BGB), as one document to keep. */
export function drawOrderConfirmation(confirmation: OrderConfirmation): Promise<Buffer> {
  const { title, parts, legalPages, pageText, brand, locale } = confirmation;
  const foot = (number: string, count: string) => fill(pageText, { number, count });
  return drawPdf({ title, locale, brand, pageText: foot }, (pdf) => {
    drawMark(pdf, page.margin, 50, 30);
    pdf
      .font('title')
      .fontSize(22)
      .text(brand.name, page.margin + 34, 50);
    pdf.fontSize(26).text(title, page.margin, 110, { width: textWidth }).moveDown(0.6);
    for (const part of parts) drawPart(pdf, part);
    for (const legal of legalPages) {
      pdf.addPage();
      drawLegalText(pdf, legal, page.margin);
    }
  });
}

function drawPart(pdf: Pdf, part: MailPart): void {
  const write = (text: string, font: 'text' | 'strong' = 'text') =>
    pdf
      .font(font)
      .fontSize(10)
      .fillColor(pdfColours.ink)
      .text(text, page.margin, pdf.y, { width: textWidth });
  switch (part.kind) {
    case 'paragraph':
      write(part.text).moveDown(0.7);
      return;
    case 'code':
      write(part.title);
      write(part.code, 'strong').moveDown(0.7);
      return;
    case 'lines':
      write(part.title, 'strong');
      write(part.lines.join('\n')).moveDown(0.7);
      return;
    case 'rows':
      for (const { label, value, isStrong } of part.rows)
        drawRow(pdf, label, value, isStrong ? 'strong' : 'text');
      pdf.moveDown(0.7);
      return;
    case 'link':
      // A link of a mail opens the order without a login, which a printed page should not.
      return;
    default:
      part satisfies never;
  }
}

function drawRow(pdf: Pdf, label: string, value: string, font: 'text' | 'strong'): void {
  pdf.font(font).fontSize(10).fillColor(pdfColours.ink);
  const labelWidth = textWidth - 110;
  if (pdf.y + pdf.heightOfString(label, { width: labelWidth }) > page.height - page.bottom) pdf.addPage();
  const top = pdf.y;
  pdf.text(value, page.width - page.margin - 100, top, { width: 100, align: 'right' });
  pdf.text(label, page.margin, top, { width: labelWidth });
  drawRule(pdf);
  pdf.moveDown(0.3);
}
