import { fc } from '@fast-check/vitest';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { berlin, products, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';

const shop = await openTestShop();
const { context, db } = shop;
const bought = await buyAsGuest(shop, { [products.course]: 1 });
await buyAsGuest(shop, { [products.membership]: 1 });
const member = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
const [coupon, otherCoupon] = await db.selectFrom('promotions').select('id').orderBy('id').execute();
const lessons = await db.selectFrom('lessons').select('id').orderBy('id').limit(4).execute();

/** Copies a row with these columns changed. Returns the id of the copy. */
async function copy(
  trx: Kysely<Database>,
  table: 'orders' | 'order_lines' | 'subscriptions',
  of: string,
  changes: object,
) {
  const id = context.ids.uuid();
  const [column, facts] = [table === 'order_lines' ? 'order_id' : 'id', JSON.stringify({ id, ...changes })];
  await sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(old, ${facts}::jsonb)).* from ${sql.table(table)} old
    where ${sql.ref(column)} = ${of}`.execute(trx);
  return id;
}

/** Moments on both sides of midnight in Berlin, also on the days of 25 and 23 hours. */
const at = fc
  .record({
    day: fc.oneof(
      fc.constantFrom('2026-03-29', '2026-10-24', '2026-10-25', '2026-10-26'),
      fc.nat(60).map((days) => addDays('2026-06-01', days)),
    ),
    place: fc.constantFrom(0, 1, 43_200_000, 82_800_000, -1),
  })
  .map(({ day, place }) => new Date(place < 0 ? startOfDay(addDays(day, 1)) - 1 : startOfDay(day) + place));
const cents = fc.integer({ min: 0, max: 99_999 });
const which = fc.nat(50);

const event = fc.oneof(
  fc.record({
    is: fc.constant('sale' as const),
    at,
    total: cents,
    promotional: cents,
    vat: cents,
    voucher: cents,
    coupon: fc.constantFrom(null, coupon?.id ?? null, otherCoupon?.id ?? null),
    affiliate: fc.constantFrom(null, 'NORA', 'TIM'),
    isRenewal: fc.boolean(),
    waits: fc.boolean(),
  }),
  fc.record({ is: fc.constant('refund' as const), at, which, card: cents, credit: cents, of: fc.nat(1) }),
  fc.record({
    is: fc.constant('decide' as const),
    which,
    state: fc.constantFrom('refused', 'open', 'refunded'),
  }),
  fc.record({ is: fc.constant('pay' as const), which, at }),
  fc.record({ is: fc.constant('forget' as const), which }),
  fc.record({ is: fc.constant('remove' as const), which }),
  fc.record({
    is: fc.constant('join' as const),
    at,
    price: cents,
    months: fc.constantFrom(1, 12),
    renews: fc.boolean(),
  }),
  fc.record({ is: fc.constant('leave' as const), which, at: fc.option(at) }),
  fc.record({
    is: fc.constant('charge' as const),
    at,
    name: fc.constantFrom('renew', 'fail_renewal', 'fail_retry', 'give_up', 'cancel'),
    from: fc.constantFrom('active', 'past_due'),
  }),
  fc.record({ is: fc.constant('watch' as const), which, at, ends: fc.boolean() }),
);

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the id of one of the orders, refunds or subscriptions that the history has created. */
async function pick(
  trx: Kysely<Database>,
  table: 'orders' | 'refunds' | 'subscriptions',
  index: number,
): Promise<string | undefined> {
  const rows = await trx.selectFrom(table).select('id').orderBy('id').execute();
  const made = rows.filter(({ id }) => id !== bought.id && id !== member.id && id !== member.order_id);
  return made[index % Math.max(made.length, 1)]?.id;
}

let sales = 0;

async function happen(trx: Kysely<Database>, one: Event): Promise<void> {
  if (one.is === 'sale') {
    const order = await copy(trx, 'orders', bought.id, {
      code: `SUM${++sales}`,
      cart_id: null,
      created_at: one.at,
      completed_at: one.waits ? null : one.at,
      total_cents: one.total,
      credit_cents: one.promotional,
      promotional_cents: one.promotional,
      included_vat_cents: one.vat,
      discount_cents: one.promotional,
      promotion_id: one.coupon,
      affiliate_code: one.affiliate,
      subscription_id: one.isRenewal ? member.id : null,
      period_number: one.isRenewal ? sales + 1 : null,
    });
    await copy(trx, 'order_lines', bought.id, { order_id: order, price_cents: one.total });
    const changes = {
      order_id: order,
      price_cents: one.voucher,
      kind: 'voucher',
      product_id: products.otherCourse,
      position: 2,
    };
    await copy(trx, 'order_lines', bought.id, changes);
  } else if (one.is === 'refund') {
    const order_id = (await pick(trx, 'orders', one.which)) ?? bought.id;
    const rows = await rowsOf(trx, 'order_lines', { order_id }, ['id'], 'position');
    const id = context.ids.uuid();
    const back = [{ line_id: rows[one.of % rows.length]?.id ?? '', quantity: 1, amount: one.credit }];
    await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
      values (${id}, ${order_id}, ${id}, ${one.card}, ${one.credit}, ${JSON.stringify({ lines: back, shipping: 0 })},
        'operator', 'open', ${one.at})`.execute(trx);
  } else if (one.is === 'join') {
    const { at: created_at, price: price_cents, months: period_months, renews } = one;
    const order_id = null;
    await copy(trx, 'subscriptions', member.id, {
      ...{ order_id, created_at, price_cents, period_months, renews },
      code: `SUM${++sales}`,
    });
  } else if (one.is === 'charge') {
    await insertRows(trx, 'subscription_events', {
      id: context.ids.uuid(),
      subscription_id: member.id,
      event: one.name,
      from_status: one.from,
      to_status: 'active',
      cause: 'background',
      happened_at: one.at,
    });
  } else if (one.is === 'watch') {
    const lesson_id = lessons[one.which % lessons.length]?.id ?? '';
    const changes = { position_seconds: 1, is_finished: one.ends, watched_at: one.at };
    await trx
      .insertInto('lesson_progress')
      .values({ user_id: member.user_id, lesson_id, ...changes })
      .onConflict((known) => known.columns(['user_id', 'lesson_id']).doUpdateSet(changes))
      .execute();
  } else {
    await change(trx, one);
  }
}

async function change(
  trx: Kysely<Database>,
  one: Exclude<Event, { is: 'sale' | 'refund' | 'join' | 'charge' | 'watch' }>,
) {
  const table = one.is === 'decide' ? 'refunds' : one.is === 'leave' ? 'subscriptions' : 'orders';
  const id = await pick(trx, table, one.which);
  if (id === undefined) return;
  if (one.is === 'decide') await sql`update refunds set state = ${one.state} where id = ${id}`.execute(trx);
  if (one.is === 'leave')
    await sql`update subscriptions set ended_at = ${one.at} where id = ${id}`.execute(trx);
  if (one.is === 'pay') await sql`update orders set completed_at = ${one.at} where id = ${id}`.execute(trx);
  if (one.is === 'forget') await sql`update orders set affiliate_code = null where id = ${id}`.execute(trx);
  if (one.is === 'remove') {
    await sql`delete from refunds where order_id = ${id}`.execute(trx);
    await sql`delete from order_lines where order_id = ${id}`.execute(trx);
    await sql`delete from orders where id = ${id}`.execute(trx);
  }
}

/** Applies an event in one transaction, as the shop does. */
function write(one: Event): Promise<void> {
  return db.transaction().execute((trx) => happen(trx, one));
}

/** Returns the sums by day, computed from all rows without the code under test. */
async function expectedSums(): Promise<Readonly<Record<string, readonly number[]>>> {
  const sums: Record<string, number[]> = {};
  const add = (time: Date, kind: string, subject: string, amount: number, vat: number, count: number) => {
    const key = `${calendarDay(time.getTime())} ${kind} ${subject}`;
    const known = sums[key] ?? [0, 0, 0];
    sums[key] = [amount, vat, count].map((value, index) => value + (known[index] ?? 0));
  };
  const lines = await db.selectFrom('order_lines').selectAll().execute();
  const isVoucher = new Set(lines.filter(({ kind }) => kind === 'voucher').map(({ id }) => id));
  for (const order of await db.selectFrom('orders').selectAll().execute()) {
    const { created_at, completed_at: paid, subscription_id, promotion_id, affiliate_code } = order;
    if (subscription_id === null) add(created_at, 'checkout', paid === null ? '' : 'paid', 0, 0, 1);
    if (paid === null) continue;
    const own = lines.filter((line) => line.order_id === order.id);
    let revenue = order.total_cents - order.promotional_cents;
    for (const line of own) {
      const cost = line.price_cents - line.discount_cents;
      if (isVoucher.has(line.id)) revenue -= cost;
      add(paid, 'product', line.product_id, cost, 0, line.quantity);
    }
    add(paid, 'sale', subscription_id === null ? '' : 'renewal', revenue, order.included_vat_cents, 1);
    if (promotion_id !== null) add(paid, 'coupon', promotion_id, order.discount_cents, 0, 1);
    if (affiliate_code !== null) add(paid, 'origin', affiliate_code, revenue, 0, 1);
  }
  for (const refund of await db.selectFrom('refunds').selectAll().execute()) {
    if (refund.state === 'refused') continue;
    const { lines: back } = refund.lines as { lines: { line_id: string; amount: number }[] };
    const vouchers = back.reduce(
      (sum, { line_id, amount }) => sum + (isVoucher.has(line_id) ? amount : 0),
      0,
    );
    const given = refund.amount_cents + refund.credit_cents - refund.promotional_cents - vouchers;
    add(refund.created_at, 'refund', '', given, 0, 1);
  }
  const memberships = await rowsOf(db, 'subscriptions', {});
  for (const { created_at, ended_at, renews, price_cents, period_months } of memberships) {
    const monthly = renews ? Math.round(price_cents / period_months) : 0;
    add(created_at, 'member_new', '', monthly, 0, 1);
    if (ended_at !== null) add(ended_at, 'member_ended', '', monthly, 0, 1);
  }
  for (const one of await db.selectFrom('subscription_events').selectAll().execute()) {
    const isRecovered = one.event === 'renew' && one.from_status === 'past_due';
    if (['fail_renewal', 'fail_retry', 'give_up'].includes(one.event) || isRecovered)
      add(one.happened_at, 'dunning', one.event, 0, 0, 1);
  }
  const watched = await db
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .select(['watched_at', 'length_seconds'])
    .where('is_finished', '=', true)
    .execute();
  for (const { watched_at, length_seconds } of watched) add(watched_at, 'watched', '', length_seconds, 0, 1);
  return sums;
}

test('after random changes the sums by day equal those of the rows, also when several servers sum at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(event, fc.nat(3)), { maxLength: 30 }), async (history) => {
      // Servers sum while rows change, so that a day whose change was not noted keeps its old sums.
      for (const [one, servers] of history)
        await Promise.all([write(one), ...Array.from({ length: servers }, () => sumChangedDays(context))]);
      while ((await sumChangedDays(context)) > 0);
      expect(await sumChangedDays(context)).toBe(0);
      const rows = await db.selectFrom('daily_sums').selectAll().execute();
      const kept = rows.map(
        (row) =>
          [`${row.day} ${row.kind} ${row.subject}`, [row.amount_cents, row.vat_cents, row.count]] as const,
      );
      expect(Object.fromEntries(kept)).toEqual(await expectedSums());
    }),
    {
      numRuns: runs(25),
      // The renewal of an active subscription is no recovery.
      examples: [
        [[[{ is: 'charge', at: new Date('2026-06-01T10:00:00Z'), name: 'renew', from: 'active' }, 0]]],
      ],
    },
  );
});

test('a changed length of a lesson and a repeated viewing update the sums of the days concerned', async () => {
  const lesson_id = lessons[0]?.id ?? '';
  await write({ is: 'watch', which: 0, at: new Date('2026-05-01T10:00:00Z'), ends: true });
  await sumChangedDays(context);
  await db.updateTable('lessons').set({ length_seconds: 4_321 }).where('id', '=', lesson_id).execute();
  expect(await sumChangedDays(context)).toBe(1);
  const watched = () =>
    db
      .selectFrom('daily_sums')
      .select(['day', 'amount_cents'])
      .where('kind', '=', 'watched')
      .where('day', '>=', '2026-05-01')
      .where('day', '<=', '2026-05-02')
      .execute();
  expect(await watched()).toEqual([{ day: '2026-05-01', amount_cents: 4_321 }]);
  await write({ is: 'watch', which: 0, at: new Date('2026-05-01T22:00:00Z'), ends: true });
  await sumChangedDays(context);
  expect(await watched()).toEqual([{ day: '2026-05-02', amount_cents: 4_321 }]);
});

test('a checkout is counted once, when its order is created, and not while the cart changes', async () => {
  const begun = async () => {
    while ((await sumChangedDays(context)) > 0);
    const rows = db.selectFrom('daily_sums').select('count').where('kind', '=', 'checkout');
    return (await rows.execute()).reduce((sum, { count }) => sum + Number(count), 0);
  };
  const before = await begun();
  const { id } = await storeGuestCart(shop, { [products.course]: 1 });
  const body = { id, products: [{ product_id: products.course, quantity: 1 }] };
  await shop.call(endpoints.storeGuestCart, { body });
  expect(await begun()).toBe(before);
  const email = 'korb@example.org';
  await shop.call(endpoints.setShippingAddress, { body: { ...berlin, id, email } });
  for (const _twice of [1, 2]) {
    await shop.call(endpoints.createOrder, { body: { email, bundle_cart_unique_id: id } });
    expect(await begun()).toBe(before + 1);
  }
});
