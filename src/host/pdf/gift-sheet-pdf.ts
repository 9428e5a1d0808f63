import type { Brand } from '#host/mail/brand.ts';
import type { LocaleMailTexts } from '#host/mail/mail-texts.ts';
import { fill } from '#host/mail/mail-texts.ts';
import { drawPdf, page, pdfColours, plain } from './pdf-document.ts';

interface GiftSheet {
  readonly code: string;
  readonly title: string;
  /** Formatted amount of a voucher, null for a course gift. */
  readonly value: string | null;
  readonly recipient: string | null;
  readonly greeting: string | null;
  readonly redeemAddress: string;
  readonly texts: LocaleMailTexts['gift_sheet'];
  readonly brand: Brand;
}

/** Draws a gift or voucher code as a sheet to print and hand over (decisions §4, `is_gift_pdf`). */
export function drawGiftSheet(sheet: GiftSheet): Promise<Buffer> {
  const { texts, brand } = sheet;
  return drawPdf(sheet.title, (pdf) => {
    const width = page.width - 2 * page.margin;
    pdf.rect(0, 0, page.width, page.height).fill(pdfColours.paper);
    pdf
      .rect(30, 30, page.width - 60, page.height - 60)
      .lineWidth(0.75)
      .stroke(pdfColours.gold);
    pdf.fillColor(pdfColours.ink).font('Times-Roman').fontSize(16);
    pdf.text(plain(brand.name), page.margin, 90, { width, align: 'center' });
    pdf.fontSize(34).text(plain(texts.heading), page.margin, 190, { width, align: 'center' });
    if (sheet.recipient !== null) {
      pdf.moveDown(0.5).fontSize(20);
      pdf.text(plain(fill(texts.for, { name: sheet.recipient })), { width, align: 'center' });
    }
    pdf.moveDown(1).fontSize(22).fillColor(pdfColours.gold);
    pdf.text(plain(sheet.title), { width, align: 'center' });
    if (sheet.value !== null)
      pdf.text(plain(fill(texts.value, { amount: sheet.value })), { width, align: 'center' });
    if (sheet.greeting !== null) {
      pdf.moveDown(1.5).font('Times-Italic').fontSize(14).fillColor(pdfColours.ink);
      pdf.text(plain(sheet.greeting), { width, align: 'center' });
    }
    pdf.moveDown(3).font('Helvetica').fontSize(11).fillColor(pdfColours.muted);
    pdf.text(plain(fill(texts.how, { address: sheet.redeemAddress })), { width, align: 'center' });
    pdf.moveDown(0.8).font('Courier-Bold').fontSize(20).fillColor(pdfColours.ink);
    pdf.text(plain(sheet.code), { width, align: 'center' });
  });
}
