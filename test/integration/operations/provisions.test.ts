import { fc } from '@fast-check/vitest';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { ProvisionRow } from '#core/model/provision.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { exportProvisions } from '#server/operations/provisions/export-provisions.ts';
import {
  provisionDays,
  provisionsQuery,
  readProvisions,
} from '#server/operations/provisions/read-provisions.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { readCsv } from '#test/support/read-csv.ts';

const shop = await openTestShop();
const { context, db } = shop;
const owner = await logInAs(shop, 'owner');
const bought = await buyAsGuest(shop, { [products.course]: 1 });
const campaigns = await db.selectFrom('promotions').select(['id', 'campaign']).orderBy('id').execute();
const [withCampaign, without] = [
  campaigns.find(({ campaign }) => campaign !== null),
  campaigns.find(({ campaign }) => campaign === null),
];
const {
  listProvisions,
  exportProvisions: csv,
  listProvisionRates,
  setProvisionRate,
  removeProvisionRate,
} = operatorEndpoints;

const promotions = { HERBST: withCampaign?.id ?? null, FUENFER: without?.id ?? null };

let orders = 0;

/** Copies a paid order with these columns changed. Returns the id of the copy. */
async function sell(trx: Kysely<Database>, changes: object): Promise<string> {
  const id = context.ids.uuid();
  const facts = JSON.stringify({ id, code: `PRO${++orders}`, cart_id: null, ...changes });
  await sql`insert into orders select (jsonb_populate_record(old, ${facts}::jsonb)).* from orders old
    where id = ${bought.id}`.execute(trx);
  return id;
}

async function giveBack(
  trx: Kysely<Database>,
  order_id: string,
  { at, amount, vat, state }: { at: Date; amount: number; vat: number; state: string },
): Promise<void> {
  const id = context.ids.uuid();
  await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
    values (${id}, ${order_id}, ${id}, ${amount}, 0, ${JSON.stringify({ lines: [], shipping: amount })}, 'operator',
      ${state}, ${at})`.execute(trx);
  const facts = JSON.stringify({ vat_shares: [{ rate: 19, gross: -amount, vat: -vat }] });
  await sql`insert into invoices (id, order_id, refund_id, number, kind, facts, issued_at)
    values (${context.ids.uuid()}, ${order_id}, ${id}, ${`K-${id}`}, 'correction', ${facts}, ${at})`.execute(
    trx,
  );
}

const call = { operator: owner.cookie };

async function setRate(kind: ProvisionRow['kind'], subject: string, from: string, rate: number) {
  const set = await shop.call(setProvisionRate, { ...call, body: { kind, subject, from, rate } });
  return set.value?.data.id ?? '';
}

/** Moments on both sides of the end of a month in Berlin, in summer and winter. */
const at = fc.constantFrom(
  ...['2026-06-30T21:59:59Z', '2026-06-30T22:00:00Z', '2026-10-31T22:59:59Z', '2026-10-31T23:00:00Z'],
  '2026-07-15T10:00:00Z',
);
const cents = fc.integer({ min: 0, max: 99_999 });
const origin = fc.record({
  affiliate_code: fc.constantFrom(null, 'NORA', 'TIM'),
  coupon: fc.constantFrom(null, 'FUENFER', 'HERBST'),
});
const day = fc.constantFrom('2026-01-01', '2026-07-01', '2026-07-15', '2026-11-01');
const rates = fc.uniqueArray(
  fc.record({
    partner: fc.constantFrom(
      ...([
        ['affiliate', 'NORA'],
        ['coupon', 'FUENFER'],
        ['coupon', 'HERBST'],
        ['campaign', withCampaign?.campaign ?? ''],
      ] as const),
    ),
    from: day,
    rate: fc.integer({ min: 0, max: 10_000 }),
  }),
  { maxLength: 6, selector: ({ partner, from }) => `${partner.join()} ${from}` },
);
const history = fc.array(
  fc.record({
    origin,
    at,
    total: cents,
    vat: fc.integer({ min: 0, max: 9_999 }),
    isPaid: fc.boolean(),
    back: fc.option(
      fc.record({
        at,
        amount: cents,
        vat: fc.integer({ min: 0, max: 99 }),
        state: fc.constantFrom('open', 'refused'),
      }),
    ),
  }),
  { maxLength: 8 },
);

const bounds = fc.constantFrom('2026-06-30', '2026-07-01', '2026-10-31', '2026-11-01');
const days = fc.tuple(bounds, bounds).map((drawn) => {
  const [from = '', to = ''] = drawn.toSorted();
  return { from, to };
});

type Rates = typeof rates extends fc.Arbitrary<infer Value> ? Value : never;
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Rounded as PostgreSQL rounds numbers: away from zero. */
const share = (net: number, rate: number) => Math.sign(net) * Math.round(Math.abs(net * rate) / 10_000);

/** Returns the expected rows of the report, computed from the history. */
function expected(told: History, set: Rates, { from: first, to: last }: { from: string; to: string }) {
  const rows: Record<string, { orders: number; net: number; refunded_net: number; provision: number }> = {};
  for (const { origin: from, at: paid, total, vat, isPaid, back } of told) {
    if (!isPaid) continue;
    const on = calendarDay(Date.parse(paid));
    const candidates = [
      ['affiliate', from.affiliate_code],
      ['coupon', from.coupon],
      ['campaign', from.coupon === 'HERBST' ? (withCampaign?.campaign ?? null) : null],
    ] as const;
    const known = candidates.flatMap(([kind, subject]) => {
      if (subject === null) return [];
      const [rate] = set
        .filter(({ partner, from: since }) => partner[0] === kind && partner[1] === subject && since <= on)
        .toSorted((one, other) => (one.from < other.from ? 1 : -1));
      return [{ kind, subject, rate: rate?.rate ?? null }];
    });
    const chosen = known.find(({ rate }) => rate !== null) ?? known.find(({ kind }) => kind === 'affiliate');
    if (chosen === undefined) continue;
    const add = (time: string, net: number, refunded_net: number, count: number) => {
      const when = calendarDay(Date.parse(time));
      if (when < first || when > last) return;
      const key = `${when.slice(0, 7)} ${chosen.kind} ${chosen.subject} ${chosen.rate ?? ''}`;
      const sum = rows[key] ?? { orders: 0, net: 0, refunded_net: 0, provision: 0 };
      const part = share(net, chosen.rate ?? 0) - share(refunded_net, chosen.rate ?? 0);
      rows[key] = {
        orders: sum.orders + count,
        net: sum.net + net,
        refunded_net: sum.refunded_net + refunded_net,
        provision: sum.provision + part,
      };
    };
    add(paid, total - vat, 0, 1);
    if (back !== null) add(back.at, 0, back.amount - back.vat, 0);
  }
  return rows;
}

class Undone extends Error {}

/** Runs some work in a transaction that is rolled back. */
async function rolledBack(work: (trx: Kysely<Database>) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

test('the report follows from any orders, refunds and rates, and its totals are the sums of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(history, rates, days, (told, set, period) =>
      rolledBack(async (trx) => {
        for (const { partner, from, rate } of set)
          await insertRows(trx, 'provision_rates', {
            id: context.ids.uuid(),
            kind: partner[0],
            subject: partner[1],
            from_day: from,
            rate,
          });
        for (const { origin: from, at: time, total, vat, isPaid, back } of told) {
          const id = await sell(trx, {
            ...{
              created_at: time,
              completed_at: isPaid ? time : null,
              total_cents: total,
              included_vat_cents: vat,
            },
            ...{ affiliate_code: from.affiliate_code, coupon_code: from.coupon },
            promotion_id: from.coupon === null ? null : promotions[from.coupon],
          });
          if (back !== null) await giveBack(trx, id, { ...back, at: new Date(back.at) });
        }
        const { rows, totals, next } = await readProvisions(trx, period, { size: 100 });
        expect(next).toBeNull();
        const shown = rows.map(({ id, orders: count, net, refunded_net, provision }) => [
          id,
          { orders: count, net, refunded_net, provision },
        ]);
        expect(Object.fromEntries(shown)).toEqual(expected(told, set, period));
        const { content } = await exportProvisions(trx, period, 'en');
        const parts: Uint8Array[] = [];
        for await (const part of content) parts.push(part);
        const text = Buffer.concat(parts).toString();
        expect(readCsv(text, ',').slice(1)).toEqual(
          rows.map(({ month, kind, subject, rate, orders: count, refunds, ...amounts }) => [
            ...[month, kind, subject, rate === null ? '' : String(rate / 100), `${count}`, `${refunds}`],
            ...[amounts.net, amounts.refunded_net, amounts.provision].map((sum) => (sum / 100).toFixed(2)),
          ]),
        );
        for (const name of ['orders', 'refunds', 'net', 'refunded_net', 'provision'] as const)
          expect(totals[name], name).toBe(rows.reduce((sum, row) => sum + row[name], 0));
      }),
    ),
    { numRuns: runs(25) },
  );
});

test.each([
  ['2026-11-21T10:00:00Z', {}, '2025-12-01', '2026-11-21'],
  ['2026-11-30T22:59:59Z', { to: '2027-04-01' }, '2025-12-01', '2026-11-30'],
  ['2026-11-30T23:00:00Z', {}, '2026-01-01', '2026-12-01'],
  ['2026-11-21T10:00:00Z', { to: '2025-11-30' }, '2024-12-01', '2025-11-30'],
  ['2026-11-21T10:00:00Z', { from: '2019-02-03' }, '2019-02-03', '2026-11-21'],
])('at %s the report of %j is that of %s to %s', (now, wanted, from, to) => {
  expect(provisionDays(wanted, Date.parse(now))).toEqual({ from, to });
});

test('a past month does not change when a provider refuses a refund later', async () => {
  await rolledBack(async (trx) => {
    const month = { completed_at: '2026-06-05T10:00:00Z', total_cents: 11_900, included_vat_cents: 1_900 };
    const id = await sell(trx, { ...month, affiliate_code: 'NORA' });
    const back = { at: new Date('2026-07-06T10:00:00Z'), amount: 5_950, vat: 950, state: 'open' };
    await giveBack(trx, id, back);
    const read = () => readProvisions(trx, { from: '2026-06-01', to: '2026-07-31' }, { size: 10 });
    const before = await read();
    expect(before.totals).toMatchObject({ refunds: 1, refunded_net: 5_000 });
    await changeRows(trx, 'refunds', { order_id: id }, { state: 'refused' });
    expect(await read()).toEqual(before);
  });
});

test('an order belongs to the campaign that its coupon had when it was priced, also when the coupon changes', async () => {
  const [campaign, later, coupon] = [withCampaign?.campaign ?? '', 'spaeter', withCampaign?.id ?? ''];
  await rolledBack(async (trx) => {
    for (const subject of [campaign, later])
      await insertRows(trx, 'provision_rates', {
        id: context.ids.uuid(),
        kind: 'campaign',
        subject,
        from_day: '2026-01-01',
        rate: 1_000,
      });
    const sale = { completed_at: '2026-06-05T10:00:00Z', total_cents: 11_900, included_vat_cents: 1_900 };
    const origin = (promotion_id: string | null) => ({ ...sale, promotion_id, coupon_code: null });
    const back = { at: new Date('2026-07-06T10:00:00Z'), amount: 5_950, vat: 950, state: 'open' };
    await giveBack(trx, await sell(trx, origin(coupon)), back);
    await sell(trx, origin(promotions.FUENFER));
    const read = async () => {
      const { rows } = await readProvisions(trx, { from: '2026-06-01', to: '2026-07-31' }, { size: 10 });
      return rows.map(({ month, subject, orders: count, provision }) => [month, subject, count, provision]);
    };
    const before = [
      ['2026-07', campaign, 0, -500],
      ['2026-06', campaign, 1, 1_000],
    ];
    expect(await read()).toEqual(before);
    for (const id of [coupon, promotions.FUENFER ?? ''])
      await changeRows(trx, 'promotions', { id }, { campaign: later });
    expect(await read()).toEqual(before);
    // An older version creates an order without this column, and prices it anew without the coupon.
    const next = await sell(trx, { ...origin(coupon), total_cents: 21_900 });
    expect(await read()).toContainEqual(['2026-06', later, 1, 2_000]);
    await changeRows(trx, 'orders', { id: next }, { promotion_id: null });
    expect((await rowOf(trx, 'orders', { id: next })).coupon_campaign).toBeNull();
    expect(await read()).toEqual(before);
  });
});

test('the report reads no order and no refund of other days, however many there are', async () => {
  await rolledBack(async (trx) => {
    await sql`
      insert into orders select (jsonb_populate_record(old, jsonb_build_object('id', gen_random_uuid(), 'cart_id', null,
        'code', 'VIEL' || n, 'affiliate_code', case when n % 2 = 0 then 'NORA' end,
        'completed_at', timestamptz '2026-10-01T00:00Z' - n * interval '6 hours'))).*
      from orders old, generate_series(1, 3000) n where id = ${bought.id}`.execute(trx);
    await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
      select gen_random_uuid(), id, id, 100, 0, '{"lines": [], "shipping": 100}', 'operator', 'open',
        completed_at + interval '3 days'
      from orders where code like 'VIEL%'`.execute(trx);
    for (const table of ['orders', 'refunds']) await sql`analyze ${sql.table(table)}`.execute(trx);
    const period = { from: '2026-09-01', to: '2026-09-30' };
    const { rows } = await sql`explain (format json) ${provisionsQuery(period, { size: 50 })}`.execute(trx);
    const plan = JSON.stringify(rows);
    for (const index of ['orders_with_origin', 'refunds_by_time']) {
      const scans = [...plan.matchAll(new RegExp(`"Index Name":"${index}"[^{}]*`, 'g'))].map(
        ([scan]) => scan,
      );
      expect(scans, index).not.toEqual([]);
      for (const scan of scans) expect(scan, 'only its days').toContain('"Index Cond"');
    }
    expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"(orders|refunds)"/);
    const { totals } = await readProvisions(trx, period, { size: 50 });
    expect(totals).toMatchObject({ orders: 60, refunds: 60 });
  });
});

describe('the report of provisions', () => {
  test('has a row for each month, partner and rate, in pages, and as CSV of the language', async () => {
    const rate = await setRate('affiliate', 'NORA', '2026-01-01', 1_250);
    for (const per of [2_000, 1_000, 1_000]) await setRate('affiliate', 'NORA', '2026-11-10', per);
    const sale = (completed_at: string, total_cents: number) =>
      sell(db, { completed_at, total_cents, included_vat_cents: 900, affiliate_code: 'NORA' });
    const first = await sale('2026-10-05T10:00:00Z', 10_900);
    await sale('2026-11-09T22:59:59Z', 20_900);
    await sale('2026-11-09T23:00:00Z', 30_900);
    await giveBack(db, first, {
      at: new Date('2026-11-20T10:00:00Z'),
      amount: 5_450,
      vat: 450,
      state: 'open',
    });
    const { value } = await shop.call(listProvisions, { ...call, query: { 'page[size]': '2' } });
    const rows = value?.data.map(
      ({ attributes: { month, subject, rate: per, net, refunded_net, provision } }) => [
        ...[month, subject, per, net, refunded_net, provision],
      ],
    );
    expect(rows).toEqual([
      ['2026-11', 'NORA', 1_000, 30_000, 0, 3_000],
      ['2026-11', 'NORA', 1_250, 20_000, 5_000, 1_875],
    ]);
    expect(value?.meta).toMatchObject({ from: '2025-12-01', to: '2026-11-21' });
    expect(value?.meta.totals).toEqual({
      orders: 3,
      refunds: 1,
      net: 60_000,
      refunded_net: 5_000,
      provision: 6_125,
    });
    const rest = await shop.call(listProvisions, {
      ...call,
      query: { 'page[after]': value?.meta.next ?? '' },
    });
    expect(rest.value?.data.map(({ attributes }) => attributes.month)).toEqual(['2026-10']);
    expect(rest.value?.meta.next).toBeNull();

    const days = { 'filter[from]': '2026-11-10', 'filter[to]': '2026-11-30', 'filter[q]': 'nor' };
    const later = await shop.call(listProvisions, { ...call, query: days });
    expect(later.value?.meta.totals).toMatchObject({ orders: 1, refunds: 1, provision: 2_375 });
    expect(
      (await shop.call(listProvisions, { ...call, query: { 'filter[kind]': 'coupon' } })).value?.data,
    ).toEqual([]);

    const german = await shop.send(`${csv.path}?${new URLSearchParams(days)}`, {
      headers: { Cookie: owner.cookie, 'X-App-Language': 'de' },
    });
    const text = await german.text();
    expect(readCsv(text, ';')).toEqual([
      ['month', 'kind', 'partner', 'rate_percent', 'orders', 'refunds', 'net', 'refunded_net', 'provision'],
      ['2026-11', 'affiliate', 'NORA', '10', '1', '0', '300,00', '0,00', '30,00'],
      ['2026-11', 'affiliate', 'NORA', '12,5', '0', '1', '0,00', '50,00', '-6,25'],
    ]);

    const listed = await shop.call(listProvisionRates, call);
    expect(listed.value?.data.map(({ attributes }) => [attributes.from, attributes.rate])).toEqual([
      ['2026-11-10', 1_000],
      ['2026-01-01', 1_250],
    ]);
    expect((await shop.call(removeProvisionRate, { ...call, params: { id: rate } })).status).toBe(200);
    expect((await shop.call(removeProvisionRate, { ...call, params: { id: rate } })).codes).toEqual([
      'NOT_FOUND',
    ]);
    const unset = await shop.call(listProvisions, { ...call, query: { 'filter[to]': '2026-10-31' } });
    expect(unset.value?.data[0]?.attributes).toMatchObject({
      rate: null,
      orders: 1,
      net: 10_000,
      provision: 0,
    });
    const log = await rowsOf(db, 'audit_log', { record_type: 'provision_rates' }, '*', 'id');
    expect(log.map(({ action }) => action)).toEqual([
      'provision.rate_set',
      'provision.rate_set',
      'provision.rate_set',
      'provision.rate_removed',
    ]);
    expect(log[2]).toMatchObject({ before: { rate: 2_000 }, after: { rate: 1_000 } });
  });
});

test('a rate that another operator has set for the same day at the same time is not replaced', async () => {
  const partner = { kind: 'campaign', subject: 'zu-zweit', from: '2026-11-01' } as const;
  const set = async (rate: number) =>
    (await shop.call(setProvisionRate, { ...call, body: { ...partner, rate, seen: null } })).codes;
  const both = await Promise.all([set(1_000), set(2_000)]);
  expect(both.flat()).toEqual(['RECORD_CHANGED']);
});
