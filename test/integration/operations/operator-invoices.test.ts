import { randomUUID } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { buyAsGuest, orderAsGuest, type PaidOrder } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { insertRows, rowOf } from '#test/integration/support/rows.ts';
import { berlin, products, vienna } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const { context, db } = shop;
const { cookie: operator } = await logInAs(shop, 'bookkeeper');
const { cookie: owner } = await logInAs(shop, 'owner');
const { listOperatorInvoices, getOperatorInvoice, exportOperatorInvoices } = operatorEndpoints;
const zurich = { ...berlin, city: 'Zürich', postal_code: '8001', country: 'CH' };

const list = async (query: Record<string, string> = {}) => {
  const { value, codes } = await shop.call(listOperatorInvoices, { operator, query });
  return {
    items: (value?.data ?? []).map(({ id, attributes }) => ({ id, ...attributes })),
    codes,
    ...value?.meta,
  };
};

/** Returns the rows of an export by the names of their columns. */
async function exported(month: string, language: 'de' | 'en' = 'en') {
  const { value, headers } = await shop.call(exportOperatorInvoices, {
    operator,
    query: { month },
    language,
  });
  // The decoder removes the byte order mark.
  const [head = [], ...rows] = readCsv(
    new TextDecoder().decode(value?.content),
    language === 'de' ? ';' : ',',
  );
  expect(headers.get('X-Row-Count')).toBe(String(rows.length));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

const inCents = (text: string | undefined) => Math.round(Number((text ?? '').replace(',', '.')) * 100);
const total = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + inCents(row[column]), 0);

/** Refunds a whole order, or an amount of its only line. */
async function refund(order: PaidOrder, amount: number | null) {
  const { id } = await rowOf(db, 'order_lines', { order_id: order.id });
  const lines = amount === null ? ('all' as const) : [{ line_id: id, quantity: 0 }];
  const wanted = { lines, includes_shipping: amount === null, amount, keeps_goods: true };
  const body = { ...wanted, refund_id: randomUUID(), seen_refunds: 0 };
  const call = { operator: owner, params: { id: order.id }, body };
  return shop.call(operatorEndpoints.refundOperatorOrder, call);
}

const mixed = await buyAsGuest(shop, { [products.course]: 1, [products.book]: 2 });
const export_ = await buyAsGuest(shop, { [products.book]: 1 }, { address: zurich });
const inAustria = await buyAsGuest(shop, { [products.course]: 1 }, { address: vienna });
const voucher = await buyAsGuest(shop, { [products.voucher]: 1, [products.otherCourse]: 1 });
expect((await refund(mixed, null)).codes).toEqual([]);
expect((await refund(inAustria, 700)).codes).toEqual([]);
const all = await db.selectFrom('invoices').selectAll().orderBy('number').execute();

test('invoices and corrections are listed, the newest first, with totals by VAT rate', async () => {
  const { items, totals } = await list();
  expect(items.map(({ number }) => number).toSorted()).toEqual(all.map(({ number }) => number));
  expect(items).toHaveLength(6);
  for (const { id, gross, net, vat, vat_shares } of items) {
    const facts = all.find((row) => row.id === id)?.facts as InvoiceFacts | undefined;
    expect(gross).toBe(facts?.total);
    expect(net + vat).toBe(gross);
    expect(vat_shares.map((share) => share.gross)).toEqual(facts?.vat_shares.map((share) => share.gross));
  }
  const correction = items.find(({ kind, order_code }) => kind === 'correction' && order_code === mixed.code);
  const corrected = items.find(({ kind, order_code }) => kind === 'invoice' && order_code === mixed.code);
  expect(correction).toMatchObject({ corrects: corrected?.number, gross: -(corrected?.gross ?? 0) });
  const shares = all.flatMap(({ facts }) => (facts as unknown as InvoiceFacts).vat_shares);
  for (const { rate, gross, net, vat } of totals ?? []) {
    const own = shares.filter((share) => share.rate === rate);
    expect(gross).toBe(own.reduce((sum, share) => sum + share.gross, 0));
    expect(vat).toBe(own.reduce((sum, share) => sum + share.vat, 0));
    expect(net).toBe(gross - vat);
  }
  expect(new Set(totals?.map(({ rate }) => rate))).toEqual(new Set([0, 7, 19]));
  const pages = [await list({ 'page[size]': '4' })];
  pages.push(await list({ 'page[size]': '4', 'page[after]': pages[0]?.next ?? '' }));
  expect(pages.flatMap(({ items: some }) => some)).toEqual(items);
  expect(pages.map((page) => page.totals)).toEqual([totals, totals]);
});

test('invoices are found by number, order, kind, country and days in the time zone of the shop', async () => {
  const numbers = async (query: Record<string, string>) =>
    (await list(query)).items.map(({ order_code, kind }) => `${order_code} ${kind}`).toSorted();
  expect(await numbers({ 'filter[q]': mixed.code.toLowerCase() })).toEqual([
    `${mixed.code} correction`,
    `${mixed.code} invoice`,
  ]);
  expect(await numbers({ 'filter[q]': 're-2026-000002' })).toEqual([`${export_.code} invoice`]);
  expect(await numbers({ 'filter[q]': 'RE_2026' })).toEqual([]);
  expect(await numbers({ 'filter[kind]': 'correction', 'filter[country]': 'at' })).toEqual([
    `${inAustria.code} correction`,
  ]);
  expect(await numbers({ 'filter[country]': 'CH' })).toEqual([`${export_.code} invoice`]);
  expect(await numbers({ 'filter[country]': 'Schweiz' })).toEqual([]);
  expect((await list({ 'filter[country]': 'CH' })).totals).toMatchObject([{ rate: 0, vat: 0 }]);
  expect((await list({ 'filter[from]': '2026-11-21', 'filter[to]': '2026-11-21' })).items).toHaveLength(6);
  expect((await list({ 'filter[to]': '2026-11-20' })).items).toEqual([]);
  expect(await list({ 'filter[from]': '2026-11-22' })).toMatchObject({ items: [], totals: [], next: null });
  expect((await list({ 'filter[from]': '2026-11-31' })).codes).toEqual(['INVALID_INPUT']);
});

test('the PDF of a document is always the same; an unknown document is not found', async () => {
  const { id, number } = all.find(({ kind }) => kind === 'correction') ?? { id: '', number: '' };
  const read = await shop.call(getOperatorInvoice, { operator, params: { id } });
  const { text } = await readPdf(read.value?.content ?? new Uint8Array());
  expect(text).toContain(number);
  const again = await shop.call(getOperatorInvoice, { operator, params: { id } });
  expect(again.value).toEqual(read.value);
  const none = await shop.call(getOperatorInvoice, { operator, params: { id: randomUUID() } });
  expect(none.codes).toEqual(['NOT_FOUND']);
});

test('the export of a month adds up to the documents and to the figures, in both languages and on the command line', async () => {
  const rows = await exported('2026-11');
  expect(total(rows, 'gross')).toBe(
    all.reduce((sum, { facts }) => sum + (facts as unknown as InvoiceFacts).total, 0),
  );
  while ((await sumChangedDays(context)) > 0);
  const sums = await db.selectFrom('daily_sums').selectAll().execute();
  const sum = (kind: string, column: 'amount_cents' | 'vat_cents') =>
    sums.filter((row) => row.kind === kind).reduce((all, row) => all + Number(row[column]), 0);
  const invoices = rows.filter(({ kind }) => kind === 'invoice');
  // A sold voucher is no revenue.
  const sold = await rowOf(db, 'order_lines', { order_id: voucher.id, kind: 'voucher' });
  expect(total(invoices, 'gross') - sold.price_cents).toBe(sum('sale', 'amount_cents'));
  expect(total(invoices, 'vat')).toBe(sum('sale', 'vat_cents'));
  const corrections = rows.filter(({ kind }) => kind === 'correction');
  expect(total(corrections, 'gross')).toBe(-sum('refund', 'amount_cents'));
  for (const { net, vat, gross } of rows) expect(inCents(net) + inCents(vat)).toBe(inCents(gross));

  const german = await exported('2026-11', 'de');
  expect(german.map(({ gross }) => gross)).toEqual(rows.map(({ gross }) => gross?.replace('.', ',')));
  const command = await runCommand(context, 'export', 'invoices', '--month', '2026-11');
  const [, ...lines] = readCsv(`${command.lines.join('\n')}\n`);
  expect(lines).toEqual(rows.map((row) => Object.values(row)));
  expect(await exported('2026-10')).toEqual([]);
});

test('each row names order, country, payment and corrected invoice; one row of a document has the amount paid', async () => {
  const rows = await exported('2026-11');
  const [invoice, other, ...more] = rows.filter(
    ({ order, kind }) => order === mixed.code && kind === 'invoice',
  );
  expect(more).toEqual([]);
  expect([invoice?.vat_rate, other?.vat_rate].toSorted()).toEqual(['19', '7']);
  expect(invoice).toMatchObject({ country: 'DE', oss: 'no', payment: 'card', corrects: '' });
  expect(inCents(invoice?.paid)).toBe(total([invoice ?? {}, other ?? {}], 'gross'));
  expect(other?.paid).toBe('');
  const correction = rows.find(({ order, kind }) => order === mixed.code && kind === 'correction');
  expect(correction).toMatchObject({ corrects: invoice?.number, country: 'DE' });
  expect(correction?.gross).toMatch(/^-\d+\.\d\d$/);
  expect(rows.find(({ order }) => order === export_.code)).toMatchObject({ country: 'CH', vat: '0.00' });
});

test('totals are exact while days are summed, half summed or changed again, and read no document of a summed day', async () => {
  const queries: readonly Record<string, string>[] = [
    {},
    { 'filter[kind]': 'correction' },
    { 'filter[country]': 'at' },
    { 'filter[kind]': 'invoice', 'filter[country]': 'DE' },
    { 'filter[from]': '2026-11-21', 'filter[to]': '2026-11-21' },
    { 'filter[to]': '2026-11-20' },
    { 'filter[from]': '2026-11-22' },
    { 'filter[q]': mixed.code },
  ];
  const totals = () => Promise.all(queries.map(async (query) => (await list(query)).totals));
  await sql`insert into changed_invoice_days values ('2026-11-21')`.execute(db);
  const unsummed = await totals();
  while ((await sumChangedDays(context)) > 0);
  expect(await totals()).toEqual(unsummed);
  expect(unsummed.map((found) => found?.length)).toEqual([3, 2, 1, 3, 3, 0, 0, 2]);

  const later = { id: randomUUID(), number: 'RE-2026-000099', issued_at: new Date('2026-11-21T23:00:00Z') };
  const shares = { vat_shares: [{ rate: 5.5, gross: 2_110, vat: 110 }], day: '2026-11-22' };
  const facts = { ...(all[0]?.facts as unknown as InvoiceFacts), ...shares };
  await insertRows(db, 'invoices', { ...later, order_id: mixed.id, facts: JSON.stringify(facts) });
  const [, , , , first, before, next] = await totals();
  expect([first, before]).toEqual([unsummed[4], []]);
  expect(next).toMatchObject([{ rate: 5.5, gross: 2_110, net: 2_000, vat: 110 }]);
  const half = await totals();
  // The job of version 0.2.0, which knows no sums of invoices and runs beside this one during an update.
  await sql`delete from changed_days`.execute(db);
  expect(await totals()).toEqual(half);
  while ((await sumChangedDays(context)) > 0);
  expect(await totals()).toEqual(half);

  await db.deleteFrom('invoice_sums').execute();
  expect(await totals()).toEqual([[], [], [], [], [], [], [], half[7]]);
  await sql`insert into changed_invoice_days values ('2026-11-21'), ('2026-11-22')`.execute(db);
  expect(await totals()).toEqual(half);
  await db.deleteFrom('invoices').where('id', '=', later.id).execute();
  expect((await list({ 'filter[from]': '2026-11-22' })).totals).toEqual([]);
});

/** Sets the first day of the one-stop shop; null: it is not used. */
const setOssDay = (day: string | null) =>
  sql`update contents set value = jsonb_set(value, '{oss_from}', ${JSON.stringify(day)}::jsonb) where key = 'vat'`.execute(
    db,
  );

test('from the first day of the one-stop shop its documents are marked, corrections as their invoices', async () => {
  const invoice = all.find(({ order_id }) => order_id === inAustria.id);
  const marked = async () =>
    (await exported('2026-11')).filter(({ oss }) => oss === 'yes').map(({ order }) => order);
  try {
    await setOssDay('2026-11-22');
    expect(await marked()).toEqual([]);
    await setOssDay('2026-11-21');
    // Not marked: the shop's own country and a country outside of the EU.
    expect(await marked()).toEqual([inAustria.code, inAustria.code]);
    const { items, totals } = await list();
    expect(items.find(({ id }) => id === invoice?.id)?.is_oss).toBe(true);
    expect(totals?.filter(({ oss_country }) => oss_country !== null)).toMatchObject([{ oss_country: 'AT' }]);
  } finally {
    await setOssDay(null);
  }
});

test('a sold voucher does not belong to the one-stop shop: its VAT is due when it is spent', async () => {
  const bought = { [products.voucher]: 1, [products.course]: 1 };
  const both = await buyAsGuest(shop, bought, { address: vienna });
  const alone = await buyAsGuest(shop, { [products.voucher]: 1 }, { address: vienna });
  try {
    await setOssDay('2026-11-21');
    const rows = await exported('2026-11');
    const told = ({ code }: PaidOrder) =>
      rows.filter(({ order }) => order === code).map(({ vat_rate, oss }) => [vat_rate, oss]);
    expect(told(both)).toEqual([
      ['19', 'yes'],
      ['0', 'no'],
    ]);
    expect(told(alone)).toEqual([['0', 'no']]);
    const { items, totals } = await list();
    const marked = items.filter(({ is_oss }) => is_oss).map(({ order_code }) => order_code);
    expect([both.code, alone.code].map((code) => marked.includes(code))).toEqual([true, false]);
    const inShop = totals?.filter(({ oss_country }) => oss_country !== null) ?? [];
    expect(inShop.map(({ rate, oss_country }) => [rate, oss_country])).toEqual([[19, 'AT']]);
  } finally {
    await setOssDay(null);
  }
});

test('what is not shipped belongs to the one-stop shop of the billing country, and is found by that country', async () => {
  await setOssDay('2026-11-21');
  try {
    const order = await orderAsGuest(shop, { [products.course]: 1, [products.book]: 1 });
    const body = { id: order.id, expected_total: order.due, waiver_accepted: true, billing_address: vienna };
    const payment = { ...body, payment_method_nonce: 'fake-valid-nonce' };
    expect((await shop.call(endpoints.checkOutOrder, { ...order.proof, body: payment })).codes).toEqual([]);
    const rows = (await exported('2026-11')).filter((found) => found.order === order.code);
    expect(rows.map(({ country, vat_rate, oss }) => [country, vat_rate, oss])).toEqual([
      ['AT', '20', 'yes'],
      ['DE', '7', 'no'],
    ]);
    for (const isSummed of [false, true]) {
      if (isSummed) while ((await sumChangedDays(context)) > 0);
      const { items, totals } = await list({ 'filter[country]': 'AT' });
      expect(items.map(({ order_code }) => order_code)).toContain(order.code);
      expect(totals).toContainEqual(expect.objectContaining({ rate: 20, oss_country: 'AT' }));
    }
  } finally {
    await setOssDay(null);
  }
});

const row = fc.record({
  day: fc.constantFrom('2025-01-31', '2025-02-01', '2025-02-28', '2025-03-01', '2025-02-14'),
  place: fc.constantFrom(0, 1, 40_000_000, -1),
  isCorrection: fc.boolean(),
  isAustrian: fc.boolean(),
  shares: fc.uniqueArray(
    fc.record({ rate: fc.constantFrom(0, 5.5, 7, 19, 25.5), gross: fc.integer({ min: 0, max: 9_999_999 }) }),
    { selector: ({ rate }) => rate, maxLength: 3 },
  ),
  hasFormula: fc.boolean(),
});

test('an export has each document of its month, and the totals are the sums of its rows, to the cent', async () => {
  let series = 0;
  const inVienna = (day: string, gross: number) => ({
    ...{ day, place: 0, isCorrection: false, isAustrian: true, hasFormula: false },
    shares: [{ rate: 7, gross }],
  });
  // One rate of one country before and after the first day of the one-stop shop.
  const bothSides = [inVienna('2025-02-01', 1_070), inVienna('2025-02-14', 3_210)];
  await setOssDay('2025-02-14');
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      await db.deleteFrom('invoices').where('issued_at', '<', new Date('2026-01-01')).execute();
      const { facts } = all[0] ?? {};
      const made = rows.map(({ day, place, isCorrection, isAustrian, shares, hasFormula }) => {
        const sign = isCorrection ? -1 : 1;
        const vat_shares = shares.map(({ rate, gross }) => ({
          rate,
          gross: sign * gross,
          vat: sign * Math.round((gross * rate) / (100 + rate)),
        }));
        return {
          day,
          number: `T-${++series}`,
          kind: isCorrection ? 'correction' : 'invoice',
          order_id: isAustrian ? inAustria.id : mixed.id,
          issued_at: new Date(place < 0 ? startOfDay(addDays(day, 1)) - 1 : startOfDay(day) + place),
          facts: {
            ...(facts as unknown as InvoiceFacts),
            ...{ day, vat_shares, total: vat_shares.reduce((sum, { gross }) => sum + gross, 0) },
            ...(isCorrection ? { corrects: { number: hasFormula ? '=1+1' : 'RE-1', day } } : {}),
          },
        };
      });
      for (const { day: _, facts: content, ...invoice } of made)
        await insertRows(db, 'invoices', { ...invoice, id: randomUUID(), facts: JSON.stringify(content) });
      const february = made.filter(({ day }) => day.startsWith('2025-02'));
      const found = await exported('2025-02', 'de');
      expect([...new Set(found.map(({ number }) => number))].toSorted()).toEqual(
        february.map(({ number }) => number).toSorted(),
      );
      const shares = february.flatMap(({ facts: { vat_shares } }) => vat_shares);
      for (const rate of [0, 5.5, 7, 19, 25.5]) {
        const own = found.filter(({ vat_rate }) => vat_rate === String(rate).replace('.', ','));
        const expected = shares.filter((share) => share.rate === rate);
        expect(total(own, 'gross')).toBe(expected.reduce((sum, { gross }) => sum + gross, 0));
        expect(total(own, 'vat')).toBe(expected.reduce((sum, { vat }) => sum + vat, 0));
      }
      const { totals } = await list({ 'filter[from]': '2025-02-01', 'filter[to]': '2025-02-28' });
      const byRate = Map.groupBy(
        found.filter(({ vat_rate }) => vat_rate !== ''),
        ({ oss, country, vat_rate }) => `${oss === 'yes' ? country : ''} ${vat_rate?.replace(',', '.')}`,
      );
      expect(
        new Map(
          (totals ?? []).map(({ oss_country, rate, gross }) => [`${oss_country ?? ''} ${rate}`, gross]),
        ),
      ).toEqual(new Map([...byRate].map(([rate, shares]) => [rate, total(shares, 'gross')])));
      for (const { corrects } of found) expect(corrects).not.toMatch(/^[=+@-]/);
    }),
    { numRuns: runs(20), examples: [[bothSides]] },
  );
  await setOssDay(null);
});
