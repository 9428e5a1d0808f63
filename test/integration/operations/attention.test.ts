import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { OperatorRole } from '#core/model/operator.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { listAttention as attentionFor } from '#server/operations/list-attention.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import { explainAll } from '#test/integration/support/explain-all.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { free } from '#test/integration/support/media-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { context, db } = shop;
const { listAttention, closePaymentNotice, getFigures } = operatorEndpoints;
const day = 86_400_000;

type Kinds = EndpointValue<typeof listAttention>;

async function attentionOf(role: OperatorRole): Promise<Kinds> {
  const { cookie } = await logInAs(shop, role);
  const answer = await shop.call(listAttention, { operator: cookie });
  if (answer.value === null) throw new Error(answer.text);
  return answer.value.data;
}

const listed = async (role: OperatorRole, kind: string) =>
  (await attentionOf(role)).find((one) => one.kind === kind);

const now = () => new Date(context.clock.now());

test('each kind of open task is listed with its due date, and only for roles that may see it', async () => {
  const paid = await buyAsGuest(shop, { [products.book]: 1 });
  const since = now().toISOString();
  const received = context.clock.now() - 3 * day;
  const declaration = context.ids.uuid();
  await sql`insert into declarations (id, kind, reference, declared_code, email, name, details, locale, received_at,
      order_id, state)
    values (${declaration}, 'withdrawal', 'W1', ${paid.code}, 'ada@example.org', 'Ada', '{}', 'de', ${new Date(received)},
      ${paid.id}, 'matched')`.execute(db);
  for (const [key, amount, declared] of [
    ['R1', 99, null],
    ['R2', 1234, declaration],
  ] as const) {
    await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at,
        declaration_id)
      values (${context.ids.uuid()}, ${paid.id}, ${key}, ${amount}, 0, '{"lines":[],"shipping":0}', 'operator', 'refused',
        ${now()}, ${declared})`.execute(db);
  }
  await sql`insert into bank_transfers (attempt_key, order_code, amount_cents, state, promised_at)
    values ('A', ${paid.code}, 1333, 'received', ${now()})`.execute(db);
  await sql`insert into bank_transfer_refunds (refund_key, attempt_key, amount_cents, asked_at)
    values ('R1', 'A', 99, ${now()}), ('R2', 'A', 1234, ${now()})`.execute(db);
  await sql`update payment_attempts set state = 'unknown' where order_id = ${paid.id}`.execute(db);
  await sql`insert into payment_notices (key, kind, transaction_id, happened_at, received_at, amount_cents)
    values ('d1', 'dispute_opened', 't1', ${now()}, ${now()}, 500), ('d2', 'dispute_opened', 't2', ${now()}, ${now()}, 500),
      ('d3', 'dispute_won', 't2', ${new Date(context.clock.now() + 1)}, ${now()}, 500),
      ('d4', 'dispute_opened', 't4', ${now()}, ${now()}, 500),
      ('d5', 'dispute_lost', 't4', ${new Date(context.clock.now() + 1)}, ${now()}, 500)`.execute(db);
  await sql`update outbox set failed_at = ${now()}
    where id = (select id from outbox where facts ->> 'order_id' = ${paid.id} limit 1)`.execute(db);
  await sql`insert into webhook_endpoints (id, url, events, created_at, disabled_at)
    values (${context.ids.uuid()}, 'https://erp.example?key=1', '{order.paid}', ${now()}, ${now()})`.execute(
    db,
  );
  await sql`update products set stock = 4 where id = ${products.book}`.execute(db);

  const first = await attentionOf('owner');
  const of = (kinds: Kinds, kind: string) => kinds.find((one) => one.kind === kind);
  const item = { title: paid.code, order_id: paid.id, quantity: null };
  // A refund is due fourteen days after its withdrawal arrived, else after its decision.
  const dueOf = (time: number) => new Date(time + 14 * day).toISOString();
  for (const kind of ['refused_refunds', 'transfers_to_send'])
    expect(of(first, kind), kind).toMatchObject({
      count: 2,
      items: [
        { ...item, amount: 1234, since, due: dueOf(received) },
        { ...item, amount: 99, since, due: dueOf(received + 3 * day) },
      ],
    });
  expect(of(first, 'parcels')).toMatchObject({ count: 1, items: [{ ...item, due: null }] });
  expect(of(first, 'disputes')).toMatchObject({ count: 1, items: [{ id: 'd1', title: 't1' }] });
  expect(of(first, 'failed_mails')).toMatchObject({ count: 1, items: [{ order_id: paid.id }] });
  expect(of(first, 'low_stock')?.items).toContainEqual(
    expect.objectContaining({ id: products.book.replace('-', '/'), quantity: 4 }),
  );
  expect(of(first, 'stopped_webhooks')?.items.map(({ title }) => title)).toEqual(['https://erp.example']);
  // These usually end by themselves within minutes, so they are listed only later.
  expect([of(first, 'unknown_payments'), of(first, 'late_jobs')]).toEqual([undefined, undefined]);

  await buyAsGuest(shop, { [products.course]: 1 });
  const paused = context.ids.uuid();
  await sql`insert into webhook_endpoints (id, url, events, created_at, paused_until)
    values (${paused}, 'https://erp.example', '{order.paid}', ${now()}, ${new Date(context.clock.now() + day)})`.execute(
    db,
  );
  await sql`insert into webhook_deliveries (event_id, endpoint_id, event, body, created_at, due_at)
    values (${paused}, ${paused}, 'order.paid', '{}', ${now()}, ${now()})`.execute(db);
  shop.advance(16 * 60_000);
  await sql`update products set stock = 5 where stock < 5`.execute(db);
  const later = await attentionOf('owner');
  expect(of(later, 'unknown_payments')).toMatchObject({ count: 1, items: [item] });
  const late = of(later, 'late_jobs')?.items.map(({ title }) => title);
  expect(late).toContain('deliver-mail');
  expect(late, 'deliveries to a paused endpoint are not late').not.toContain('deliver-webhooks');
  expect(of(later, 'low_stock')).toBeUndefined();

  const kindsOf = async (role: OperatorRole) => (await attentionOf(role)).map(({ kind }) => kind);
  expect(await kindsOf('editor')).toEqual([]);
  expect(await kindsOf('bookkeeper')).not.toContain('failed_mails');
  expect(await kindsOf('support')).not.toContain('late_jobs');
  expect(await kindsOf('support')).toContain('failed_mails');
  await sql`update outbox set personal_data_deleted_at = ${now()} where failed_at is not null`.execute(db);
  expect(await kindsOf('support'), 'nobody can send it any more').not.toContain('failed_mails');
});

test('a payment that did not arrive or has no paid order is listed until an operator who may refund closes it', async () => {
  const late = `acme/settled:n2${' n'.repeat(400)}`;
  await sql`insert into payment_notices (key, kind, transaction_id, happened_at, received_at, amount_cents, is_open)
    values ('acme/settlement_declined:n1', 'settlement_declined', 'n1', ${now()}, ${now()}, 500, true),
      (${late}, 'settled', 'n2', ${now()}, ${now()}, 700, true)`.execute(db);
  const kinds = ['missing_payments', 'unmatched_payments'];
  const open = async () =>
    (await attentionOf('bookkeeper'))
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, items: [item] }) => [kind, item?.id, item?.amount]);
  expect(await open()).toEqual([
    ['missing_payments', 'acme/settlement_declined:n1', 500],
    ['unmatched_payments', late, 700],
  ]);
  const close = async (role: OperatorRole, key: string) => {
    const { cookie: operator } = await logInAs(shop, role);
    return (await shop.call(closePaymentNotice, { operator, body: { key } })).status;
  };
  expect(await close('bookkeeper', late)).toBe(403);
  expect(await close('support', 'acme/settled:n3')).toBe(404);
  expect(await close('support', late)).toBe(200);
  expect(await open()).toEqual([['missing_payments', 'acme/settlement_declined:n1', 500]]);
  expect(await close('owner', 'acme/settlement_declined:n1')).toBe(200);
  expect(await open()).toEqual([]);
});

test('no list of payments reads the notices of settled charges, however many there are', async () => {
  const read = () => attentionFor(db, ['orders.read'], { now: now(), mode: 'demo', locale: 'de' });
  const plans = await explainAll(db, read, {
    isMeant: ({ text }) => text.includes('payment_notices'),
    without: ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'],
    async prepare(trx) {
      await sql`insert into payment_notices (key, kind, transaction_id, happened_at, received_at, is_open)
        select kind || number, kind, 'n' || number, now(), now(), kind = 'settlement_declined'
        from generate_series(1, 2000) number
        cross join (values ('settled'), ('settlement_declined'), ('dispute_opened'), ('dispute_won')) told (kind)
        where kind = 'settled' or number % 100 = 0`.execute(trx);
      await sql`analyze payment_notices`.execute(trx);
    },
  });
  const scans = plans.flatMap((plan) => [
    ...plan.matchAll(/"Index Name":"(\w+)","Relation Name":"payment_notices"/g),
  ]);
  expect(plans).toHaveLength(3);
  expect(scans.map(([, index]) => index).toSorted()).toEqual([
    ...['payment_notices_of_disputes', 'payment_notices_of_disputes'],
    ...['payment_notices_open', 'payment_notices_open'],
  ]);
});

test('a job that has failed for more than fifteen minutes is listed until a run succeeds', async () => {
  const failing = async () => (await listed('owner', 'failing_jobs'))?.items.map(({ title }) => title);
  await sql`insert into job_runs (name, finished_at, failed_at, failures)
    values ('deliver-mail', ${now()}, ${now()}, 3), ('sum-days', ${now()}, null, 0)`.execute(db);
  shop.advance(15 * 60_000);
  expect(await failing()).toBeUndefined();
  shop.advance(1);
  expect(await failing()).toEqual(['deliver-mail']);
  await sql`update job_runs set finished_at = ${now()}, failures = 0`.execute(db);
  expect(await failing()).toBeUndefined();
});

test('a live shop lists a missing backup, or one older than 26 hours; a demo does not', async () => {
  const backupsOf = async (mode: 'live' | 'demo') => {
    const found = await attentionFor(db, ['system.read'], { now: now(), mode, locale: 'de' });
    return found.find(({ kind }) => kind === 'old_backup')?.items.map(({ title }) => title);
  };
  expect([await backupsOf('live'), await backupsOf('demo')]).toEqual([[''], undefined]);
  const earlier = new Date(context.clock.now() - 3 * day);
  await sql`insert into backups (made_at, folder, rows) values (${earlier}, '/b/1', 7), (${now()}, '/b/2', 8)`.execute(
    db,
  );
  shop.advance(26 * 3_600_000);
  expect(await backupsOf('live')).toBeUndefined();
  shop.advance(1);
  expect([await backupsOf('live'), await backupsOf('demo')]).toEqual([['/b/2'], undefined]);
});

test('a film that could not be made is listed for editors with its lesson', async () => {
  const [id, film_id] = [context.ids.uuid(), context.ids.uuid()];
  await insertRows(db, 'film_jobs', {
    ...{ id, film_id, lesson_id: free, film_key: Buffer.alloc(16), file_name: 'kamera.mov', source: '' },
    ...{ state: 'failed', step: '', version: '', percent: 0, error: 'unreadable' },
    ...{ changed_at: now(), created_at: now() },
  });
  expect((await listed('editor', 'failed_films'))?.items.map((one) => one.id)).toEqual([free]);
  expect(await listed('support', 'failed_films')).toBeUndefined();
});

test('only the five oldest are listed, or all of a kind that no other screen lists; all are counted', async () => {
  const letter = { email: 'nora@example.org', locale: 'de', message: 'Guten Tag', topic: 'other' };
  const rows = Array.from({ length: 7 }, (_, index) => ({
    ...{ ...letter, id: context.ids.uuid(), name: `Nora ${index}` },
    received_at: new Date(context.clock.now() - index * 60_000),
  }));
  await insertRows(db, 'contact_messages', rows);
  const messages = await listed('support', 'messages');
  expect(messages).toMatchObject({ count: 7 });
  expect(messages?.items.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2].map((index) => `Nora ${index}`));
  await sql`update products set stock = 1 where stock is not null`.execute(db);
  const goods = await listed('support', 'low_stock');
  expect(goods?.count).toBeGreaterThan(5);
  expect(goods?.items).toHaveLength(goods?.count ?? 0);
});

test('rankings show coupons and affiliates by their codes, also a code that equals a product id', async () => {
  const { cookie: operator } = await logInAs(shop, 'bookkeeper');
  const { id } = await buyAsGuest(shop, { [products.course]: 1 }, { code: 'WILLKOMMEN10' });
  await changeRows(db, 'orders', { id }, { affiliate_code: products.course });
  await sumChangedDays(context);
  const today = calendarDay(context.clock.now());
  const { value } = await shop.call(getFigures, { operator, query: { from: today, to: today, step: 'day' } });
  const rowsBy = (ranking: string) => value?.data.rankings.find(({ name }) => name === ranking)?.rows;
  expect(rowsBy('coupons')).toMatchObject([{ title: 'WILLKOMMEN10', count: 1 }]);
  expect(rowsBy('origins')).toMatchObject([{ subject: products.course, title: products.course, count: 1 }]);
});

test('figures cover the requested days, and are compared with as many days before', async () => {
  const { cookie: operator } = await logInAs(shop, 'bookkeeper');
  const today = calendarDay(context.clock.now());
  const bought = await buyAsGuest(shop, { [products.course]: 1 });
  await db
    .updateTable('orders')
    .set({ completed_at: new Date(context.clock.now() - day) })
    .where('id', '!=', bought.id)
    .execute();
  await sumChangedDays(context);
  const read = async (from: string, to: string) => {
    const { value } = await shop.call(getFigures, { operator, query: { from, to, step: 'day' } });
    const measures = value?.data.measures ?? [];
    const gross = measures.find(({ name }) => name === 'gross');
    return { gross, first: value?.data.rankings[0]?.rows[0], periods: value?.data.periods };
  };
  const { total_cents: course } = await rowOf(db, 'orders', { id: bought.id });
  const { book } = await db
    .selectFrom('orders')
    .select((sums) => sums.fn.sum<number>('total_cents').as('book'))
    .where('id', '!=', bought.id)
    .executeTakeFirstOrThrow();
  const only = await read(today, today);
  expect(only.gross).toMatchObject({ total: course, before: book, values: [course] });
  expect(only.first).toMatchObject({ subject: products.course, count: 1 });
  expect(only.first?.title).not.toBe(products.course);
  const both = await read(addDays(today, -1), today);
  expect(both.gross).toMatchObject({ total: course + book, before: 0, values: [book, course] });
  expect(both.periods).toEqual([addDays(today, -1), today]);
  const refused = { from: today, to: addDays(today, -1), step: 'day' } as const;
  expect((await shop.call(getFigures, { operator, query: refused })).status).toBe(422);
});

test('an order is not listed for shipping while all that is left of it is withdrawn', async () => {
  await sql`update products set stock = 9 where id = ${products.book}`.execute(db);
  const { id, code } = await buyAsGuest(shop, { [products.book]: 1 });
  const parcels = async () => (await listed('owner', 'parcels'))?.items.map(({ title }) => title) ?? [];
  expect(await parcels()).toContain(code);
  const line = await rowOf(db, 'order_lines', { order_id: id });
  const decision = { lines: [{ line_id: line.id, quantity: 1, result: 'await_return' }] };
  await sql`insert into declarations (id, kind, reference, declared_code, email, name, details, locale, received_at,
      order_id, state, decision)
    values (${context.ids.uuid()}, 'withdrawal', 'W9', ${code}, 'ada@example.org', 'Ada', '{}', 'de', ${now()}, ${id},
      'open', ${JSON.stringify(decision)})`.execute(db);
  expect(await parcels()).not.toContain(code);
  await sql`update declarations set state = 'answered' where reference = 'W9'`.execute(db);
  expect(await parcels(), 'it was rejected').toContain(code);
});

test('a refused plan of shop data is listed only for those who may change these', async () => {
  await insertRows(db, 'catalogue_versions', {
    ...{ type: 'shop', slug: 'shop', number: 1_000, state: 'refused', value: '{}', fields: [] },
    ...{ saved_at: now(), change_id: null, publish_at: now() },
  });
  const ids = async (role: OperatorRole) =>
    (await listed(role, 'refused_plans'))?.items.map(({ id }) => id) ?? [];
  expect([await ids('owner'), await ids('editor')]).toEqual([['shop/shop'], []]);
});
