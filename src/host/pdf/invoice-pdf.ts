import type { Locale } from '#core/rules/locale.ts';
import { cents, formatPrice } from '#core/rules/money.ts';
import type { Brand } from '#host/mail/brand.ts';
import type { LocaleMailTexts } from '#host/mail/mail-texts.ts';
import { fill } from '#host/mail/mail-texts.ts';
import type { InvoiceFacts } from '#host/services/orders/issue-invoice.ts';
import type { Pdf } from './pdf-document.ts';
import { drawPdf, page, pdfColours, plain } from './pdf-document.ts';

interface Invoice {
  readonly number: string;
  readonly facts: InvoiceFacts;
  readonly texts: LocaleMailTexts['invoice'];
  readonly brand: Brand;
  readonly locale: Locale;
}

const columns = { quantity: page.margin, item: page.margin + 50, rate: 390, amount: 440 } as const;
const right = page.width - page.margin;

/** Draws an invoice with what § 14 UStG asks: both parties, number, day, lines, VAT per rate. */
export function drawInvoice({ number, facts, texts, brand, locale }: Invoice): Promise<Buffer> {
  const money = (amount: number) => plain(formatPrice(cents(amount), locale));
  const title = fill(texts.title, { number });
  return drawPdf(title, (pdf) => {
    drawHead(pdf, title, facts, texts, brand);
    drawLines(pdf, facts, texts, money);
    drawTotals(pdf, facts, texts, money);
    pdf.moveDown(2).fontSize(8).fillColor(pdfColours.muted);
    pdf.text(plain([...brand.company, `${texts.tax_number}: ${brand.vat_id}`].join('\n')), page.margin);
  });
}

function drawHead(pdf: Pdf, title: string, facts: InvoiceFacts, texts: Invoice['texts'], brand: Brand): void {
  pdf.font('Times-Roman').fontSize(20).fillColor(pdfColours.ink).text(plain(brand.name));
  pdf
    .font('Helvetica')
    .fontSize(8)
    .fillColor(pdfColours.muted)
    .text(plain(brand.company.slice(0, 3).join(', ')));
  pdf.moveDown(3).fontSize(10).fillColor(pdfColours.ink);
  const { address } = facts;
  const receiver =
    address === null
      ? [facts.email]
      : [
          ...(address.company === null ? [] : [address.company]),
          `${address.firstname} ${address.lastname}`,
          `${address.street} ${address.house_number}`,
          `${address.postal_code} ${address.city}`,
          address.country,
        ];
  pdf.text(plain(receiver.join('\n')));
  pdf.moveDown(3).font('Times-Roman').fontSize(18).text(plain(title));
  pdf.moveDown(0.5).font('Helvetica').fontSize(10);
  pdf
    .text(plain(`${texts.day}: ${facts.day}`))
    .text(plain(`${texts.order}: ${facts.order_code}`))
    .moveDown(1.5);
}

function drawLines(
  pdf: Pdf,
  facts: InvoiceFacts,
  texts: Invoice['texts'],
  money: (amount: number) => string,
): void {
  pdf.fillColor(pdfColours.muted);
  drawRow(pdf, [texts.quantity, texts.item, texts.vat_rate, texts.amount]);
  drawRule(pdf);
  pdf.fillColor(pdfColours.ink);
  for (const line of facts.lines) {
    drawRow(pdf, [String(line.quantity), line.title, `${line.vat_rate} %`, money(line.price)]);
    if (line.discount > 0) drawRow(pdf, ['', texts.discount, '', money(-line.discount)]);
  }
  if (facts.shipping > 0) drawRow(pdf, ['', texts.shipping, '', money(facts.shipping)]);
  drawRule(pdf);
}

function drawTotals(
  pdf: Pdf,
  facts: InvoiceFacts,
  texts: Invoice['texts'],
  money: (amount: number) => string,
): void {
  pdf.font('Helvetica-Bold');
  drawRow(pdf, ['', texts.total, '', money(facts.total)]);
  pdf.font('Helvetica');
  if (facts.credit > 0) drawRow(pdf, ['', texts.credit, '', money(-facts.credit)]);
  drawRow(pdf, ['', texts.due, '', money(facts.amount_due)]);
  pdf.moveDown(1).fillColor(pdfColours.muted);
  for (const share of facts.vat_shares) {
    const text =
      share.rate === 0
        ? fill(texts.share_none, { gross: money(share.gross) })
        : fill(texts.share, {
            net: money(share.gross - share.vat),
            rate: String(share.rate),
            vat: money(share.vat),
          });
    pdf.text(plain(text), columns.item);
  }
}

function drawRow(pdf: Pdf, [quantity, item, rate, amount]: readonly [string, string, string, string]): void {
  if (pdf.y > page.height - page.margin - 40) pdf.addPage();
  const top = pdf.y;
  pdf.text(plain(quantity), columns.quantity, top, { width: 45 });
  pdf.text(plain(rate), columns.rate, top, { width: 45, align: 'right' });
  pdf.text(plain(amount), columns.amount, top, { width: right - columns.amount, align: 'right' });
  pdf.text(plain(item), columns.item, top, { width: columns.rate - columns.item - 10 });
  pdf.moveDown(0.4);
}

function drawRule(pdf: Pdf): void {
  pdf.moveTo(page.margin, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).stroke(pdfColours.line);
  pdf.moveDown(0.4);
}
