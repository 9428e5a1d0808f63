import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { vatShares } from '#core/rules/carts/vat.ts';
import { formatAmount } from '#server/platform/outbox/mail-texts.ts';
import { drawInvoice, type InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { runs } from '#test/run-length.ts';
import { linesOf, readPdf } from '#test/support/read-pdf.ts';
import { vienna } from '#test/support/vienna.ts';
import { pdfTexts, testBrand } from './pdf-texts.ts';

const buyer = { ...vienna, firstname: 'Łucja', lastname: 'Şahin' } as const;

interface Line {
  readonly kind: ProductKind;
  readonly title: string;
  readonly quantity: number;
  readonly price: number;
  readonly discount: number;
}

const isShipped = (kind: ProductKind) => kind === 'book' || kind === 'gift_box';

/** Returns the data of an order in the form in which `issueInvoice` stores it. */
function factsOf(lines: readonly Line[], changes: Partial<InvoiceFacts> = {}): InvoiceFacts {
  const country = changes.address === null ? null : (changes.address?.country ?? 'AT');
  const shipping = changes.shipping ?? 0;
  const taxed = lines.map(({ kind, price, discount }) => ({
    kind,
    is_shipped: isShipped(kind),
    price: cents(price),
    discount: cents(discount),
  }));
  const shares = vatShares(taxed, cents(shipping), country);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const total = lines.reduce((sum, line) => sum + line.price, 0) - discount + shipping;
  return {
    issuer: testBrand,
    delivery_time: '2 bis 4 Werktage',
    order_code: 'MH-7K4P-2Q',
    locale: 'de',
    day: '2026-11-21',
    email: 'lucja@example.com',
    address: buyer,
    lines: lines.map((line) => ({
      ...line,
      vat_rate:
        vatShares(
          [{ kind: line.kind, is_shipped: false, price: cents(100), discount: cents(0) }],
          cents(0),
          country,
        )[0]?.rate ?? 0,
    })),
    shipping,
    discount,
    total,
    credit: 0,
    amount_due: total - (changes.credit ?? 0),
    vat_shares: shares,
    method: { kind: 'card', brand: 'visa', last_four: '1091' },
    ...changes,
  };
}

const course: Line = {
  kind: 'course',
  title: 'Sehen, messen, zeichnen',
  quantity: 1,
  price: 8_900,
  discount: 890,
};
const book: Line = { kind: 'book', title: 'Das Buch vom Messen', quantity: 2, price: 5_600, discount: 0 };
const voucher: Line = { kind: 'voucher', title: 'Wertgutschein', quantity: 1, price: 5_000, discount: 0 };

/** Returns a text as it is read from a PDF, with plain spaces. */
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

async function read(facts: InvoiceFacts, locale: Locale = 'de') {
  return readPdf(await drawInvoice({ number: 'RE-2026-000017', facts, texts: pdfTexts[locale], locale }));
}

describe('an invoice', () => {
  test('has the content that § 14 UStG requires, in German', async () => {
    const { text, pages, title } = await read(factsOf([course, book], { shipping: 499 }));
    expect(pages).toHaveLength(1);
    expect(title).toBe('Rechnung RE-2026-000017');
    for (const words of [
      // The seller and the VAT identification number.
      'Meisterhand Werkstatt GmbH',
      'Lindenstraße 12, 10969 Berlin',
      'USt-IdNr. DE123456789',
      // The buyer.
      'Łucja Şahin Ringstraße 14 1010 Wien Österreich',
      // The dates and the numbers.
      'Rechnungs- und Leistungsdatum 21. November 2026',
      'Rechnungsnummer RE-2026-000017',
      'Bestellung MH-7K4P-2Q',
      // Quantity, product and price of each line, with the discount.
      '1 Sehen, messen, zeichnen 89,00 € 19 % 89,00 €',
      'Rabatt −8,90 €',
      '2 Das Buch vom Messen 28,00 € 7 % 56,00 €',
      'Versand 4,99 €',
      'Gesamtbetrag inkl. MwSt. 141,09 €',
      // Net amount, VAT and gross amount per rate.
      '19 % 67,31 € 12,79 € 80,10 €',
      '7 % 57,00 € 3,99 € 60,99 €',
      'Bezahlt am 21. November 2026: Karte, endet auf 1091',
      'Seite 1 von 1',
    ]) {
      expect(text).toContain(words);
    }
  });

  test.each(['de', 'en'] as const)(
    'has space for each line of a cell, so that no rule crosses one (%s)',
    async (locale) => {
      const belowSupply = async (line: Line, day: string) => {
        const facts = factsOf([book, line], { day });
        const lines = await linesOf(
          await drawInvoice({ number: 'RE-2026-000018', facts, texts: pdfTexts[locale], locale }),
        );
        const total = lines.findIndex(({ text }) => /^(Gesamtbetrag|Total)/.test(text));
        return { last: lines[total - 1]?.text, gap: (lines[total - 1]?.y ?? 0) - (lines[total]?.y ?? 0) };
      };
      const short = await belowSupply({ ...course, discount: 0 }, '2026-05-01');
      const long = await belowSupply(voucher, '2026-11-27');
      expect(long.gap).toBeCloseTo(short.gap, 3);
      if (locale === 'de') expect(long.last).toBe('2026');
    },
  );

  test('has the same content in English', async () => {
    const { text, title } = await read(factsOf([course, book], { shipping: 499 }), 'en');
    expect(title).toBe('Invoice RE-2026-000017');
    for (const words of [
      'Austria',
      'Date of invoice and supply 21 November 2026',
      'Discount −€8.90',
      'Total including VAT €141.09',
      '19 % €67.31 €12.79 €80.10',
      'Paid on 21 November 2026: Card ending in 1091',
      'VAT ID DE123456789',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(words);
    }
  });

  test('says why a voucher and an export have no VAT', async () => {
    const voucherNote = plain(pdfTexts.de.invoice.voucher_note);
    const exportNote = plain(pdfTexts.de.invoice.export_note);
    const sold = (await read(factsOf([voucher, course]))).text;
    expect(sold).toContain(voucherNote);
    expect(sold).not.toContain(exportNote);
    const zurich = { ...buyer, postal_code: '8001', city: 'Zürich', country: 'CH' };
    const exported = (await read(factsOf([book, course], { address: zurich }))).text;
    expect(exported).toContain(exportNote);
    expect(exported).toContain('Schweiz');
    expect(exported).not.toContain(voucherNote);
    expect((await read(factsOf([book, course]))).text).not.toContain(exportNote);
  });

  test('has the export note at a rate of 0 only outside the EU, or if an old one does not say where it went', async () => {
    const prague = { ...buyer, postal_code: '110 00', city: 'Praha', country: 'CZ' };
    const untaxed = factsOf([book], { address: prague });
    const facts = { ...untaxed, lines: untaxed.lines.map((line) => ({ ...line, vat_rate: 0 })) };
    const exportNote = plain(pdfTexts.de.invoice.export_note);
    expect((await read({ ...facts, is_third_country: false })).text).not.toContain(exportNote);
    expect((await read({ ...facts, is_third_country: true })).text).toContain(exportNote);
    expect((await read(facts)).text).toContain(exportNote);
  });

  test('shows what a voucher paid and what was left to pay', async () => {
    const { text } = await read(factsOf([course], { credit: 2_000, amount_due: 6_010 }));
    expect(text).toContain('Bezahlt mit Gutschein −20,00 €');
    expect(text).toContain('Zahlbetrag 60,10 €');
    const wholly = await read(factsOf([course], { credit: 8_010, amount_due: 0, method: null }));
    expect(wholly.text).toContain('Zahlbetrag 0,00 €');
  });

  test('names no payment if there was nothing to pay', async () => {
    const { text } = await read(factsOf([{ ...course, discount: course.price }]));
    expect(text).toContain(`${pdfTexts.de.invoice.total_plain} 0,00 €`);
    expect(text).not.toContain('Bezahlt');
  });

  test('names a buyer without an address by e-mail, and a company before its person', async () => {
    expect((await read(factsOf([course], { address: null }))).text).toContain('lucja@example.com');
    const foreign = factsOf([course], { address: null, email: 'kontakt@xn--mller-kva.de' });
    expect((await read(foreign)).text).toContain('kontakt@müller.de');
    const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
    const named = (await read(factsOf([course], { address: null, contact }))).text.replaceAll(/\s+/g, ' ');
    expect(named).toContain('Rahel Meyer Schweiz lucja@example.com');
    const company = { ...buyer, company: 'Ōkami & Söhne GmbH' };
    expect((await read(factsOf([course], { address: company }))).text).toContain(
      'Ōkami & Söhne GmbH Łucja Şahin',
    );
  });

  test('has as many pages as it needs, each with its number and the company', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ ...book, title: `Band ${index + 1}` }));
    const { pages } = await read(factsOf(lines));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
      expect(page).toContain('Meisterhand Werkstatt GmbH');
    }
    const found = pages.join(' ').match(/Band \d+ 28,00 € 7 % 56,00 €/g) ?? [];
    expect(new Set(found).size).toBe(60);
  });

  property.prop(
    [
      fc.array(
        fc.record({
          kind: fc.constantFrom<ProductKind>('course', 'book', 'gift_box', 'voucher', 'gift'),
          quantity: fc.integer({ min: 1, max: 3 }),
          unit: fc.integer({ min: 1, max: 50_000 }),
          off: fc.integer({ min: 0, max: 100 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      fc.constantFrom<Locale>('de', 'en'),
    ],
    { numRuns: runs(5) },
  )('states net, VAT and gross of each rate, which add up to the total', async (ordered, locale) => {
    const lines = ordered.map(({ kind, quantity, unit, off }, index) => ({
      kind,
      quantity,
      title: `Zeile ${index}`,
      price: unit * quantity,
      discount: kind === 'voucher' || kind === 'book' ? 0 : Math.floor((unit * quantity * off) / 100),
    }));
    const facts = factsOf(lines);
    const { text } = await read(facts, locale);
    const money = (amount: number) => formatAmount(amount, locale).replace('\u00a0', ' ');
    const hasVat = facts.vat_shares.some(({ rate }) => rate > 0);
    const { total, total_plain } = pdfTexts[locale].invoice;
    expect(text).toContain(`${hasVat ? total : total_plain} ${money(facts.total)}`);
    let gross = 0;
    for (const share of facts.vat_shares) {
      gross += share.gross;
      expect(text).toContain(
        `${share.rate} % ${money(share.gross - share.vat)} ${money(share.vat)} ${money(share.gross)}`,
      );
    }
    expect(gross).toBe(facts.total);
  });
});
