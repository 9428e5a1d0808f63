import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { listOpenDeclarations } from '#server/consumer-rights/operator-decision.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { resendMail } from '#server/mail/outbox.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { pdfTexts } from '#test/unit/server/platform/pdf/pdf-texts.ts';

const shop = await openTestShop();
const { db } = shop;
const day = 24 * 60 * 60_000;

const withdrawal = { code: 'ABCD2345', email: 'johanna@example.org', name: 'Johanna Brandt' };

async function mailsTo(email: string) {
  const rows = await rowsOf(db, 'outbox', { recipient: email }, '*', 'id');
  const needs = {
    db,
    siteUrl: 'http://localhost:3000',
    texts: pdfTexts,
    brand: await readBrand(db),
    orderToken: () => 'token',
  };
  const mails = await Promise.all(
    rows.map(async (row) => ({ template: row.template, mail: await composeMail(needs, row) })),
  );
  return mails.flatMap(({ template, mail }) => (mail === null ? [] : [{ template, mail }]));
}

const receiptsTo = async (email: string) => (await rowsOf(db, 'outbox', { recipient: email })).length;

/** Withdraws from a whole order, without a login. */
const withdraw = ({ code, email }: { readonly code: string; readonly email: string }) =>
  shop.call(endpoints.declareWithdrawal, { body: { code, email, name: 'Johanna Brandt' } });

async function decideAll(): Promise<void> {
  while ((await decideDeclarations(shop.context)) > 0);
}

describe('a declaration without login', () => {
  test('gets the same response and receipt for a known and an unknown order', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const known = await withdraw(order);
    const unknown = await withdraw({ code: 'ZZZZ9999', email: 'niemand@example.org' });
    expect([known.status, unknown.status]).toEqual([201, 201]);
    const blank = (text: string) => text.replace(/W-[A-Z0-9]{10}/, 'W-…');
    expect(blank(known.text)).toBe(blank(unknown.text));
    // Both are only stored and not decided yet, so the response time reveals nothing either.
    const states = await rowsOf(db, 'declarations', {}, ['state']);
    expect(new Set(states.map((row) => row.state))).toEqual(new Set(['received']));

    // Both get a receipt; only the buyer's own mailbox gets more than that.
    const receiptOf = async (email: string) =>
      (await mailsTo(email)).find(({ template }) => template === 'withdrawal_receipt')?.mail;
    for (const receipt of [await receiptOf(order.email), await receiptOf('niemand@example.org')]) {
      expect(receipt?.text).toContain('Ihr Widerruf ist eingegangen');
      expect(receipt?.text).toContain('Umfang: der ganze Vertrag');
    }
  });

  test('passes no text of its author on to an address that has no such order', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    const spam = 'Gewinnen Sie auf böse.example';
    const body = { name: spam, reason: spam, email: 'dritte@example.org' };
    const lines = [{ id: spam, quantity: 3 }];
    for (const code of [spam, order.code]) {
      await shop.call(endpoints.declareWithdrawal, { body: { ...body, code, lines } });
      await shop.call(endpoints.declareCancellation, { body: { ...body, code, kind: 'extraordinary' } });
    }
    const mails = await mailsTo('dritte@example.org');
    expect(mails).toHaveLength(4);
    for (const [index, { mail }] of mails.entries()) {
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/Gewinnen|böse/);
      expect(mail.text).toContain('Eingegangen am: 21. November 2026');
      expect(mail.text.includes(order.code), 'a number, whether an order has it or not').toBe(index >= 2);
      expect(mail.text).toContain('Ihre weiteren Angaben sind');
    }
    expect(mails[0]?.mail.text).toContain('Umfang: einzelne Artikel');
    expect(mails[1]?.mail.text).toContain('Art der Kündigung: außerordentlich');
    const kept = await rowsOf(db, 'declarations', { email: 'dritte@example.org' }, ['name', 'details']);
    expect(kept).toHaveLength(4);
    for (const row of kept) expect(row).toMatchObject({ name: spam, details: { reason: spam } });
  });

  test.each([
    ['the whole contract', {}, ['Umfang: der ganze Vertrag'], false],
    ['with a reason', { reason: 'Kam zu spät.' }, ['Grund: Kam zu spät.'], false],
    ['with a long reason', { reason: 'spät '.repeat(60) }, [], true],
    ['single things', { lines: [{ id: 'Clara Schumann', quantity: 3 }] }, ['3 × Clara Schumann'], false],
    ['an address', { lines: [{ id: 'clara.example', quantity: 3 }] }, ['Umfang: einzelne Artikel'], true],
  ])('has no link or long text in mails to unknown addresses: %s', async (what, details, told, isMore) => {
    const email = `${what.replaceAll(' ', '-')}@example.org`;
    const body = { code: ' wxyz-6789 ', name: 'Dr. Zoë O’Hara', email };
    await shop.call(endpoints.declareWithdrawal, { body: { ...body, ...details } });
    await shop.call(endpoints.declareCancellation, {
      body: { ...body, kind: 'ordinary', ...('reason' in details ? details : {}) },
    });
    const [withdrawn, cancelled] = await mailsTo(email);
    for (const mail of [withdrawn?.mail, cancelled?.mail]) {
      expect(mail?.text).toContain('Bestell- oder Vertragsnummer: wxyz-6789');
      expect(mail?.text).toContain('Name: Dr. Zoë O’Hara');
      expect(mail?.text).not.toMatch(/spät spät|clara\.example/);
    }
    for (const words of told) expect(withdrawn?.mail.text).toContain(words);
    const rest = 'Ihre weiteren Angaben sind';
    expect([withdrawn?.mail.text.includes(rest), cancelled?.mail.text.includes(rest)]).toEqual([
      isMore,
      isMore && 'reason' in details,
    ]);
  });

  test('has a receipt with content, date and time, in the caller’s language', async () => {
    const { email, code } = await buyAsGuest(shop, { [products.book]: 2 });
    const { value } = await shop.call(endpoints.declareWithdrawal, {
      body: {
        ...withdrawal,
        code: code.toLowerCase(),
        email,
        lines: [{ id: products.book, quantity: 2 }],
        reason: 'Gefällt <b>nicht</b>',
      },
    });
    const mail = (await mailsTo(email)).find(({ template }) => template === 'withdrawal_receipt')?.mail;
    for (const words of [
      `Vorgang ${value?.data.id}`,
      '21. November 2026 um 11:00:00 MEZ',
      `Bestell- oder Vertragsnummer: ${code.toLowerCase()}`,
      'Name: Johanna Brandt',
      `Umfang: 2 × ${products.book}`,
      'Grund: Gefällt <b>nicht</b>',
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(mail?.html).not.toContain('<b>nicht');
    expect(value?.data.attributes.received_at).toBe('2026-11-21T10:00:00.000Z');

    await shop.call(endpoints.declareCancellation, {
      language: 'en',
      body: { ...withdrawal, email: 'receipt@example.org', kind: 'extraordinary', ends_on: '2027-01-31' },
    });
    const [{ mail: english } = { mail: undefined }] = await mailsTo('receipt@example.org');
    expect(english?.subject).toContain('We have received your cancellation');
    expect(english?.text).toContain('Kind of cancellation: for good cause');
    expect(english?.text).toContain('To end on: 31 January 2027');
  });

  test('is stored every time; after five in an hour an address without a purchase gets one collective receipt', async () => {
    const email = 'oft@example.org';
    const address = 'eine-adresse';
    const declared = [];
    for (let time = 0; time < 65; time += 1) {
      const { value } = await shop.call(endpoints.declareWithdrawal, {
        address,
        body: { ...withdrawal, email },
      });
      if (value === null) throw new Error('A declaration was refused');
      declared.push(value);
      shop.advance(1);
    }
    expect(await rowsOf(db, 'declarations', { email })).toHaveLength(65);
    expect(await mailsTo(email)).toHaveLength(5);
    await decideAll();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(6);
    const collected = mails.find(({ template }) => template === 'collected_receipt')?.mail;
    const told =
      collected?.text.match(
        /W-[A-Z0-9]{10}(?=: 21\. November 2026 um [\d:]+ MEZ, ABCD2345, Johanna Brandt)/g,
      ) ?? [];
    expect(told).toEqual(
      declared
        .slice(-50)
        .toReversed()
        .map(({ data }) => data.id),
    );
    expect(collected?.text).toContain('und 10 weitere');
    const states = await rowsOf(db, 'declarations', { email }, ['state']);
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['unmatched']));
    const open = await listOpenDeclarations(shop.context, 1_000);
    expect(open.filter((one) => one.email === email)).toEqual([]);
  });

  test('of a purchase gets its own receipt also beyond the limit', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    for (let time = 0; time < 8; time += 1) await withdraw({ ...order, code: 'ZZZZ9999' });
    const { value } = await withdraw(order);
    await decideAll();
    const receipts = (await mailsTo(order.email)).filter(({ template }) => template === 'withdrawal_receipt');
    expect(receipts).toHaveLength(6);
    expect(receipts.at(-1)?.mail.text).toContain(`Vorgang ${value?.data.id}`);
    // Declarations that may be mistyped wait for an operator, but only five of an address.
    const open = await listOpenDeclarations(shop.context, 1_000);
    expect(
      open.filter((one) => one.email === order.email),
      'declarations that wait for an operator',
    ).toHaveLength(5);
    shop.advance(60 * 60_000);
  });

  test('that belongs to no purchase is deleted after its retention term, others are not', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1 });
    await withdraw(order);
    for (let time = 0; time < 7; time += 1) await withdraw({ ...withdrawal, email: 'frist@example.org' });
    await decideAll();
    const left = async (email: string) => {
      while ((await deleteExpiredData(shop.context)) > 0);
      return (await rowsOf(db, 'declarations', { email })).length;
    };
    expect(await left('frist@example.org')).toBe(7);
    shop.advance(30 * day + 1);
    expect(await left('frist@example.org')).toBe(5);
    shop.advance(370 * day - 2);
    expect(await left('frist@example.org')).toBe(5);
    shop.advance(2);
    expect([await left('frist@example.org'), await left(order.email)]).toEqual([0, 1]);
    shop.advance(-400 * day - 1);
  });

  test('with a collective receipt is deleted together with this mail, which then cannot be sent again', async () => {
    const email = 'sammel@example.org';
    const sent: MailMessage[] = [];
    const work = async () => {
      await decideAll();
      sent.push(...(await deliverMails(shop.context)));
    };
    const declareOften = async () => {
      for (let time = 0; time < 8; time += 1) await withdraw({ ...withdrawal, email });
    };
    await declareOften();
    await work();
    shop.advance(60 * 60_000);
    await declareOften();
    await work();
    shop.advance(61 * 60_000);
    await work();
    const template = 'collected_receipt';
    const mailRows = await rowsOf(db, 'outbox', { recipient: email, template }, '*', 'created_at');
    expect(mailRows, 'one for each hour').toHaveLength(2);
    const told = sent.filter(({ id }) => mailRows.some((row) => row.id === id));
    expect(told.map(({ text }) => text.match(/W-[A-Z0-9]{10}/g)?.length)).toEqual([3, 3]);
    const hash = createHash('sha256').update(email).digest('base64url');
    expect(JSON.stringify(mailRows), 'no hash of an address, which anybody can compute').not.toContain(hash);
    const keys = mailRows.map(({ id }) => `mail:${id}`);
    const letters = () => db.selectFrom('documents').select('key').where('key', 'in', keys).execute();
    expect(await letters()).toHaveLength(2);
    const [first = '', second = ''] = mailRows.map(({ id }) => id);
    expect(await resendMail(shop.context, first)).toEqual({ ok: true, value: 'copied' });
    await work();
    expect(sent.at(-1)).toMatchObject({ text: told[0]?.text, recipient: email });

    // Declarations are deleted 30 days after they came, recipients 30 days after the mail, which came an hour later.
    shop.advance(30 * day - 61 * 60_000);
    expect(await resendMail(shop.context, second, shop.context.ids.uuid())).toMatchObject({ ok: true });
    while ((await deleteExpiredData(shop.context)) > 0);
    expect((await letters()).map(({ key }) => key)).toEqual([`mail:${second}`]);
    shop.advance(2);
    while ((await deleteExpiredData(shop.context)) > 0);
    expect(await letters()).toEqual([]);
    const { recipient } = await rowOf(db, 'outbox', { id: second });
    expect(recipient, 'the recipient is still stored').toBe(email);
    expect(await resendMail(shop.context, second)).toEqual({ ok: false, error: 'FORGOTTEN' });
    // A copy that still waits is not sent.
    const before = sent.length;
    await work();
    expect(sent).toHaveLength(before);
    expect(shop.faults).toEqual([]);
    shop.advance(-30 * day - 60 * 60_000 - 2);
  });

  test('gets a receipt even after sixty declarations an hour from one network address', async () => {
    const address = 'noch-eine-adresse';
    const declare = (number: number) =>
      shop.call(endpoints.declareCancellation, {
        address,
        body: { code: 'ABCD2345', email: `person-${number}@nebenan.example`, name: 'Johanna Brandt' },
      });
    for (let number = 1; number <= 61; number += 1) expect((await declare(number)).status).toBe(201);
    await decideAll();
    expect(await receiptsTo('person-60@nebenan.example')).toBe(1);
    expect(await receiptsTo('person-61@nebenan.example')).toBe(1);
    await withdraw({ ...withdrawal, email: 'person-61@nebenan.example' });
    expect(await receiptsTo('person-61@nebenan.example')).toBe(2);
    shop.advance(60 * 60_000);
    await declare(62);
    expect(await receiptsTo('person-62@nebenan.example')).toBe(1);
    const recorded = db.selectFrom('declarations').select('id').where('email', 'like', '%@nebenan.example');
    expect(await recorded.execute()).toHaveLength(63);
  });

  test('is followed by a mail with the decision for each line and the correction of the invoice', async () => {
    const order = await buyAsGuest(shop, { [products.course]: 1, [products.book]: 1 });
    await withdraw({ ...order, code: order.code.toLowerCase() });
    await decideAll();
    const mails = await mailsTo(order.email);
    const outcome = mails.find(({ template }) => template === 'withdrawal_outcome')?.mail;
    expect(outcome?.text).toMatch(/1 × .*: angenommen, Rückzahlung \d+,\d\d/);
    const refund = mails.find(({ template }) => template === 'refund')?.mail;
    expect(refund?.text).toContain('Rückzahlung gesamt');
    expect(refund?.attachments.map((file) => file.filename)).toEqual([
      expect.stringMatching(/^Rechnungskorrektur-RK-2026-\d{6}\.pdf$/),
    ]);
    expect(shop.faults).toEqual([]);
  });

  test('is followed by a mail that asks for goods only where their withdrawal was accepted', async () => {
    const notes = pdfTexts.de.withdrawal_outcome;
    const payBack = async (order_id: string) => {
      const [line] = await rowsOf(db, 'order_lines', { order_id }, ['id', 'unit_price_cents']);
      const amount = cents(line?.unit_price_cents ?? 0);
      const lines = [{ line_id: line?.id ?? '', quantity: 0 }];
      const wanted = { order_id, lines, amount, includes_shipping: false, cause: 'operator' } as const;
      await inTransaction(db, (trx) => createRefund(trx, shop.context, wanted));
      while ((await settleRefunds(shop.context)) > 0);
    };
    const outcomesOf = async (lines: Readonly<Record<string, number>>, times: number, isPaidBack = false) => {
      const order = await buyAsGuest(shop, lines);
      if (isPaidBack) await payBack(order.id);
      if (products.book in lines) {
        await shipOrder(shop.context, order.code, { carrier: 'dhl', tracking_code: `T-${order.code}` });
      }
      for (let time = 0; time < times; time += 1) {
        await withdraw(order);
        await decideAll();
      }
      const mails = await mailsTo(order.email);
      const texts = mails.filter(({ template }) => template === 'withdrawal_outcome');
      return texts.map(({ mail }) => ({
        pays: mail?.text.includes(notes.refund_note),
        asks: mail?.text.includes(notes.return_note),
      }));
    };
    expect(await outcomesOf({ [products.book]: 1 }, 1)).toEqual([{ pays: true, asks: true }]);
    expect(await outcomesOf({ [products.course]: 1 }, 2)).toEqual([
      { pays: true, asks: false },
      { pays: false, asks: false },
    ]);
    // It was refunded before, so only the access to the course ends.
    expect(await outcomesOf({ [products.course]: 1 }, 1, true)).toEqual([{ pays: false, asks: false }]);
  });

  test('is followed by a mail with the end of a cancelled subscription', async () => {
    const order = await buyAsGuest(shop, { [products.membership]: 1 });
    await shop.call(endpoints.declareCancellation, {
      language: 'en',
      body: { code: order.code, email: order.email, name: 'Johanna Brandt' },
    });
    await decideAll();
    const outcome = (await mailsTo(order.email)).find(({ template }) => template === 'cancellation_outcome');
    expect(outcome?.mail.text).toContain('cancelled, the contract ends on 20 November 2027');
  });
});
