import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { cents } from '#core/rules/basics/money.ts';
import { includedVat } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { resendMail } from '#server/mail/outbox.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import type { RefundRequest } from '#server/payments/decide-refund.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { deliverShopMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  payOrder,
  placeOrder,
  products,
  register,
  type Shopper,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { contentOf, fetchInvoice, findInvoice } from './invoice-shop.ts';

const shop = await openTestShop();
const { db, context } = shop;

const zurich = {
  ...berlin,
  street: 'Limmatquai',
  postal_code: '8001',
  city: 'Zürich',
  country: 'CH',
} as const;

/** Delivery addresses, and their VAT rates before and after the change. */
const places = [
  { address: berlin, rates: [19, 7, 0], since: [19, 7, 0] },
  { address: vienna, rates: [19, 7, 0], since: [20, 10, 0] },
  { address: zurich, rates: [0], since: [0] },
] as const;

/** One line of each kind of product. */
const lines = [
  { product_id: products.course, quantity: 1 },
  { product_id: products.book, quantity: 3 },
  { product_id: products.gift, quantity: 2 },
  { product_id: 'gift-box-zeichentisch', quantity: 1 },
  { product_id: products.voucher, quantity: 1 },
  { product_id: 'voucher-gutschein-25', quantity: 1, custom_properties: { delivery: 'parcel' as const } },
  { product_id: products.membership, quantity: 1 },
  { product_id: 'subscription-monatskarte', quantity: 1 },
];

const former = { company: shop.content.shop.company.name, vatId: shop.content.shop.company.vat_id };
const later = {
  company: 'Andere Hand AG',
  vatId: 'DE999999999',
  terms: 'Neu seit dem ersten Januar.',
  raise: 111,
};

const newIssuer = {
  name: 'Andershand',
  vat_id: later.vatId,
  company: expect.arrayContaining([later.company]),
};

/** Changes issuer, brand, prices, terms and VAT of the shop. */
async function changeSettings(): Promise<void> {
  const { company, brand } = shop.content.shop;
  const { agbs } = shop.content.legal;
  const changed = (text: (typeof agbs)['de']) => ({
    ...text,
    version: '2027-01-01',
    html: `<p>${later.terms}</p>${text.html}`,
    plain: `${later.terms} ${text.plain}`,
  });
  await loadContent(
    context,
    {
      ...shop.content,
      shop: {
        ...shop.content.shop,
        brand: { ...brand, name: newIssuer.name },
        company: { ...company, name: later.company, vat_id: later.vatId },
      },
      products: shop.content.products.map((product) => ({
        ...product,
        price_cents: product.price_cents + later.raise,
      })),
      legal: { ...shop.content.legal, agbs: { de: changed(agbs.de), en: changed(agbs.en) } },
    },
    { mode: 'demo' },
  );
  const value = JSON.stringify({ oss_from: '2026-11-21' });
  await db.updateTable('contents').set({ value }).where('key', '=', 'vat').execute();
}

const deliver = () => deliverShopMails(shop);

interface Bought {
  readonly id: string;
  readonly code: string;
  readonly shopper: Shopper;
}

/** Buys a product of each kind. */
async function buyEverything(address: (typeof places)[number]['address']): Promise<Bought> {
  const shopper = await register(shop);
  const { access: bearer, email } = shopper;
  const filled = await shop.call(endpoints.updateCart, { bearer, body: { action: 'add', products: lines } });
  const cartId = filled.value?.bundle_cart_unique_id ?? '';
  await shop.call(endpoints.setShippingAddress, { bearer, body: { id: cartId, ...address } });
  const placed = await placeOrder(shop, { bearer, body: { email, bundle_cart_unique_id: cartId } });
  const ordered = placed.order.attributes.products.map((line) => line.quantity);
  expect(ordered).toEqual(lines.map(({ quantity }) => quantity));
  expect((await payOrder(shop, placed)).status).toBe(200);
  return { id: placed.id, code: placed.code, shopper };
}

/** Returns all stored documents of an order, as bytes, with the order's lines, total, invoice and versions. */
async function storedOf({ id, shopper }: Bought) {
  const bearer = shopper.access;
  const listed = await shop.call(endpoints.listOrderDocuments, { params: { id }, bearer });
  const documents: string[] = [];
  for (const { attributes } of listed.value?.data ?? []) {
    const file = await shop.send(attributes.url.replace(/^\/api/, ''));
    const content = Buffer.from(await file.arrayBuffer()).toString('base64');
    documents.push(`${attributes.kind} ${attributes.title} ${content}`);
  }
  const order = await shop.call(endpoints.getOrder, { params: { id }, bearer });
  const { products: sold = [], ...sums } = order.value?.data.attributes ?? {};
  return {
    documents,
    sold: sold.map(({ title, quantity, price, discount }) => ({ title, quantity, price, discount })),
    total: 'total' in sums ? sums.total : null,
    invoice: (await findInvoice(shop, id)).facts,
    versions: await versionsOf(id),
  };
}

const versionsOf = async (id: string) => (await rowOf(db, 'orders', { id })).accepted_versions;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Expects that the lines of an invoice or correction add up to its total, and the rates to its lines. */
function expectSums({ lines: invoiced, shipping, total, vat_shares, promotional = 0 }: InvoiceFacts): void {
  const ofLines = sum(invoiced.map(({ price, discount }) => price - discount));
  expect(total, 'total of lines and shipping').toBe(ofLines + shipping - promotional);
  expect(sum(vat_shares.map(({ gross }) => gross)), 'gross amounts of all rates').toBe(total);
  for (const { rate, gross } of vat_shares) {
    const own = invoiced.filter(({ vat_rate }) => vat_rate === rate);
    const least = sum(own.map(({ price, discount }) => price - discount));
    const [low, high] = [least, least + shipping].toSorted((one, other) => one - other);
    expect(gross, `${rate} %`).toBeGreaterThanOrEqual(low ?? 0);
    expect(gross, `${rate} %`).toBeLessThanOrEqual(high ?? 0);
  }
}

const refund = (request: Pick<RefundRequest, 'order_id' | 'lines' | 'includes_shipping'>) =>
  inTransaction(db, (trx) => createRefund(trx, context, { ...request, cause: 'operator' }));

const corrections = async (id: string) => {
  const rows = await rowsOf(db, 'invoices', { order_id: id, kind: 'correction' }, '*', 'number');
  return rows.map((row) => ({ ...row, facts: row.facts as InvoiceFacts }));
};

interface Known {
  readonly bought: Bought;
  readonly confirmation: MailMessage;
  readonly stored: Awaited<ReturnType<typeof storedOf>>;
}

/** Purchases before the change, by country. */
const before = new Map<string, Known>();

function knownIn(country: string): Known {
  const found = before.get(country);
  if (found === undefined) throw new Error(`Nothing was bought in ${country}`);
  return found;
}

async function confirmationOf(code: string): Promise<MailMessage> {
  const found = (await deliver()).find(
    ({ subject, attachments }) => subject.includes(code) && attachments.length > 0,
  );
  if (found === undefined) throw new Error(`No confirmation of ${code} was sent`);
  return found;
}

beforeAll(async () => {
  for (const { address } of places) {
    const bought = await buyEverything(address);
    const confirmation = await confirmationOf(bought.code);
    before.set(address.country, { bought, confirmation, stored: await storedOf(bought) });
  }
  await changeSettings();
});

test('a confirmation after the change encloses the new terms, one before it the former terms', async () => {
  const { code } = await buyAsGuest(shop, { [products.course]: 1 });
  const terms = async ({ attachments }: MailMessage) =>
    (await readPdf(attachments[1]?.content ?? Buffer.alloc(0))).text;
  expect(await terms(await confirmationOf(code))).toContain(later.terms);
  expect(await terms(knownIn('AT').confirmation)).not.toContain(later.terms);
});

test.each(places)(
  'an order to $address.country keeps its documents when the settings change; later mails and corrections use the new settings',
  async ({ address, rates }) => {
    const { bought, stored, confirmation } = knownIn(address.country);
    const { id, code } = bought;
    expect(stored.invoice.vat_shares.map(({ rate }) => rate)).toEqual(rates);
    expectSums(stored.invoice);
    for (const { rate, gross, vat } of stored.invoice.vat_shares)
      expect(vat).toBe(includedVat(cents(gross), rate));
    expect(stored.documents.map((document) => document.split(' ')[0])).toEqual([
      ...['confirmation', 'invoice'],
      ...['gift_sheet', 'gift_sheet', 'gift_sheet'],
    ]);
    expect(await storedOf(bought), 'after the change').toEqual(stored);

    const shipped = await shipOrder(context, code, {
      carrier: 'dhl',
      tracking_code: `00340-${address.country}`,
    });
    expect(shipped).toEqual({ ok: true, value: 'moved' });
    const bookLine = await rowOf(db, 'order_lines', { order_id: id, kind: 'book' });
    await refund({ order_id: id, lines: [{ line_id: bookLine.id, quantity: 1 }], includes_shipping: false });
    await refund({ order_id: id, lines: 'all', includes_shipping: true });
    const mails = (await deliver()).filter(({ recipient }) => recipient === bought.shopper.email);
    expect(mails.length, 'a parcel and two refunds').toBeGreaterThanOrEqual(3);
    for (const { text } of mails) {
      expect(text).toContain(later.company);
      expect(text).not.toContain(former.company);
    }

    const issued = await corrections(id);
    expect(issued.map(({ facts }) => facts.total)).toEqual([
      -(bookLine.price_cents / 3),
      bookLine.price_cents / 3 - stored.invoice.total,
    ]);
    for (const { facts } of issued) {
      expectSums(facts);
      expect(facts.issuer).toMatchObject(newIssuer);
      expect([facts.address, facts.email]).toEqual([stored.invoice.address, stored.invoice.email]);
    }
    for (const { rate } of stored.invoice.vat_shares) {
      const shares = [...issued.map(({ facts }) => facts), stored.invoice].flatMap((facts) =>
        facts.vat_shares.filter((one) => one.rate === rate),
      );
      const left = [sum(shares.map((one) => one.gross)), sum(shares.map((one) => one.vat))];
      expect(left, `gross and VAT of ${rate} % that nothing corrects`).toEqual([0, 0]);
    }

    const { text } = await fetchInvoice(shop, await findInvoice(shop, id));
    for (const word of [former.company, former.vatId]) expect(text).toContain(word);
    for (const word of [later.company, later.vatId]) expect(text).not.toContain(word);
    const row = await rowOf(db, 'outbox', { dedupe_key: `order:${id}` });
    await resendMail(context, row.id);
    const [again] = await deliver();
    expect(contentOf(again)).toEqual(contentOf(confirmation));
    const { invoice, sold, total, versions } = await storedOf(bought);
    const { documents: _, ...unchanged } = stored;
    expect({ invoice, sold, total, versions }).toEqual(unchanged);
  },
);

test.each(places)(
  'an order to $address.country after the change has the new issuer, prices, rates and terms',
  async ({ address, since }) => {
    const { stored } = knownIn(address.country);
    const { id } = await buyEverything(address);
    const { facts } = await findInvoice(shop, id);
    expectSums(facts);
    expect(facts.vat_shares.map(({ rate }) => rate)).toEqual(since);
    expect(facts.issuer).toMatchObject(newIssuer);
    expect(facts.lines.map(({ price }) => price)).toEqual(
      stored.invoice.lines.map(({ price, quantity }) => price + quantity * later.raise),
    );
    expect([await versionsOf(id), stored.versions]).toEqual([
      { ...(stored.versions as object), agbs: '2027-01-01' },
      expect.not.objectContaining({ agbs: '2027-01-01' }),
    ]);
  },
);
