import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { smallInvoiceLimit } from '#core/rules/accounts/address-needs.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { resendMail } from '#server/mail/outbox.ts';
import { issueDocument } from '#server/platform/documents/stored-documents.ts';
import { addressLines } from '#server/platform/outbox/mail-layout.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { refundWhole } from '#test/integration/orders/order-shop.ts';
import { deliverShopMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  payOrder,
  placeOrder,
  products,
  register,
  type Shopper,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { contentOf, downloadInvoice, fetchInvoice, findInvoice } from './invoice-shop.ts';

const shop = await openTestShop();
const former = 'Meisterhand Werkstatt GmbH';
const renamed = 'Andere Hand AG';

/**
 * Changes company, brand, VAT id and delivery time until the end of the test. Returns other texts, as of a new version.
 */
async function changeEverything(): Promise<MailTexts> {
  const { company, brand, delivery_time } = shop.content.shop;
  onTestFinished(async () => {
    await loadContent(shop.context, shop.content, { mode: 'demo' });
  });
  await loadContent(
    shop.context,
    {
      ...shop.content,
      shop: {
        ...shop.content.shop,
        brand: { ...brand, name: 'Andershand' },
        company: { ...company, name: renamed, vat_id: 'DE999999999' },
        delivery_time: { ...delivery_time, de: 'ein Jahr' },
      },
    },
    { mode: 'demo' },
  );
  const { de, en } = apiTexts.mails;
  return {
    de: {
      ...de,
      invoice: { ...de.invoice, title: 'Beleg {{number}}' },
      order: { ...de.order, intro: 'Neu' },
    },
    en,
  };
}

const deliver = (texts?: MailTexts) => deliverShopMails(shop, texts);

test('a new company, brand, VAT id or wording changes the next invoice only: what was issued stays the same bytes', async () => {
  const read = await buyAsGuest(shop, { [products.book]: 1, [products.course]: 1 });
  const unread = await buyAsGuest(shop, { [products.book]: 1 });
  const invoice = await findInvoice(shop, read.id);
  const before = await downloadInvoice(shop, invoice);
  await changeEverything();
  expect((await downloadInvoice(shop, invoice)).equals(before)).toBe(true);
  const late = await fetchInvoice(shop, await findInvoice(shop, unread.id));
  expect(late.text, 'issued before the change, drawn after it').toContain(former);
  expect(late.text).toContain('2 bis 4 Werktage');
  for (const word of [renamed, 'Andershand', 'DE999999999', 'ein Jahr'])
    expect(late.text, word).not.toContain(word);
  const next = await buyAsGuest(shop, { [products.book]: 1 });
  const { text } = await fetchInvoice(shop, await findInvoice(shop, next.id));
  for (const word of [renamed, 'Andershand', 'DE999999999', 'ein Jahr']) expect(text).toContain(word);
  // A correction has the current issuer, and the number of the invoice.
  await refundWhole(shop.context, read.id);
  const correction = await fetchInvoice(shop, await findInvoice(shop, read.id, 'correction'));
  expect(correction.text).toContain(renamed);
  expect(correction.text).toContain(invoice.number);
});

test('a mail that is sent again has the text and files of the first one, and a valid link', async () => {
  const order = await buyAsGuest(shop, { [products.voucher]: 1 });
  const [sent] = (await deliver()).filter(({ recipient }) => recipient === order.email);
  if (sent === undefined) throw new Error('No confirmation was sent');
  const row = await rowOf(shop.db, 'outbox', { dedupe_key: `order:${order.id}` });
  const texts = await changeEverything();
  for (const which of ['once', 'twice']) {
    const copies = await shop.db.selectFrom('outbox').select('id').where('repeats', '=', row.id).execute();
    await resendMail(shop.context, copies[0]?.id ?? row.id);
    const [again] = await deliver(texts);
    if (again === undefined) throw new Error('No copy was sent');
    expect(contentOf(again), which).toEqual(contentOf(sent));
    const token = /#token=(\S+)/.exec(again.text)?.[1] ?? '';
    const opened = await shop.call(endpoints.getOrder, { params: { id: order.id }, orderToken: token });
    expect(opened.status, which).toBe(200);
  }
  const stored = await rowsOf(shop.db, 'documents', { order_id: order.id }, ['content']);
  const secret = /#token=(\S+)/.exec(sent.text)?.[1] ?? 'none';
  for (const { content } of stored) expect(content.includes(secret), 'stored token').toBe(false);
});

test('a correction contains name and country of a buyer without an address', async () => {
  const { id } = await storeGuestCart(shop, { [products.gift]: 1 });
  const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
  const email = 'rahel-storno@example.org';
  await shop.call(endpoints.setBillingContact, { body: { id, email, ...contact } });
  const order = await placeOrder(shop, { body: { bundle_cart_unique_id: id } });
  await payOrder(shop, order);
  await refundWhole(shop.context, order.id);
  const { text } = await fetchInvoice(shop, await findInvoice(shop, order.id, 'correction'));
  expect(text).toContain('Rahel Meyer Schweiz rahel-storno@example.org');
});

test('two requests that issue a document at once get the same bytes, which never change', async () => {
  const begun: string[] = [];
  const bothBegan = Promise.withResolvers<void>();
  const issue = (words: string) =>
    issueDocument(shop.db, { key: 'test:both' }, async () => {
      // Neither has found a stored document.
      if (begun.push(words) === 2) bothBegan.resolve();
      await bothBegan.promise;
      return { filename: 'a.pdf', content: Buffer.from(words) };
    });
  const [one, other] = await Promise.all([issue('one'), issue('other')]);
  expect(begun.toSorted()).toEqual(['one', 'other']);
  expect(other).toEqual(one);
  expect((await issue('third')).content.equals(one.content)).toBe(true);
  const change = shop.db.updateTable('documents').set({ filename: 'b.pdf' }).where('key', '=', 'test:both');
  await expect(change.execute()).rejects.toThrow('test:both was issued and cannot change');
  const invoices = shop.db.updateTable('invoices').set({ facts: '{}' });
  await expect(invoices.execute()).rejects.toThrow(/RE-2026-\d{6} was issued and cannot change/);
});

test('a withdrawal receipt and terms of the same version stay the same after a change', async () => {
  const order = await buyAsGuest(shop, { [products.course]: 1 });
  await deliver();
  await shop.call(endpoints.declareWithdrawal, {
    body: { code: order.code, email: order.email, name: 'Rahel Meyer', reason: null, lines: null },
  });
  const [receipt] = await deliver();
  const { id } = await rowOf(shop.db, 'outbox', { template: 'withdrawal_receipt' });
  const texts = await changeEverything();
  await resendMail(shop.context, id);
  const [again] = await deliver(texts);
  expect(contentOf(again)).toEqual(contentOf(receipt));
  const next = await buyAsGuest(shop, { [products.course]: 1 });
  const [confirmation] = (await deliver(texts)).filter(({ recipient }) => recipient === next.email);
  const terms = await readPdf(confirmation?.attachments[1]?.content ?? Buffer.alloc(0));
  expect(terms.text, 'terms of the same version').toContain(former);
});

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const written = (address: typeof berlin | typeof vienna) => plain(addressLines(address, 'de').join(' '));

const setPrice = (id: string, price_cents: number) =>
  shop.db.updateTable('products').set({ price_cents }).where('id', '=', id).execute();

async function orderAs({ access: bearer }: Shopper, bundle_cart_unique_id: string | null) {
  return shop.call(endpoints.createOrder, {
    bearer,
    body: { bundle_cart_unique_id: bundle_cart_unique_id ?? '' },
  });
}

function pay({ access: bearer }: Shopper, id: string, expected_total: number, billing?: typeof vienna) {
  const body = { id, expected_total, payment_method_nonce: 'fake-valid-nonce', waiver_accepted: true };
  return shop.call(endpoints.checkOutOrder, {
    bearer,
    body: billing === undefined ? body : { ...body, billing_address: billing },
  });
}

async function textOfInvoice(orderId: string): Promise<string> {
  return (await fetchInvoice(shop, await findInvoice(shop, orderId))).text;
}

test('an invoice of exactly 250 EUR requires no address, of one cent more it does', async () => {
  const me = await register(shop);
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  await setPrice(products.gift, smallInvoiceLimit + 1);
  const refused = await orderAs(me, cart.bundle_cart_unique_id);
  expect([refused.status, refused.codes]).toEqual([422, ['INVOICE_ADDRESS_REQUIRED']]);
  expect(refused.text).toContain('250 Euro');
  await setPrice(products.gift, smallInvoiceLimit);
  const { value } = await orderAs(me, cart.bundle_cart_unique_id);
  expect((await pay(me, value?.data.id ?? '', smallInvoiceLimit)).status).toBe(200);
  expect(await textOfInvoice(value?.data.id ?? '')).toContain(me.email);
});

test('a saved address is sufficient, and an address is required again after it was deleted', async () => {
  await setPrice(products.gift, 30_000);
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  const saved = await shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: { ...berlin, is_default_billing: true } } },
  });
  const { value } = await orderAs(me, cart.bundle_cart_unique_id);
  const id = value?.data.id ?? '';
  const verify = () => shop.call(endpoints.verifyOrder, { bearer, body: { id } });
  expect((await verify()).status).toBe(200);
  await shop.call(endpoints.deleteAddress, { bearer, params: { id: saved.value?.data.id ?? '' } });
  for (const refused of [await verify(), await pay(me, id, 30_000)]) {
    expect(refused.codes).toEqual(['INVOICE_ADDRESS_REQUIRED']);
  }
  expect(shop.gateway.ledger().charges.filter(({ amount }) => amount === 30_000)).toEqual([]);
  expect((await pay(me, id, 30_000, vienna)).status).toBe(200);
  expect(await textOfInvoice(id)).toContain(written(vienna));
});

test('an order that a voucher pays completely uses the billing address of the checkout', async () => {
  await setPrice(products.gift, 5_000);
  const me = await register(shop);
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  const id = cart.bundle_cart_unique_id ?? '';
  await shop.call(endpoints.applyCode, { bearer: me.access, body: { id, code: 'GUTSCHEIN-50' } });
  const { value } = await orderAs(me, id);
  const body = {
    id: value?.data.id ?? '',
    expected_total: 0,
    billing_address: vienna,
    waiver_accepted: true,
  };
  const paid = await shop.call(endpoints.checkOutOrder, { bearer: me.access, body });
  expect(paid.value?.data.attributes.billing_address).toEqual(vienna);
  expect(await textOfInvoice(body.id)).toContain(written(vienna));
});

test('a subscription that renews for more than 250 EUR requires the address even if a coupon reduces the first period', async () => {
  await setPrice(products.membership, 27_000);
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.membership]: 1 });
  const id = cart.bundle_cart_unique_id ?? '';
  const reduced = await shop.call(endpoints.applyCode, { bearer, body: { id, code: 'WILLKOMMEN10' } });
  expect(reduced.value?.total).toBe(24_300);
  expect((await orderAs(me, id)).codes).toEqual(['INVOICE_ADDRESS_REQUIRED']);
  const saved = await shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: { ...berlin, is_default_shipping: true } } },
  });
  const { value } = await orderAs(me, id);
  expect((await pay(me, value?.data.id ?? '', 24_300)).status).toBe(200);
  // The subscription has its own copy of the address, so the saved address can be deleted.
  await shop.call(endpoints.deleteAddress, { bearer, params: { id: saved.value?.data.id ?? '' } });
  for (const days of [340, 26]) {
    shop.advance(days * 86_400_000);
    await remindOfRenewals(shop.context);
    await renewSubscriptions(shop.context);
  }
  const renewal = await rowOf(shop.db, 'orders', { user_id: me.id, period_number: 2 });
  expect(renewal).toMatchObject({ total_cents: 27_000, state: 'paid' });
  expect(await textOfInvoice(renewal.id)).toContain(written(berlin));
  expect(shop.faults).toEqual([]);
});
