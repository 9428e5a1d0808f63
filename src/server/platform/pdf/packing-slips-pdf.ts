import type { Locale } from '#core/model/values.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

/** Contents of the parcel of one order, in the order's language; without prices, because it may be a gift. */
export interface PackingSlip {
  readonly code: string;
  /** The day of the order, as written. */
  readonly day: string;
  readonly address: readonly string[];
  readonly lines: readonly PackingLine[];
  /** Whether a part of the order was sent before. */
  readonly isRest: boolean;
  readonly texts: LocaleMailTexts['packing_slip'];
}

interface PackingLine {
  readonly title: string;
  readonly quantity: number;
  readonly recipient: string | null;
  readonly sender: string | null;
  readonly greeting: string | null;
}

export interface PackingSlips {
  readonly title: string;
  readonly slips: readonly PackingSlip[];
  readonly brand: Brand;
  readonly locale: Locale;
}

const boxSize = 11;
const left = page.margin + 64;

/** Draws a packing slip for each order, each on a page of its own. */
export function drawPackingSlips({ title, slips, brand, locale }: PackingSlips): Promise<Buffer> {
  return drawPdf({ title, locale, brand, pageText: () => '' }, (pdf) => {
    for (const [index, slip] of slips.entries()) {
      if (index > 0) pdf.addPage();
      drawHead(pdf, slip, brand);
      for (const line of slip.lines) drawLine(pdf, line, slip.texts);
    }
  });
}

function drawHead(pdf: Pdf, { code, day, address, isRest, texts }: PackingSlip, brand: Brand): void {
  drawMark(pdf, page.margin, 50, 30);
  pdf.font('title').fontSize(22).fillColor(pdfColours.ink).lineGap(2);
  pdf.text(brand.name, page.margin + 34, 50);
  pdf.font('text').fontSize(7.5).fillColor(pdfColours.muted);
  pdf.text(brand.company.slice(0, 2).join(', '), page.margin, 132);
  pdf.fontSize(10.5).fillColor(pdfColours.ink);
  pdf.text(address.join('\n'), page.margin, 148, { width: textWidth });
  pdf.y = Math.max(pdf.y + 24, 250);
  pdf.font('title').fontSize(18).text(fill(texts.title, { code }), page.margin, pdf.y, { width: textWidth });
  pdf.font('text').fontSize(10).fillColor(pdfColours.muted);
  pdf.text(fill(texts.day, { day }), { width: textWidth });
  if (isRest) pdf.text(texts.rest, { width: textWidth });
  pdf.y += 10;
  drawRule(pdf, pdfColours.gold);
  pdf.y += 12;
}

function drawLine(pdf: Pdf, line: PackingLine, texts: PackingSlip['texts']): void {
  const about = [
    line.recipient === null ? null : fill(texts.for, { name: line.recipient }),
    line.greeting,
    line.sender === null ? null : fill(texts.from, { name: line.sender }),
  ].filter((text) => text !== null);
  const width = page.width - page.margin - left;
  pdf.font('strong').fontSize(11).fillColor(pdfColours.ink);
  const height = pdf.heightOfString(line.title, { width });
  if (pdf.y + height > page.height - page.bottom) pdf.addPage();
  const top = pdf.y;
  pdf
    .rect(page.margin, top + 1, boxSize, boxSize)
    .lineWidth(0.8)
    .stroke(pdfColours.muted);
  pdf.text(`${line.quantity} ×`, page.margin + 22, top, { width: 38 });
  pdf.text(line.title, left, top, { width });
  pdf.font('italic').fontSize(11).fillColor(pdfColours.muted);
  for (const text of about) pdf.text(text, left, pdf.y + 2, { width });
  pdf.y += 10;
}
