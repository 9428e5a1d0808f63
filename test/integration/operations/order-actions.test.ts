import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import type { Permission } from '#core/model/operator.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { newOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { bankTransfer } from '#test/integration/orders/order-shop.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest, orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { berlin, payOrder, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop({ bankTransfer });
const { cookie: operator, email: author } = await logInAs(shop, 'support');
const minute = 60_000;

/** Makes a call about an order and returns the order, or the codes of the failure. */
async function act<E extends Endpoint>(endpoint: E, id: string, body: object = {}, more: object = {}) {
  const options = { operator, params: { id, ...more }, body } as unknown as Parameters<
    typeof shop.call<E>
  >[1];
  const { value, codes } = await shop.call(endpoint, options);
  const attributes = (value as { data?: { attributes?: unknown } } | null)?.data?.attributes;
  return { codes, order: attributes as Awaited<ReturnType<typeof read>> };
}

async function read(id: string) {
  const { value } = await shop.call(operatorEndpoints.getOperatorOrder, { operator, params: { id } });
  if (value === null) throw new Error(`No order ${id}`);
  return value.data.attributes;
}

const mailsOf = (order: Awaited<ReturnType<typeof read>>, template: string) =>
  order.mails.filter((mail) => mail.template === template);

/** Marks the personal data of a mail as deleted, as the job does. */
async function forget(id: string) {
  const personal_data_deleted_at = new Date(shop.context.clock.now());
  await changeRows(shop.db, 'outbox', { id }, { personal_data_deleted_at });
}

/** Buys books as a guest; returns the order and its line. */
async function buyBooks(quantity: number) {
  const { id } = await buyAsGuest(shop, { [products.book]: quantity });
  const [line] = (await read(id)).lines;
  return { id, one: { line_id: line?.id ?? '', quantity: 1 }, title: line?.title };
}

const sendMails = () => deliverMails(shop.context);

const whole = { lines: 'all', includes_shipping: true, amount: null, keeps_goods: false } as const;
const { refundOperatorOrder: refund, previewOperatorRefund: preview } = operatorEndpoints;
const newRefund = (seen_refunds = 0) => ({ refund_id: randomUUID(), seen_refunds });

describe('shipping', () => {
  test('has a tracking number that can be corrected, which is mailed to the buyer once', async () => {
    const { id, one } = await buyBooks(3);
    const { shipOperatorOrder: ship, correctOperatorParcel: correct } = operatorEndpoints;
    const wrong = { carrier: 'dhl', tracking_code: '00340434161094' };
    const right = { carrier: 'gls', tracking_code: '4711ABCD' };
    const other = { carrier: 'dpd', tracking_code: '0815DPD' };
    await act(ship, id, { ...other, lines: [one] });
    const { order: sent } = await act(ship, id, wrong);
    const parcel_id = sent.parcels.find(({ carrier }) => carrier === 'dhl')?.id ?? '';
    const told = async () => {
      const texts = (await deliverMails(shop.context)).map(({ text }) => text);
      return texts.filter((text) => /0034043416109|4711|0815/.test(text));
    };

    const twin = { ...wrong, tracking_code: '00340434161095' };
    expect((await act(correct, id, twin, { parcel_id })).codes, 'before the mail leaves').toEqual([]);
    const away = {
      send: async () => {
        throw new Error('The mail server is away');
      },
    };
    while ((await deliverMail(shop.context, { texts: apiTexts.mails, mailer: away })) > 0);
    const third = { ...wrong, tracking_code: '00340434161096' };
    expect((await act(correct, id, third, { parcel_id })).codes, 'before its second try').toEqual([]);
    shop.advance(5 * minute);
    const before = await told();
    // A mail that is retried stays as it was, so the corrected number comes in a second mail.
    for (const { tracking_code } of [twin, third])
      expect(before.filter((text) => text.includes(tracking_code))).toHaveLength(1);
    const press = () => act(correct, id, { ...right, seen: third }, { parcel_id });
    for (const { codes, order } of await Promise.all([press(), press()])) {
      expect(codes).toEqual([]);
      expect(order.parcels.find((parcel) => parcel.id === parcel_id)).toMatchObject(right);
    }
    const after = await told();
    expect(after.map((text) => text.includes(right.tracking_code))).toEqual([true]);
    const late = (seen: object) => act(correct, id, { ...wrong, seen }, { parcel_id });
    expect((await late({ ...right, tracking_code: null })).codes, 'seen before').toEqual(['RECORD_CHANGED']);
    expect((await late({ ...right, carrier: 'ups' })).codes).toEqual(['RECORD_CHANGED']);
    expect((await act(correct, id, { ...right, seen: third }, { parcel_id })).codes, 'repeated').toEqual([]);
    const { changes } = await read(id);
    expect(changes.filter(({ action }) => action === 'order.parcel_corrected')).toHaveLength(3);

    expect((await act(correct, id, other, { parcel_id })).codes).toEqual(['RECORD_CHANGED']);
    expect((await act(correct, id, wrong, { parcel_id: id })).codes).toEqual(['NOT_FOUND']);
    await act(operatorEndpoints.deliverOperatorOrder, id);
    expect((await act(correct, id, wrong, { parcel_id })).codes).toEqual(['NOT_POSSIBLE']);
    expect((await act(correct, id, right, { parcel_id })).codes, 'nothing changes').toEqual([]);
  });

  test('has an address that can be changed within its country until a parcel has left, which is mailed to the buyer', async () => {
    const { changeShippingAddress: change, shipOperatorOrder: ship, drawPackingSlips } = operatorEndpoints;
    const { id, email } = await buyAsGuest(shop, { [products.book]: 2 });
    const invoice = await rowOf(shop.db, 'invoices', { order_id: id });
    const told = async () =>
      (await deliverMails(shop.context)).filter(({ recipient }) => recipient === email);
    await told();
    const both = await Promise.all(
      ['Uferweg', 'Marktplatz'].map((street) => act(change, id, { ...berlin, street, seen: berlin })),
    );
    expect(both.flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);

    const seen = (await read(id)).shipping_address;
    const person = { salutation: 'none', firstname: 'Mara', company: 'Werkstatt Lind', phone: '030 1234' };
    const place = { street: 'Lindengasse', house_number: '3', postal_code: '14467', city: 'Potsdam' };
    const wanted = { ...berlin, ...person, ...place };
    for (const [wrong, code] of [
      [{ country: 'AT' }, 'COUNTRY_DIFFERS'],
      [{ postal_code: '1010' }, 'INVALID_INPUT'],
    ] as const)
      expect((await act(change, id, { ...wanted, ...wrong, seen })).codes).toEqual([code]);
    const press = () => act(change, id, { ...wanted, seen });
    for (const { codes, order } of await Promise.all([press(), press()])) {
      expect(codes).toEqual([]);
      expect(order.shipping_address).toEqual(wanted);
    }
    const mails = await told();
    expect(mails, 'one, with the last').toMatchObject([{ text: expect.stringContaining('14467 Potsdam') }]);
    const slips = await shop.call(drawPackingSlips, { operator, body: { order_ids: [id] } });
    const { text } = await readPdf(slips.value?.content ?? new Uint8Array());
    for (const words of ['Werkstatt Lind', 'Mara Lindner', 'Lindengasse 3']) expect(text).toContain(words);
    expect(await rowOf(shop.db, 'invoices', { order_id: id })).toEqual(invoice);
    const { changes, lines } = await read(id);
    const changed = [author, 'order.address_changed'];
    expect(changes.map(({ actor, action }) => [actor, action])).toEqual([changed, changed]);
    const logged = JSON.stringify(await rowsOf(shop.db, 'audit_log', { record_id: id }, ['after']));
    expect(logged).toMatch(/"street".*"city"/);
    expect(logged, 'no data of shoppers').not.toMatch(/Linden|Potsdam|Mara/);

    const part = { carrier: 'dhl', tracking_code: null, lines: [{ line_id: lines[0]?.id, quantity: 1 }] };
    const { order: sent } = await act(ship, id, part);
    expect(sent.fulfilment).toBe('open');
    // The buyer keeps the own name, whoever receives the parcel.
    const buyer = `${berlin.firstname} ${berlin.lastname}`;
    expect(sent.name).toBe(buyer);
    const [notice] = await told();
    for (const words of [`Guten Tag ${buyer},`, 'Mara']) expect(notice?.text).toContain(words);
    const course = await buyAsGuest(shop, { [products.course]: 1 });
    const unpaid = await orderAsGuest(shop, { [products.book]: 1 });
    const back = { ...berlin, street: 'Uferweg', seen: wanted };
    for (const other of [id, course.id, unpaid.id])
      expect((await act(change, other, back)).codes).toEqual(['NOT_POSSIBLE']);
    expect((await act(change, randomUUID(), back)).codes).toEqual(['NOT_FOUND']);
  });

  test('is done once by two operators at the same time, and is followed by the delivery', async () => {
    const { id } = await buyAsGuest(shop, { [products.book]: 1 });
    const { shipOperatorOrder: ship, deliverOperatorOrder: deliver } = operatorEndpoints;
    expect((await act(deliver, id)).codes).toEqual(['NOT_POSSIBLE']);
    const parcel = { carrier: 'dhl', tracking_code: '00340434161094' };
    const [first, again] = await Promise.all([act(ship, id, parcel), act(ship, id, parcel)]);
    expect([first.codes, again.codes]).toEqual([[], []]);
    expect(again.order).toMatchObject({ fulfilment: 'shipped', parcels: [parcel] });
    expect((await act(ship, id, { ...parcel, tracking_code: '1Z999' })).codes).toEqual(['RECORD_CHANGED']);
    const { order } = await act(deliver, id);
    expect(order.fulfilment).toBe('delivered');
    expect(mailsOf(order, 'shipped')).toHaveLength(1);
    expect(order.changes.map(({ actor, action }) => [actor, action])).toEqual([
      [author, 'order.shipped'],
      [author, 'order.delivered'],
    ]);
    const course = await buyAsGuest(shop, { [products.course]: 1 });
    expect((await act(ship, course.id, parcel)).codes).toEqual(['NOT_POSSIBLE']);
  });
});

describe('a refund', () => {
  test('does what its preview says, to buyer, invoice, stock and parcel', async () => {
    const { id, one, title } = await buyBooks(2);
    const wanted = { ...whole, lines: [one], includes_shipping: false };
    const { value } = await shop.call(preview, { operator, params: { id }, body: wanted });
    const shown = value?.data;
    expect(shown).toMatchObject({
      lines: [one],
      stock: [{ title, quantity: 1 }],
      corrected_invoice: expect.any(String),
      calls_parcel_off: false,
      is_whole: false,
      needs_proof: false,
    });
    expect((await read(id)).refunds).toEqual([]);
    const stockOf = () => rowOf(shop.db, 'products', { id: products.book });
    const before = (await stockOf()).stock ?? 0;
    const { order } = await act(refund, id, { ...wanted, ...newRefund() });
    expect(order.refunds).toMatchObject([
      { amount: shown?.amount, credit: shown?.credit, cause: 'operator' },
    ]);
    expect(order.fulfilment).toBe('open');
    expect((await stockOf()).stock).toBe(before + 1);
    const correction = await rowOf(shop.db, 'invoices', { order_id: id, kind: 'correction' });
    const facts = correction.facts as { amount_due: number; vat_shares: readonly { vat: number }[] };
    expect(-facts.amount_due).toBe(shown?.amount);
    expect(facts.vat_shares.map(({ vat }) => -vat)).toEqual(shown?.vat.map(({ vat }) => vat));
    expect(mailsOf(order, 'refund')).toHaveLength(1);

    expect((await act(preview, id, whole)).codes).toEqual([]);
    await act(refund, id, { ...whole, ...newRefund(1) });
    expect((await act(preview, id, whole)).codes).toEqual(['NOTHING_TO_REFUND']);
    expect((await act(refund, id, { ...whole, ...newRefund(2) })).codes).toEqual(['NOTHING_TO_REFUND']);
  });

  test('is made once, however often it is sent', async () => {
    const { id, one } = await buyBooks(2);
    const body = { ...whole, lines: [one], ...newRefund() };
    const sent = await Promise.all([act(refund, id, body), act(refund, id, body), act(refund, id, body)]);
    expect(sent.map(({ codes }) => codes)).toEqual([[], [], []]);
    expect((await act(refund, id, body)).order.refunds).toHaveLength(1);
    const other = await buyAsGuest(shop, { [products.book]: 1 });
    expect((await act(refund, other.id, body)).codes).toEqual(['RECORD_CHANGED']);
  });

  test('is refused when it names a line twice, or an amount without lines', async () => {
    const { id, one } = await buyBooks(2);
    const refused = [
      { ...whole, amount: 500 },
      { ...whole, lines: [], amount: 500 },
      { ...whole, lines: [one, one] },
    ];
    for (const wanted of refused) {
      expect((await act(preview, id, wanted)).codes).toEqual(['INVALID_INPUT']);
      expect((await act(refund, id, { ...wanted, ...newRefund() })).codes).toEqual(['INVALID_INPUT']);
    }
  });

  test('is refused with an id that another order uses at the same time, and so is a parcel', async () => {
    const buyTwo = () => buyAsGuest(shop, { [products.book]: 2 });
    const orders = [await buyTwo(), await buyTwo()];
    const parcel = { carrier: 'dhl', tracking_code: null, parcel_id: randomUUID() };
    const sent = await Promise.all(
      orders.map(({ id }) => act(operatorEndpoints.shipOperatorOrder, id, parcel)),
    );
    expect(sent.flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);
    const body = { ...whole, ...newRefund() };
    const given = await Promise.all(orders.map(({ id }) => act(refund, id, body)));
    expect(given.flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);
  });

  test('by two operators at the same time is made once, and the other gets RECORD_CHANGED', async () => {
    const { id, one } = await buyBooks(2);
    const wanted = { ...whole, lines: [one] };
    const ask = () => act(refund, id, { ...wanted, ...newRefund() });
    const both = await Promise.all([ask(), ask()]);
    expect(both.flatMap(({ codes }) => codes)).toEqual(['RECORD_CHANGED']);
    expect((await read(id)).refunds).toHaveLength(1);
  });

  test('of 100 euros needs a fresh proof, of one cent less none', async () => {
    const { id } = await buyAsGuest(shop, { [products.course]: 1, [products.otherCourse]: 1 });
    const lines = (await read(id)).lines.map((line) => ({ line_id: line.id, quantity: 0 }));
    shop.advance(11 * minute);
    const body = (amount: number, seen: number) => ({ ...whole, lines, amount, ...newRefund(seen) });
    expect((await act(refund, id, body(100_00, 0))).codes).toEqual(['PROOF_REQUIRED']);
    expect((await act(refund, id, body(99_98, 0))).codes).toEqual([]);
    expect((await act(refund, id, body(1, 1))).codes).toEqual([]);
    expect((await act(refund, id, body(1, 2))).codes, 'parts count together').toEqual(['PROOF_REQUIRED']);
    const asked = { operator, params: { id }, body: { ...whole, lines, amount: 1 } };
    expect((await shop.call(preview, asked)).value?.data.needs_proof).toBe(true);
    const proved = await logInAs(shop, 'owner');
    const own = { operator: proved.cookie, params: { id }, body: body(1_00, 2) };
    expect((await shop.call(refund, own)).codes).toEqual([]);
  });

  test('that the gateway refused can be retried', async () => {
    const { id } = await buyAsGuest(shop, { [products.book]: 1 });
    const { order } = await act(refund, id, { ...whole, ...newRefund() });
    const key = order.refunds[0]?.key ?? '';
    const { retryOperatorRefund: retry } = operatorEndpoints;
    expect((await act(retry, id, { key })).codes).toEqual(['NOT_POSSIBLE']);
    const given = async () =>
      (await read(id)).lines.map((line) => [line.refunded_quantity, line.refunded_amount]);
    expect(await given()).toEqual([[1, order.total - order.shipping]]);
    await changeRows(shop.db, 'refunds', { refund_key: key }, { state: 'refused' });
    expect(await given(), 'taken back, but not paid').toEqual([[1, 0]]);
    expect((await act(retry, id, { key })).order.refunds).toMatchObject([{ state: 'open' }]);
    expect((await act(retry, id, { key })).codes).toEqual(['NOT_FOUND']);
    await settleRefunds(shop.context);
    expect((await read(id)).refunds).toMatchObject([{ state: 'refunded' }]);
  });

  test('of a disputed charge is held back, and retried only with `despite_dispute`', async () => {
    const { id } = await buyAsGuest(shop, { [products.book]: 1 });
    const { id: payment_attempt_id, ...paid } = await rowOf(shop.db, 'payment_attempts', { order_id: id });
    const tell = async (kind: 'dispute_opened' | 'dispute_lost', amount_cents: number | null) => {
      shop.advance(minute);
      const happened_at = new Date(shop.context.clock.now());
      await insertRows(shop.db, 'payment_notices', {
        ...{ key: `${kind}:${id}`, kind, transaction_id: paid.transaction_id ?? '', payment_attempt_id },
        ...{ amount_cents, happened_at, received_at: happened_at },
      });
      return happened_at.toISOString();
    };
    const isWithheld = async () => {
      const { value } = await shop.call(preview, { operator, params: { id }, body: whole });
      return value?.data.is_withheld;
    };
    expect(await isWithheld()).toBe(false);
    const opened = await tell('dispute_opened', 700);
    expect(await isWithheld()).toBe(true);
    const { order } = await act(refund, id, { ...whole, ...newRefund() });
    expect(order.refunds).toMatchObject([{ is_disputed: true }]);
    await settleRefunds(shop.context);
    const lost = await tell('dispute_lost', null);

    const { retryOperatorRefund: retry } = operatorEndpoints;
    const key = order.refunds[0]?.key ?? '';
    for (const body of [{ key }, { key, despite_dispute: false }])
      expect((await act(retry, id, body)).codes).toEqual(['CHARGE_DISPUTED']);
    const held = await read(id);
    expect(held.refunds).toMatchObject([{ key, state: 'refused' }]);
    const about = { payment_key: paid.attempt_key, transaction_id: paid.transaction_id };
    expect(held.disputes).toMatchObject([
      { ...about, kind: 'dispute_opened', amount: 700, at: opened },
      { ...about, kind: 'dispute_lost', amount: null, at: lost },
    ]);
    const { order: asked } = await act(retry, id, { key, despite_dispute: true });
    expect(asked.refunds).toMatchObject([{ state: 'open' }]);
    expect(asked.changes.at(-1)).toMatchObject({
      action: 'refund.retried',
      values: [
        { name: 'refund_key', before: key, after: `${key}-1` },
        { name: 'despite_dispute', before: null, after: 'true' },
      ],
    });
    await settleRefunds(shop.context);
    expect((await read(id)).refunds).toMatchObject([{ state: 'refunded', is_disputed: true }]);
  });
});

test('support opens the invoice of an order', async () => {
  const { id } = await buyAsGuest(shop, { [products.book]: 1 });
  const [invoice] = (await read(id)).invoices;
  const params = { id: invoice?.id ?? '' };
  const { value } = await shop.call(operatorEndpoints.getOperatorInvoice, { operator, params });
  const { text } = await readPdf(value?.content ?? new Uint8Array());
  expect(text).toContain(invoice?.number);
});

async function buyByTransfer() {
  const order = await orderAsGuest(shop, { [products.book]: 1 });
  const verified = await shop.call(endpoints.verifyOrder, { ...order.proof, body: { id: order.id } });
  await payOrder(shop, order, verified.value?.transfer_nonce ?? '');
  return { id: order.id, amount: order.due };
}

test('a bank transfer is received once, in its whole amount, or called off', async () => {
  const { receiveOperatorTransfer: receive, callOffOperatorTransfer: callOff } = operatorEndpoints;
  const { id, amount } = await buyByTransfer();
  expect((await act(receive, id, { amount: amount - 1 })).codes).toEqual(['AMOUNT_DIFFERS']);
  expect((await act(receive, id, { amount })).order.state).toBe('paid');
  expect((await act(receive, id, { amount })).codes).toEqual([]);
  expect((await act(callOff, id)).codes).toEqual(['NOT_POSSIBLE']);
  const other = await buyByTransfer();
  expect((await act(callOff, other.id)).order.state).toBe('voided');
  expect((await act(receive, other.id, { amount })).codes).toEqual(['NOT_POSSIBLE']);
});

test('a refund by transfer is noted once as sent, on its order, and leaves the start page', async () => {
  const { receiveOperatorTransfer: receive, sendOperatorTransfer: send, listAttention } = operatorEndpoints;
  const [{ id, amount }, other] = [await buyByTransfer(), await buyByTransfer()];
  const proved = await logInAs(shop, 'owner');
  for (const bought of [id, other.id]) {
    await act(receive, bought, { amount });
    const body = { ...whole, ...newRefund() };
    await shop.call(refund, { operator: proved.cookie, params: { id: bought }, body });
  }
  await settleRefunds(shop.context);
  const owed = async () => {
    const { value } = await shop.call(listAttention, { operator });
    const kind = value?.data.find((one) => one.kind === 'transfers_to_send');
    return kind?.items.map(({ order_id }) => order_id) ?? [];
  };
  expect(await owed()).toEqual(expect.arrayContaining([id, other.id]));
  const [due] = (await read(id)).refunds;
  expect(due).toMatchObject({ amount, awaits_transfer: true });
  const body = { key: due?.key ?? '' };
  expect((await act(send, other.id, body)).codes, 'a refund of another order').toEqual(['NOT_FOUND']);
  const sent = await Promise.all([act(send, id, body), act(send, id, body)]);
  for (const { codes, order } of sent) {
    expect(codes).toEqual([]);
    expect(order.refunds).toMatchObject([{ awaits_transfer: false }]);
  }
  const { changes } = await read(id);
  expect(changes.filter(({ action }) => action === 'refund.transferred')).toHaveLength(1);
  expect(await owed()).toEqual([other.id]);
});

test('a note is stored once, HTML in it stays text, and it can be removed', async () => {
  const { id } = await buyAsGuest(shop, { [products.book]: 1 });
  const { noteOperatorOrder: note, removeOperatorNote: remove } = operatorEndpoints;
  const text = '<script>alert(1)</script> ruft morgen an';
  const body = { note_id: randomUUID(), text };
  await act(note, id, body);
  const { order } = await act(note, id, body);
  expect(order.notes).toMatchObject([{ text, author }]);
  expect(order.changes.map(({ action }) => action)).toEqual(['order.noted']);
  const { note_id } = body;
  expect((await act(remove, id, {}, { note_id })).order.notes).toEqual([]);
  expect((await act(remove, id, {}, { note_id })).codes).toEqual(['NOT_FOUND']);
});

test('a mail is read as it was sent, without the order token, and sent again', async () => {
  // Mails of earlier tests would be rendered too.
  await shop.db.deleteFrom('outbox').execute();
  const { id } = await buyAsGuest(shop, { [products.book]: 1 });
  const [waiting] = mailsOf(await read(id), 'order');
  const mail = { mail_id: waiting?.id ?? '' };
  const readMail = () =>
    shop.call(operatorEndpoints.readMailText, { operator, params: { id: mail.mail_id } });
  expect((await readMail()).codes).toEqual(['GONE']);
  await sendMails();
  const { value } = await readMail();
  expect(value?.data).toMatchObject({
    subject: expect.any(String),
    files: expect.arrayContaining([expect.stringMatching(/^Rechnung.*pdf$/)]),
  });
  expect(value?.data.text).toMatch(/#token=$/m);
  expect(value?.data.text).not.toMatch(/#token=\S/);
  const body = { copy_id: randomUUID() };
  const { order } = await act(operatorEndpoints.resendOperatorMail, id, body, mail);
  // The request is repeated, as after a lost response, and twice at once.
  const press = () => act(operatorEndpoints.resendOperatorMail, id, body, mail);
  for (const { codes } of await Promise.all([press(), press()])) expect(codes).toEqual([]);
  expect(order.changes.map(({ actor, action }) => [actor, action])).toEqual([[author, 'mail.copied']]);
  expect(await rowsOf(shop.db, 'outbox', { repeats: mail.mail_id })).toHaveLength(1);
  const own = await buyAsGuest(shop, { [products.book]: 1 });
  expect((await act(operatorEndpoints.resendOperatorMail, own.id, body, mail)).codes).toEqual(['NOT_FOUND']);
  await forget(mail.mail_id);
  expect((await act(operatorEndpoints.resendOperatorMail, id, body, mail)).codes).toEqual(['GONE']);
  expect((await readMail()).codes).toEqual(['GONE']);
});

/** Expects that only operators who may change codes read the whole code in a mail. Returns its text and files. */
async function expectMaskedCode(mail: { readonly id: string } | undefined, code: string): Promise<string> {
  const textFor = async (...permissions: Permission[]) => {
    const key = await createApiKey(shop.context, { name: randomUUID(), permissions });
    const path = operatorEndpoints.readMailText.path.replace(':id', mail?.id ?? '');
    const headers = { Authorization: `Bearer ${key.ok ? key.value.token : ''}` };
    const { value } = await readResponse(operatorEndpoints.readMailText, await shop.send(path, { headers }));
    return value === null ? '' : [value.data.text, ...value.data.files].join('\n');
  };
  expect(code.length).toBeGreaterThan(8);
  const written = formatCode(code);
  const text = await textFor('mails.read', 'codes.change');
  expect(text).toContain(written);
  const masked = await textFor('mails.read');
  for (const form of [written, code]) expect(masked).not.toContain(form);
  expect(masked).toContain(`…${code.slice(-4)}`);
  return text;
}

test('text and files of a mail have whole codes only for operators who may change codes', async () => {
  const { id } = await buyAsGuest(shop, { [products.voucher]: 1 });
  await changeRows(shop.db, 'order_lines', { order_id: id }, { is_gift_pdf: true });
  await sendMails();
  const { codes, mails } = await read(id);
  const code = codes[0]?.code ?? '';
  const mail = mails.find(({ template }) => template === 'order');
  expect(await expectMaskedCode(mail, code)).toContain(`${code}.pdf`);
});

test('voucher money of a guest whose e-mail a user can still take back goes to a new voucher, not to an account', async () => {
  const voucher = (await read((await buyAsGuest(shop, { [products.voucher]: 1 })).id)).codes[0];
  const { id, email } = await buyAsGuest(shop, { [products.book]: 1 }, { code: voucher?.code ?? '' });
  const owner = await register(shop);
  await changeRows(shop.db, 'gift_codes', { id: voucher?.id ?? '' }, { redeemed_by: owner.id });
  const request = { user_id: owner.id, kind: 'email_undo', minutes: 60, facts: { email } } as const;
  await insertRows(shop.db, 'one_time_tokens', newOneTimeToken(shop.context, request).row);
  const { order } = await act(refund, id, { ...whole, ...newRefund() });
  expect(await rowsOf(shop.db, 'users', { email })).toEqual([]);
  const entry = await rowOf(shop.db, 'voucher_entries', { order_id: id, cause: 'refunded' });
  expect(entry.amount_cents).toBe(order.refunds[0]?.credit);
  const made = await rowOf(shop.db, 'gift_codes', { id: entry.gift_code_id });
  expect(made).toMatchObject({
    ...{ kind: 'voucher', balance_cents: entry.amount_cents },
    ...{ is_promotional: false, redeemed_by: null, revoked_at: null },
  });
  await sendMails();
  const text = await expectMaskedCode(mailsOf(order, 'refund')[0], made.code);
  const { credit_note, voucher_note } = apiTexts.mails.de.refund;
  expect([text.includes(voucher_note), text.includes(credit_note)]).toEqual([true, false]);
});

test('a code is sent again to its recipient, and revoked while nobody has used it', async () => {
  const support = await logInAs(shop, 'support');
  const options = (id: string, code_id: string) => ({ operator: support.cookie, params: { id, code_id } });
  const resend = (id: string, code_id: string, copy_id: string = randomUUID()) =>
    shop.call(operatorEndpoints.resendOperatorCode, { ...options(id, code_id), body: { copy_id } });
  const revoke = (id: string, code_id: string) =>
    shop.call(operatorEndpoints.revokeOperatorCode, options(id, code_id));
  const ida = { recipient_name: 'Ida', recipient_email: 'ida@example.org' };
  const properties = { ...ida, delivery: 'email' } as const;
  const given = await buyAsGuest(shop, { [products.gift]: 1 }, { properties });
  const kept = await buyAsGuest(shop, { [products.voucher]: 1 });
  await sendMails();
  const codeOf = async (order_id: string) => {
    const { id: order_line_id } = await rowOf(shop.db, 'order_lines', { order_id });
    return (await rowOf(shop.db, 'gift_codes', { order_line_id })).id;
  };
  const gift = await codeOf(given.id);
  const copyId = randomUUID();
  await resend(given.id, gift, copyId);
  const again = await Promise.all([resend(given.id, gift, copyId), resend(given.id, gift, copyId)]);
  const value = again[0]?.value;
  expect(value?.data.attributes.changes.map(({ action }) => action)).toEqual(['gift.send_again']);
  const mails = value?.data.attributes.mails.filter(({ template }) => template === 'gift_delivery') ?? [];
  expect(mails.map(({ recipient }) => recipient)).toEqual(['ida@example.org', 'ida@example.org']);
  const voucher = await codeOf(kept.id);
  const voucherCopy = randomUUID();
  for (const _ of [1, 2]) expect((await resend(kept.id, voucher, voucherCopy)).codes).toEqual([]);
  expect(mailsOf(await read(kept.id), 'order')).toHaveLength(2);
  const [confirmation] = mailsOf(await read(kept.id), 'order');
  await forget(confirmation?.id ?? '');
  expect((await resend(kept.id, voucher)).codes).toEqual(['GONE']);
  expect((await revoke(kept.id, gift)).codes).toEqual(['NOT_FOUND']);
  const revoked = await revoke(kept.id, voucher);
  expect(revoked.value?.data.attributes.codes).toMatchObject([
    { balance: 0, revoked_at: expect.any(String) },
  ]);
  for (const change of [resend, revoke])
    expect((await change(kept.id, voucher)).codes).toEqual(['NOT_POSSIBLE']);
  expect(revoked.value?.data.attributes.changes.map(({ action }) => action)).toEqual([
    'mail.copied',
    'code.revoked',
  ]);
});

test('a code that was never mailed cannot be sent again: one on a card, and one that its buyer has kept', async () => {
  const resend = (id: string, code_id: string) =>
    act(operatorEndpoints.resendOperatorCode, id, { copy_id: randomUUID() }, { code_id });
  const printed = await buyAsGuest(shop, { [products.voucher]: 1 }, { properties: { delivery: 'parcel' } });
  const deliver_on = addDays(calendarDay(shop.context.clock.now()), 5);
  const later = { delivery: 'email', recipient_email: 'ida@example.org', deliver_on } as const;
  const kept = await buyAsGuest(shop, { [products.voucher]: 1 }, { properties: later });
  await sendMails();
  const gift = (await read(kept.id)).codes[0]?.id ?? '';
  const keep = { params: { id: kept.id, gift }, body: { step: 'keep' }, orderToken: kept.token } as const;
  expect((await shop.call(endpoints.changeGift, keep)).codes).toEqual([]);
  for (const { id } of [printed, kept]) {
    const { codes, mails } = await read(id);
    expect((await resend(id, codes[0]?.id ?? '')).codes).toEqual(['NOT_POSSIBLE']);
    expect((await read(id)).mails).toHaveLength(mails.length);
  }
});

test('a whole code is shown only to operators who may send and revoke it', async () => {
  const { id } = await buyAsGuest(shop, { [products.voucher]: 1 });
  const { cookie } = await logInAs(shop, 'bookkeeper');
  const { value } = await shop.call(operatorEndpoints.getOperatorOrder, { operator: cookie, params: { id } });
  const [whole] = (await read(id)).codes.map(({ code }) => code);
  expect(whole).toMatch(/^[A-Z0-9-]{8,}$/);
  expect(value?.data.attributes.codes.map(({ code }) => code)).toEqual([`…${whole?.slice(-4)}`]);
});

test('the history of an order contains what the command line did', async () => {
  const { id, code } = await buyAsGuest(shop, { [products.book]: 1 });
  await runCommand(shop.context, 'ship', code, 'dhl', '00340434161094');
  expect((await read(id)).changes).toMatchObject([{ actor_kind: 'command', action: 'order.shipped' }]);
});
