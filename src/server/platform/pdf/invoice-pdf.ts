import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { BundleDiscount } from '#core/model/cart.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { isPrintable } from '#core/model/printable-text.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import type { VatShare } from '#core/rules/carts/vat.ts';
import { addressLines, type Brand } from '#server/platform/outbox/mail-layout.ts';
import {
  fill,
  formatAmount,
  formatDay,
  formatPaymentMethod,
  formatVatRate,
  type LocaleMailTexts,
} from '#server/platform/outbox/mail-texts.ts';
import { drawMark, drawPdf, drawRule, type Pdf, page, pdfColours, textWidth } from './pdf-document.ts';

/**
 * The content of an invoice, stored when it is issued, so that later changes of products, orders and settings do not
 * affect it (docs/behaviour/orders.md#issued-documents). Amounts in cents, days as `YYYY-MM-DD`. A correction has the
 * same fields with negative amounts.
 */
export interface InvoiceFacts {
  /** The shop as it was when the invoice was issued. */
  readonly issuer: Pick<Brand, 'name' | 'company' | 'vat_id'>;
  /** Delivery time of goods, in the language of the invoice. */
  readonly delivery_time: string;
  readonly order_code: string;
  readonly locale: string;
  readonly day: string;
  readonly email: string;
  readonly address: PostalAddress | null;
  /** Name and country of a buyer without an address; absent in invoices of the first versions. */
  readonly contact?: BillingContact | null;
  readonly lines: readonly InvoiceLine[];
  readonly shipping: number;
  readonly discount: number;
  /** What each bundle offer saved; absent in invoices of earlier versions and in corrections. */
  readonly bundle_discounts?: readonly BundleDiscount[];
  /**
   * Promotional credit, which lowers total and VAT; absent in invoices of earlier versions, in which it was a part of
   * `credit`.
   */
  readonly promotional?: number;
  readonly total: number;
  /** Paid credit, which counts as a payment. */
  readonly credit: number;
  readonly amount_due: number;
  readonly vat_shares: readonly VatShare[];
  /** False in the EU, where a rate can be 0 too; absent in invoices of earlier versions. */
  readonly is_third_country?: boolean;
  readonly method: PaymentMethodSummary | null;
  /** For a correction: the corrected invoice. */
  readonly corrects?: { readonly number: string; readonly day: string };
}

interface InvoiceLine {
  readonly kind: ProductKind;
  readonly title: string;
  /** Name of the recipient, else the e-mail address; absent when neither is known. */
  readonly recipient?: string;
  readonly quantity: number;
  /** Line total before discount. */
  readonly price: number;
  readonly discount: number;
  readonly vat_rate: number;
  /**
   * Time of supply: a paid period (last day included), a parcel after the invoice, or by default the day of the
   * invoice.
   */
  readonly supply?: { readonly from: string; readonly to: string } | 'parcel';
}

export interface Invoice {
  readonly number: string;
  readonly facts: InvoiceFacts;
  readonly texts: LocaleMailTexts;
  readonly locale: Locale;
}

type Money = (amount: number) => string;

/** Position of a table column in points from the page's left edge. */
interface Column {
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const right = page.width - page.margin;
const columns: readonly Column[] = [
  { left: page.margin, width: 36, align: 'left' },
  { left: page.margin + 44, width: 210, align: 'left' },
  { left: right - 216, width: 76, align: 'right' },
  { left: right - 132, width: 44, align: 'right' },
  { left: right - 80, width: 80, align: 'right' },
];

/** The four columns of the VAT summary: rate, net, VAT, gross. */
const summaryColumns: readonly Column[] = [
  { left: right - 330, width: 82, align: 'left' },
  { left: right - 248, width: 76, align: 'right' },
  { left: right - 164, width: 76, align: 'right' },
  { left: right - 80, width: 80, align: 'right' },
];

/**
 * Draws an invoice with the content required by § 14 UStG: both parties, number, day, supplies with their time, VAT per
 * rate or the reason why there is none. Facts with `corrects` are drawn as a correction.
 */
export function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const { facts, texts, locale } = invoice;
  const { issuer } = facts;
  const words = texts.invoice;
  const money: Money = (amount) => formatAmount(amount, locale);
  const pageText = (at: string, count: string) =>
    `${words.tax_number}\n${issuer.vat_id}\n${fill(texts.page, { number: at, count })}`;
  return drawPdf({ title: titleOf(invoice), locale, brand: issuer, pageText }, (pdf) => {
    drawHead(pdf, invoice);
    drawLines(pdf, invoice, money);
    drawTotals(pdf, facts, words, money);
    drawVatSummary(pdf, invoice, money);
    drawNotes(pdf, invoice);
  });
}

function titleOf({ number, facts, texts }: Invoice): string {
  const { title, correction_title } = texts.invoice;
  return fill(facts.corrects === undefined ? title : correction_title, { number });
}

function drawHead(pdf: Pdf, invoice: Invoice): void {
  const { number, facts, texts, locale } = invoice;
  const words = texts.invoice;
  drawMark(pdf, page.margin, 50, 30);
  pdf
    .font('title')
    .fontSize(22)
    .text(facts.issuer.name, page.margin + 34, 50);
  pdf.font('text').fontSize(7.5).fillColor(pdfColours.muted);
  pdf.text(facts.issuer.company.slice(0, 2).join(', '), page.margin, 132);
  const receiver = receiverLines(facts, locale);
  pdf.fontSize(10.5).fillColor(pdfColours.ink).text(receiver.join('\n'), page.margin, 148, { width: 250 });
  const belowReceiver = pdf.y;

  const isCorrection = facts.corrects !== undefined;
  const isSuppliedToday = !isCorrection && facts.lines.every((line) => line.supply === undefined);
  const rows = [
    [isCorrection ? words.correction_number : words.number, number],
    [isSuppliedToday ? words.day : words.issued, formatDay(facts.day, locale)],
    [words.order, facts.order_code],
  ] as const;
  pdf.y = 132;
  for (const [label, value] of rows) {
    pdf
      .font('text')
      .fontSize(7.5)
      .fillColor(pdfColours.muted)
      .text(label, right - 180, pdf.y, { width: 180 });
    pdf.font('strong').fontSize(10).fillColor(pdfColours.ink).text(value, { width: 180 }).moveDown(0.4);
  }
  pdf.font('title').fontSize(24);
  pdf.text(titleOf(invoice), page.margin, Math.max(belowReceiver, pdf.y, 240) + 24, {
    width: textWidth,
  });
  pdf.moveDown(0.6).font('text').fontSize(10);
}

/** Returns the address, or without one name, country and e-mail address as far as they are known. */
function receiverLines({ address, contact = null, email }: InvoiceFacts, locale: Locale): readonly string[] {
  if (address !== null) return addressLines(address, locale);
  const shown = shownEmail(email);
  const written = isPrintable(shown) ? shown : email;
  return contact === null ? [written] : [...addressLines(contact, locale), written];
}

function drawLines(pdf: Pdf, invoice: Invoice, money: Money): void {
  const { facts, texts, locale } = invoice;
  const words = texts.invoice;
  pdf.fontSize(8).fillColor(pdfColours.muted);
  drawRow(pdf, columns, [words.quantity, words.item, words.unit_price, words.vat_rate, words.amount]);
  drawRule(pdf, pdfColours.gold);
  pdf.moveDown(0.6).fontSize(10).fillColor(pdfColours.ink);
  for (const line of facts.lines) {
    const { quantity, title, recipient, price, vat_rate, discount } = line;
    const pieces = quantity === 0 ? '' : String(quantity);
    const unitPrice = price % quantity === 0 ? money(price / quantity) : '';
    const item = recipient === undefined ? title : fill(words.item_for, { title, recipient });
    const rate = `${formatVatRate(vat_rate, locale)}\u00a0%`;
    drawRow(pdf, columns, [pieces, item, unitPrice, rate, money(price)]);
    pdf.fontSize(8).fillColor(pdfColours.muted);
    drawRow(pdf, columns, ['', writtenSupply(invoice, line), '', '', '']);
    pdf.fontSize(10).fillColor(pdfColours.ink);
    if (discount > 0) {
      pdf.fillColor(pdfColours.muted);
      drawRow(pdf, columns, ['', words.discount, '', '', money(-discount)]);
      pdf.fillColor(pdfColours.ink);
    }
  }
  for (const { title, amount } of facts.bundle_discounts ?? []) {
    pdf.fontSize(8).fillColor(pdfColours.muted);
    drawRow(pdf, columns, ['', fill(words.bundle_note, { title, amount: money(amount) }), '', '', '']);
    pdf.fontSize(10).fillColor(pdfColours.ink);
  }
  if (facts.shipping !== 0) drawRow(pdf, columns, ['', words.shipping, '', '', money(facts.shipping)]);
  const { promotional = 0 } = facts;
  if (promotional !== 0) drawRow(pdf, columns, ['', words.promotional, '', '', money(-promotional)]);
  drawRule(pdf);
  pdf.moveDown(0.6);
}

/** Formats the kind of a line's product and the time of its supply. */
function writtenSupply(
  { facts, texts, locale }: Invoice,
  { kind: productKind, supply }: InvoiceFacts['lines'][number],
): string {
  const words = texts.invoice;
  const kind = texts.product_kinds[productKind];
  if (facts.corrects !== undefined) return kind;
  if (supply === undefined) return fill(words.supplied, { kind, day: formatDay(facts.day, locale) });
  if (supply === 'parcel') return fill(words.supply_parcel, { kind, time: facts.delivery_time });
  const { from, to } = supply;
  return fill(words.supply_period, { kind, from: formatDay(from, locale), to: formatDay(to, locale) });
}

function drawTotals(pdf: Pdf, facts: InvoiceFacts, words: LocaleMailTexts['invoice'], money: Money): void {
  const sums: readonly Column[] = [
    { left: right - 330, width: 230, align: 'left' },
    { left: right - 100, width: 100, align: 'right' },
  ];
  const isCorrection = facts.corrects !== undefined;
  pdf.font('strong').fontSize(12);
  drawRow(pdf, sums, [totalLabel(facts, words, isCorrection), money(facts.total)]);
  pdf.font('text').fontSize(10);
  if (isCorrection && facts.credit < 0) {
    drawRow(pdf, sums, [words.correction_credit, money(facts.credit)]);
    drawRow(pdf, sums, [words.correction_due, money(facts.amount_due)]);
  } else if (facts.credit > 0) {
    drawRow(pdf, sums, [words.credit, money(-facts.credit)]);
    drawRow(pdf, sums, [words.due, money(facts.amount_due)]);
  }
}

function drawVatSummary(
  pdf: Pdf,
  { facts: { vat_shares }, texts: { invoice: words }, locale }: Invoice,
  money: Money,
): void {
  if (vat_shares.length === 0) return;
  pdf.moveDown(0.8).fontSize(8).fillColor(pdfColours.muted);
  drawRow(pdf, summaryColumns, [words.vat_summary, words.net, words.vat, words.gross]);
  for (const { rate, gross, vat } of vat_shares) {
    drawRow(pdf, summaryColumns, [
      `${formatVatRate(rate, locale)}\u00a0%`,
      money(gross - vat),
      money(vat),
      money(gross),
    ]);
  }
}

/** "incl. VAT" only where a line has a VAT rate, even if the VAT of a small amount rounds to 0. */
function totalLabel(facts: InvoiceFacts, words: LocaleMailTexts['invoice'], isCorrection: boolean): string {
  const hasVat = facts.vat_shares.some((share) => share.rate !== 0);
  if (!hasVat) return words.total_plain;
  return isCorrection ? words.correction_total : words.total;
}

/** Draws the payment method and why some lines have no VAT. */
function drawNotes(pdf: Pdf, { facts, texts, locale }: Invoice): void {
  const words = texts.invoice;
  const { corrects, is_third_country = true } = facts;
  const untaxed = facts.lines.filter((line) => line.vat_rate === 0);
  const notes = [
    ...(corrects === undefined
      ? []
      : [fill(words.corrects, { number: corrects.number, day: formatDay(corrects.day, locale) })]),
    ...writtenPayment(facts, texts, locale),
    ...(untaxed.some((line) => line.kind === 'voucher') ? [words.voucher_note] : []),
    ...(is_third_country && untaxed.some((line) => line.kind !== 'voucher') ? [words.export_note] : []),
  ];
  pdf.moveDown(1.5).fontSize(9).fillColor(pdfColours.muted);
  for (const note of notes) {
    // A note stays on one page.
    if (pdf.y + pdf.heightOfString(note, { width: textWidth }) > page.height - page.bottom) pdf.addPage();
    pdf.text(note, page.margin, pdf.y, { width: textWidth }).moveDown(0.4);
  }
}

function writtenPayment(facts: InvoiceFacts, texts: LocaleMailTexts, locale: Locale): readonly string[] {
  const { paid, correction_paid } = texts.invoice;
  // Nothing was paid if nothing was due.
  if (facts.method === null || facts.total === 0) return [];
  const method = formatPaymentMethod(facts.method, texts.methods);
  if (facts.corrects === undefined) return [fill(paid, { day: formatDay(facts.day, locale), method })];
  return facts.amount_due < 0 ? [fill(correction_paid, { method })] : [];
}

/** Draws a row of cells with digits of equal width, on a new page if it does not fit. */
function drawRow(pdf: Pdf, places: readonly Column[], cells: readonly string[]): void {
  const placed = places.map(({ left, width, align }, index) => ({
    left,
    text: cells[index] ?? '',
    options: { width, align, features: ['tnum' as const] },
  }));
  const height = Math.max(...placed.map(({ text, options }) => pdf.heightOfString(text, options)));
  if (pdf.y + height > page.height - page.bottom) pdf.addPage();
  const top = pdf.y;
  for (const { left, text, options } of placed) {
    if (text !== '') pdf.text(text, left, top, options);
  }
  pdf.x = page.margin;
  pdf.y = top + height + 4;
}
