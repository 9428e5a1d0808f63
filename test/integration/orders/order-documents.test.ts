import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { giftCodesOf } from './order-shop.ts';

const shop = await openTestShop();

async function documentsOf(id: string) {
  const listed = await shop.call(endpoints.listOrderDocuments, {
    params: { id },
    orderToken: orderToken(shop.context, id),
  });
  return (listed.value?.data ?? []).map(({ attributes }) => attributes);
}

/** Downloads a document by its URL alone, as a browser that follows a link. */
async function textOf(
  endpoint: typeof endpoints.getInvoice | typeof endpoints.getGiftSheet,
  url = '',
): Promise<string> {
  const { value } = await readResponse(endpoint, await shop.send(url.replace(/^\/api/, '')));
  return (await readPdf(Buffer.from(value?.content ?? []))).text;
}

/** Sends all mails and returns the text of the one about an order. */
async function mailed(code: string): Promise<string> {
  return (await deliverMails(shop.context)).find(({ subject }) => subject.includes(code))?.text ?? '';
}

/** Downloads the confirmation of an order. */
async function downloaded(id: string): Promise<string> {
  const [confirmation] = await documentsOf(id);
  return textOf(endpoints.getOrderConfirmation, confirmation?.url);
}

/** Returns the gift codes of an order, in the order of its documents. */
const codesOf = async (orderId: string) =>
  (await giftCodesOf(shop.db, orderId)).toSorted((one, other) => (one.code < other.code ? -1 : 1));

describe('the documents of an order', () => {
  test('are the invoice and a sheet for each code of the buyer, by links without login', async () => {
    const order = await buyAsGuest(shop, { [products.voucher]: 2, [products.book]: 1 });
    const [confirmation, invoice, ...sheets] = await documentsOf(order.id);
    expect(confirmation).toMatchObject({ kind: 'confirmation' });
    expect(await textOf(endpoints.getOrderConfirmation, confirmation?.url)).toContain(order.code);
    expect(invoice).toMatchObject({ kind: 'invoice' });
    expect(await textOf(endpoints.getInvoice, invoice?.url)).toContain(order.code);
    const codes = await codesOf(order.id);
    expect(sheets.map(({ kind }) => kind)).toEqual(['gift_sheet', 'gift_sheet']);
    for (const [index, { code }] of codes.entries()) {
      expect((await textOf(endpoints.getGiftSheet, sheets[index]?.url)).replaceAll(/\s/g, '')).toContain(
        formatCode(code),
      );
    }
  });

  test.each(['mailed', 'downloaded'])(
    'have the same confirmation by mail and as a file, even if the product changed after it was %s',
    async (first) => {
      const order = await buyAsGuest(shop, { [products.course]: 1, [products.book]: 1 });
      const read = { mailed: () => mailed(order.code), downloaded: () => downloaded(order.id) };
      const before = first === 'mailed' ? await read.mailed() : await read.downloaded();
      const { card } = await rowOf(shop.db, 'products', { id: products.course });
      const changed = { de: { ...(card as { de: object }).de, lesson_count: 3, subtitle: 'Ganz anders' } };
      const setCard = (value: unknown) =>
        changeRows(shop.db, 'products', { id: products.course }, { card: JSON.stringify(value) });
      await setCard({ ...(card as object), ...changed });
      const after = first === 'mailed' ? await read.downloaded() : await read.mailed();
      await setCard(card);
      const [mail, file] = first === 'mailed' ? [before, after] : [after, before];
      const course = /\d+ Lektionen, [^\n]*/.exec(mail)?.[0] ?? 'nothing';
      expect(file.replaceAll(/\s+/g, ' ')).toContain(course.replaceAll(/\s+/g, ' '));
      expect(mail).toContain('Rechnung');
      for (const text of [mail, file]) expect(text).not.toContain('Ganz anders');
      expect(shop.faults).toEqual([]);
    },
  );

  test('have a confirmation with the texts of operators, even if it is downloaded first', async () => {
    const { cookie } = await logInAs(shop, 'editor');
    const write = (version: number, de: Record<string, string>) =>
      shop.call(operatorEndpoints.saveMailTexts, {
        ...{ operator: cookie, params: { mail: 'order' } },
        body: { version, changes: { de, en: {} }, publishes: true },
      });
    expect((await write(0, { intro: 'Danke für {{code}} vom {{day}}.' })).value?.meta.faults).toEqual([]);
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const file = await downloaded(order.id);
    await write(1, {});
    expect(file.replaceAll(/\s+/g, ' ')).toContain(`Danke für ${order.code} vom`);
    expect(await mailed(order.code)).toContain(`Danke für ${order.code} vom`);
  });

  test('are shown to the buyer only', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const other = await buyAsGuest(shop, { [products.book]: 1 });
    const { access } = await register(shop);
    for (const proof of [{}, { orderToken: orderToken(shop.context, other.id) }, { bearer: access }]) {
      const refused = await shop.call(endpoints.listOrderDocuments, { params: { id: order.id }, ...proof });
      expect(refused.codes).toEqual(['NOT_FOUND']);
    }
  });

  test('have links that end after a quarter of an hour and open nothing else', async () => {
    const order = await buyAsGuest(shop, { [products.voucher]: 2 });
    const [, first, second] = await documentsOf(order.id);
    const status = async (url = '') => (await shop.send(url.replace(/^\/api/, ''))).status;
    const swapped = `${first?.url.split('?')[0]}?${second?.url.split('?')[1]}`;
    expect(await status(swapped)).toBe(403);
    expect(await status(first?.url.split('?')[0])).toBe(403);
    shop.advance(15 * 60_000 - 1);
    expect(await status(first?.url)).toBe(200);
    shop.advance(1);
    expect(await status(first?.url)).toBe(403);
  });

  test('leave out codes that were revoked or sent to somebody else', async () => {
    const order = await buyAsGuest(shop, { [products.voucher]: 3 });
    const [revoked, sent] = await codesOf(order.id);
    const stale = (await documentsOf(order.id))[2]?.url.replace(/^\/api/, '') ?? '';
    const takenBack = { revoked_at: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'gift_codes', { id: revoked?.id ?? '' }, takenBack);
    await changeRows(shop.db, 'gift_codes', { id: sent?.id ?? '' }, { delivery: 'email' });
    const kinds = (await documentsOf(order.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirmation', 'invoice', 'gift_sheet']);
    expect((await shop.send(stale)).status).toBe(404);
  });
});

test('the order shows content, carrier and tracking code of its parcel, with the page of the carrier', async () => {
  const order = await buyAsGuest(shop, { [products.book]: 1 });
  const asked = { params: { id: order.id }, orderToken: order.token };
  const read = async () => (await shop.call(endpoints.getOrder, asked)).value?.data.attributes;
  expect(await read()).toMatchObject({ fulfilment: 'open', parcels: [] });
  await shipOrder(shop.context, order.code, { carrier: 'dhl', tracking_code: '00340-4711' });
  expect(await read()).toMatchObject({
    fulfilment: 'shipped',
    parcels: [
      {
        carrier: 'dhl',
        tracking_code: '00340-4711',
        tracking_url: expect.stringMatching(/^https:\/\/www\.dhl\.de\/de\/.*00340-4711$/),
        lines: [{ quantity: 1 }],
      },
    ],
  });
  await changeRows(shop.db, 'parcels', { order_id: order.id }, { carrier: null });
  expect(await read(), 'shipped by an earlier version').toMatchObject({
    parcels: [{ carrier: null, tracking_code: '00340-4711', tracking_url: null }],
  });
});
