import encodeQR from 'qr';
import type { GiftTheme } from '#core/model/gift-choice.ts';
import type { Locale } from '#core/model/values.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { giftMotif, motifSize } from '#core/rules/gifts/gift-motifs.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { fill, type LocaleMailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf, type Pdf, page, pdfColours } from './pdf-document.ts';

export interface GiftSheet {
  readonly code: string;
  readonly title: string;
  /** Formatted amount of a voucher, null for a course gift. */
  readonly value: string | null;
  readonly recipient: string | null;
  readonly sender: string | null;
  readonly greeting: string | null;
  readonly theme: GiftTheme;
  readonly redeemAddress: string;
  readonly texts: LocaleMailTexts['gift_sheet'];
  readonly brand: Brand;
  readonly locale: Locale;
}

const frame = 28;
const width = page.width - 2 * 90;
const codeTop = page.height - 208;
const qrSize = 118;

/** Draws a gift or voucher code as a sheet to print and hand over. */
export function drawGiftSheet(sheet: GiftSheet): Promise<Buffer> {
  const { brand, locale, title } = sheet;
  return drawPdf({ title, locale, brand, pageText: null }, (pdf) => {
    drawGround(pdf);
    drawMotif(pdf, sheet.theme);
    pdf.font('title').fontSize(18).fillColor(pdfColours.ink);
    pdf.text(brand.name, 90, 164, { width, align: 'center' });
    drawGift(pdf, sheet);
    drawCode(pdf, sheet);
  });
}

const motifWidth = 96;

/** Draws the motif of the occasion above the shop's name. */
function drawMotif(pdf: Pdf, theme: GiftTheme): void {
  pdf.save().translate((page.width - motifWidth) / 2, 58);
  pdf.scale(motifWidth / motifSize);
  pdf.lineWidth(1.3).lineCap('round').lineJoin('round').strokeColor(pdfColours.gold);
  pdf.path(giftMotif(theme)).stroke().restore();
}

/** Draws background colour, double frame and arcs. */
function drawGround(pdf: Pdf): void {
  pdf.rect(0, 0, page.width, page.height).fill(pdfColours.paper);
  pdf
    .save()
    .rect(frame, frame, page.width - 2 * frame, page.height - 2 * frame)
    .clip();
  pdf.lineWidth(0.6).strokeColor(pdfColours.gold).strokeOpacity(0.22);
  for (let radius = 60; radius < 560; radius += 22) {
    pdf.circle(page.width - frame, page.height - frame, radius).stroke();
  }
  pdf.restore();
  for (const inset of [frame, frame + 5]) {
    pdf
      .rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset)
      .lineWidth(inset === frame ? 1.2 : 0.5)
      .stroke(pdfColours.gold);
  }
}

function drawGift(pdf: Pdf, { title, value, recipient, sender, greeting, theme, texts }: GiftSheet): void {
  pdf.fontSize(36).lineGap(0).text(texts.headings[theme], 90, 236, { width, align: 'center' });
  if (recipient !== null) {
    pdf.moveDown(0.5).font('italic').fontSize(20);
    pdf.text(fill(texts.for, { name: recipient }), { width, align: 'center' });
  }
  pdf.moveDown(1.2).font('title').fontSize(24).fillColor(pdfColours.goldText);
  pdf.text(title, { width, align: 'center' });
  if (value !== null) pdf.text(fill(texts.value, { amount: value }), { width, align: 'center' });
  drawGreeting(pdf, greeting, sender === null ? null : fill(texts.from, { name: sender }));
}

/** Draws the greeting and, below it, the sender. */
function drawGreeting(pdf: Pdf, greeting: string | null, from: string | null): void {
  const end = codeTop - 24 - (from === null ? 0 : 34);
  if (greeting !== null) {
    pdf.moveDown(1.2).font('italic').fontSize(greetingSize(greeting)).fillColor(pdfColours.ink).lineGap(3);
    // The sheet has one page, so a greeting with many line breaks is cut off above the code.
    const height = end - pdf.y;
    pdf.text(greeting.replaceAll(/\n{3,}/g, '\n\n'), { width, align: 'center', height, ellipsis: true });
  }
  if (from === null) return;
  pdf.moveDown(0.8).font('title').fontSize(13).fillColor(pdfColours.ink).lineGap(0);
  pdf.text(from, { width, align: 'center', height: 18, ellipsis: true });
}

/** Long greetings get a smaller font, so that the longest allowed one fits above the code. */
function greetingSize(greeting: string): number {
  const lines = greeting.split('\n').length;
  if (greeting.length > 360 || lines > 8) return 10.5;
  return greeting.length > 160 || lines > 4 ? 12 : 15;
}

/** Draws the code as text and, beside it, as QR code. */
function drawCode(pdf: Pdf, { code, redeemAddress, texts }: GiftSheet): void {
  const left = 90 + qrSize + 20;
  const beside = width - qrSize - 20;
  drawQrCode(pdf, `${redeemAddress}?code=${encodeURIComponent(code)}`, {
    left: 90,
    top: codeTop,
    size: qrSize,
  });
  pdf.font('text').fontSize(10).fillColor(pdfColours.muted).lineGap(2);
  pdf.text(fill(texts.how, { address: redeemAddress }), left, codeTop + 4, { width: beside });
  const boxTop = codeTop + qrSize - 52;
  pdf.rect(left, boxTop, beside, 52).fill('#fffcf5');
  pdf.rect(left, boxTop, beside, 52).dash(4, { space: 3 }).lineWidth(0.8).stroke(pdfColours.gold).undash();
  pdf.font('strong').fontSize(17).fillColor(pdfColours.ink);
  pdf.text(formatCode(code), left, boxTop + 17, { width: beside, align: 'center', characterSpacing: 0.8 });
}

interface QrPlace {
  readonly left: number;
  readonly top: number;
  /** Width and height in points, including the quiet zone (the empty border that QR readers need). */
  readonly size: number;
}

/** Draws a text as a QR code, dark on light, with its quiet zone. */
function drawQrCode(pdf: Pdf, text: string, { left, top, size }: QrPlace): void {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const module = size / modules.length;
  pdf.rect(left, top, size, size).fill('#fffcf5');
  for (const [row, cells] of modules.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) pdf.rect(left + column * module, top + row * module, module, module);
    }
  }
  pdf.fill(pdfColours.ink);
}
