import { fc } from '@fast-check/vitest';
import { beforeAll, expect, test } from 'vitest';
import type { Locale } from '#core/model/values.ts';
import { addressLines } from '#server/platform/outbox/mail-layout.ts';
import { formatAmount, formatDay } from '#server/platform/outbox/mail-texts.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { giftCodesOf, refundWhole } from '#test/integration/orders/order-shop.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { pdfTexts } from '#test/unit/server/platform/pdf/pdf-texts.ts';
import { fetchInvoice, findInvoice } from './invoice-shop.ts';

const shop = await openTestShop();
const locale: Locale = 'de';
const words = pdfTexts[locale].invoice;
const kinds = pdfTexts[locale].product_kinds;

/** The long test run (`npm run test:long`) buys more books than the content files have in stock. */
beforeAll(async () => {
  await shop.db.updateTable('products').set({ stock: 100_000 }).where('stock', 'is not', null).execute();
});

/** Restores the balance of the voucher of the content files, which nobody has paid for. */
const fillVoucher = () =>
  changeRows(shop.db, 'gift_codes', { code: 'GUTSCHEIN-50' }, { balance_cents: 5_000 });

/** Returns a text with single spaces only, because text copied from a PDF has other white space. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const money = (amount: number) => plain(formatAmount(amount, locale));

const addresses = {
  DE: { country: 'DE', postal_code: '10119', city: 'Berlin' },
  AT: { country: 'AT', postal_code: '1010', city: 'Wien' },
  CH: { country: 'CH', postal_code: '8001', city: 'Zürich' },
} as const;

const purchase = fc
  .record({
    country: fc.constantFrom('DE', 'AT', 'CH') as fc.Arbitrary<keyof typeof addresses>,
    // The last one is promotional credit, because nobody has paid for it.
    code: fc.constantFrom(undefined, 'WILLKOMMEN10', 'FUENFER', 'VERSANDFREI', 'GUTSCHEIN-50'),
    course: fc.nat(1),
    book: fc.nat(3),
    voucher: fc.nat(2),
    gift: fc.nat(2),
    membership: fc.nat(1),
  })
  .filter(({ course, book, voucher, gift, membership }) => course + book + voucher + gift + membership > 0);

/** Expects every detail that § 14 (4) UStG, the German VAT act, requires of an invoice, and the total. */
function expectComplete(text: string, number: string, facts: InvoiceFacts): void {
  const day = formatDay(facts.day, locale);
  for (const field of [
    // The supplier with address and tax number, and the buyer.
    'Meisterhand Werkstatt GmbH, Beispielgasse 7, 04107 Leipzig',
    `${words.tax_number} DE000000000`,
    ...(facts.address === null ? [facts.email] : [addressLines(facts.address, locale).join(' ')]),
    // Number and date of the invoice.
    `${words.number} ${number}`,
    day,
    `${words.order} ${facts.order_code}`,
    `${facts.vat_shares.some(({ vat }) => vat > 0) ? words.total : words.total_plain} ${money(facts.total)}`,
  ]) {
    expect(text).toContain(plain(field));
  }
  for (const { kind, title, quantity, price, vat_rate, discount, supply } of facts.lines) {
    const unit = price % quantity === 0 ? `${money(price / quantity)} ` : '';
    expect(text).toContain(plain(`${quantity} ${title} ${unit}${vat_rate} % ${money(price)}`));
    if (discount > 0) expect(text).toContain(`${words.discount} ${money(-discount)}`);
    // Kind and date of the supply.
    expect(text).toContain(`${kinds[kind]}, `);
    if (supply === undefined) expect(text).toContain(`${kinds[kind]}, Leistung am ${day}`);
    else if (supply === 'parcel') expect(text).toContain(`${kinds[kind]}, Lieferung nach dem Rechnungsdatum`);
    else expect(text).toContain(`Leistungszeitraum ${day} bis ${formatDay(supply.to, locale)}`);
  }
  if (facts.shipping > 0) expect(text).toContain(`${words.shipping} ${money(facts.shipping)}`);
  const untaxed = facts.lines.filter((line) => line.vat_rate === 0);
  expect(text.includes(plain(words.voucher_note))).toBe(untaxed.some((line) => line.kind === 'voucher'));
  expect(text.includes(plain(words.export_note))).toBe(untaxed.some((line) => line.kind !== 'voucher'));
}

/** Expects that net amount, VAT and gross amount of each rate are printed and add up to the total. */
function expectShares(text: string, facts: InvoiceFacts): void {
  const read = [...text.matchAll(/(\d+) % (\S+) € (\S+) € (\S+) €/g)].map(([, rate, net, vat, gross]) => ({
    rate: Number(rate),
    net: toCents(net),
    vat: toCents(vat),
    gross: toCents(gross),
  }));
  const shares = read.slice(-facts.vat_shares.length);
  expect(shares.map(({ rate, vat, gross }) => ({ rate, vat, gross }))).toEqual(facts.vat_shares);
  expect(shares.reduce((sum, share) => sum + share.net + share.vat, 0)).toBe(facts.total);
  const byRate = Map.groupBy(facts.lines, (line) => line.vat_rate);
  for (const { rate, gross, vat, net } of shares) {
    expect(net + vat).toBe(gross);
    expect(Math.abs(vat)).toBe(Math.round((Math.abs(gross) * rate) / (100 + rate)));
    const ofLines = (byRate.get(rate) ?? []).reduce((sum, line) => sum + line.price - line.discount, 0);
    expect(gross).toBeGreaterThanOrEqual(ofLines - (facts.promotional ?? 0));
    expect(gross).toBeLessThanOrEqual(ofLines + facts.shipping);
  }
}

function toCents(written = ''): number {
  return Number(written.replace('−', '-').replaceAll('.', '').replace(',', ''));
}

test('every invoice of a random order has all details of § 14 UStG, and sums for each rate that add up', {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async ({ country, code, course, book, voucher, gift, membership }) => {
      const wanted = { course, book, voucher, gift, membership };
      const lines = Object.fromEntries(
        Object.entries(wanted)
          .filter(([, quantity]) => quantity > 0)
          .map(([kind, quantity]) => [products[kind as keyof typeof wanted], quantity]),
      );
      await fillVoucher();
      const order = await buyAsGuest(shop, lines, {
        address: addresses[country],
        ...(code === undefined ? {} : { code }),
      });
      const invoice = await findInvoice(shop, order.id);
      const { text, title } = await fetchInvoice(shop, invoice);
      expect(title).toBe(`Rechnung ${invoice.number}`);
      expectComplete(text, invoice.number, invoice.facts);
      expectShares(text, invoice.facts);
      const row = await rowOf(shop.db, 'orders', { id: order.id });
      expect(invoice.facts.total).toBe(row.total_cents - row.promotional_cents);
      const ofLines = invoice.facts.lines.reduce((sum, line) => sum + line.price - line.discount, 0);
      expect(ofLines + invoice.facts.shipping - (invoice.facts.promotional ?? 0)).toBe(invoice.facts.total);
      const stored = await shop.db
        .selectFrom('order_lines')
        .select((lines) => lines.fn.sum<string>('included_vat_cents').as('vat'))
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow();
      const ofShipping = row.included_vat_cents - Number(stored.vat);
      expect(ofShipping, 'VAT of lines and shipping').toBeGreaterThanOrEqual(0);
      if (row.shipping_cents === 0) expect(ofShipping, 'VAT of lines without shipping').toBe(0);
      expect(invoice.facts.vat_shares.reduce((sum, share) => sum + share.vat, 0)).toBe(
        row.included_vat_cents,
      );
    }),
    { numRuns: runs(15) },
  );
  expect(shop.faults).toEqual([]);
});

test('an invoice deducts promotional credit before the total, and its correction gives it back', async () => {
  await fillVoucher();
  const order = await buyAsGuest(shop, { [products.course]: 1 }, { code: 'GUTSCHEIN-50' });
  const { facts, ...invoice } = await findInvoice(shop, order.id);
  const { text } = await fetchInvoice(shop, { facts, ...invoice });
  expect(facts).toMatchObject({ promotional: 5_000, total: facts.amount_due, credit: 0 });
  expect(text).toContain(`${words.promotional} ${money(-5_000)}`);
  expect(text).toContain(`${words.total} ${money(facts.amount_due)}`);
  await refundWhole(shop.context, order.id);
  const correction = await findInvoice(shop, order.id, 'correction');
  expect(correction.facts).toMatchObject({ promotional: -5_000, total: -facts.total, credit: 0 });
  expect(correction.facts.vat_shares.map(({ gross, vat }) => [gross, vat])).toEqual(
    facts.vat_shares.map(({ gross, vat }) => [-gross, -vat]),
  );
});

test('an invoice contains the amount that a voucher paid', async () => {
  const bought = await buyAsGuest(shop, { [products.voucher]: 1 });
  const [{ code = '' } = {}] = await giftCodesOf(shop.db, bought.id);
  const order = await buyAsGuest(shop, { [products.course]: 1 }, { code });
  const invoice = await findInvoice(shop, order.id);
  const { text } = await fetchInvoice(shop, invoice);
  expect(text).toContain(`${words.credit} ${money(-invoice.facts.credit)}`);
  expect(text).toContain(`${words.due} ${money(invoice.facts.amount_due)}`);
  expect(invoice.facts.credit).toBeGreaterThan(0);
});

test('a correction refers to its invoice and contains the negative amounts of each rate', async () => {
  const order = await buyAsGuest(
    shop,
    { [products.course]: 1, [products.book]: 2, [products.voucher]: 1 },
    { address: addresses.AT, code: 'WILLKOMMEN10' },
  );
  const invoice = await findInvoice(shop, order.id);
  await refundWhole(shop.context, order.id);
  const correction = await findInvoice(shop, order.id, 'correction');
  const { text, title } = await fetchInvoice(shop, correction);
  expect(title).toBe(`Rechnungskorrektur ${correction.number}`);
  expect(text).toContain(`${words.correction_number} ${correction.number}`);
  expect(text).toContain(
    `Korrigiert die Rechnung ${invoice.number} vom ${formatDay(invoice.facts.day, locale)}`,
  );
  expect(text).toContain(`${words.correction_total} ${money(-invoice.facts.total)}`);
  expect(text).toContain('Karte, endet auf 1881');
  const { lines, shipping, total } = correction.facts;
  expect(lines).toMatchObject(
    invoice.facts.lines.map(({ kind, title, quantity, price, discount, vat_rate }) => ({
      kind,
      title,
      quantity,
      price: discount - price,
      discount: 0,
      vat_rate,
    })),
  );
  expect(
    lines.reduce((sum, { price }) => sum + price, shipping),
    'sum of lines and shipping',
  ).toBe(total);
  const negated = invoice.facts.vat_shares.map(({ rate, gross, vat }) => ({
    rate,
    gross: gross === 0 ? 0 : -gross,
    vat: vat === 0 ? 0 : -vat,
  }));
  expect(correction.facts.vat_shares).toEqual(negated);
  for (const { rate, gross, vat } of negated) {
    expect(text).toContain(plain(`${rate} % ${money(gross - vat)} ${money(vat)} ${money(gross)}`));
  }
});
