import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { endpoints } from '#api/endpoints.ts';
import { createProcessMetrics } from '#app/metrics/process-metrics.ts';
import { createTraces } from '#app/tracing/open-traces.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { currentRequestId } from '#server/platform/request-scope.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import {
  createSubject,
  type SampleCall,
  sampleCalls,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { products, vienna } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createRecordingTracing } from '#test/support/recording-tracing.ts';

const { de, en } = apiTexts.mails;

// Every value that the sample calls send is searched for in the whole log. A new endpoint is covered by its
// sample.

const shop = await openTestShop();
const lines: string[] = [];
const metrics = createProcessMetrics(() => performance.now());
const tracing = createRecordingTracing();
const traces = createTraces(tracing);
const db = createDatabase(shop.connectionString, { max: 10, observers: [traces.database] });
const context: OrderContext = {
  ...shop.context,
  db,
  tracing,
  gateways: shop.context.gateways.map(traces.gateway),
  log: metrics.log(
    createPinoLog({
      level: 'debug',
      destination: { write: (line) => lines.push(line) },
      requestId: currentRequestId,
    }),
  ),
};
const logging = { ...shop, send: sendTo(createShopApi(context, apiTexts)) };
let calls: readonly SampleCall[];
afterAll(() => db.destroy());
/** All values that the sample calls send, other than public ones. */
let sent: readonly string[];

beforeAll(async () => {
  calls = sampleCalls(await createSubject(shop));
  sent = [...new Set(calls.flatMap(sentValues))].filter((value) => value.length > 2);
  expect(sent).toEqual(expect.arrayContaining(['Lindner', 'Torstraße', 'fake-valid-nonce', 'Ada']));
});

function sendTo(api: ReturnType<typeof createShopApi>): typeof shop.send {
  let callers = 0;
  return async (path, init = {}, address = `logged-${++callers}`) =>
    api.fetch(new Request(`http://localhost/api${path}`, init), { clientAddress: address });
}

/**
 * Fields without personal data: names of the catalogue and choices from lists. Ids of rows (UUIDs) may be
 * logged, because operators search for them.
 */
const publicFields =
  /^(?:product_id|slug|action|step|type|locale|country|salutation|source|kind|code_kind|giveaway|lesson|template|topic|master|products|campaign|delivery|path|page\[.*|filter\[.*|sort|preferred_language|utm_.*)$/;
const rowId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function sentValues({ body, params, bearer }: SampleCall): readonly string[] {
  return [...leaves('body', body), ...leaves('params', params), ...leaves('bearer', bearer)];
}

function leaves(field: string, value: unknown): readonly string[] {
  if (typeof value === 'string') return publicFields.test(field) || rowId.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leaves(Array.isArray(value) ? field : name, inner));
}

/** Where the project is stored. Stack traces name it, and a folder may have the name of a sent value. */
const root = new URL('../../../', import.meta.url);

/** Returns the sent values that occur as whole words in the log, or in another text. */
function leaked(searched = lines.join('\n')): readonly string[] {
  const text = searched.replaceAll(root.href, '').replaceAll(fileURLToPath(root), '');
  const isWhole = (from: number, to: number) =>
    !/[\p{L}\d]/u.test(text[from - 1] ?? '') && !/[\p{L}\d]/u.test(text[to] ?? '');
  return sent.filter((value) => {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
      if (isWhole(at, at + value.length)) return true;
    }
    return false;
  });
}

/**
 * Makes every insert and update fail with an error that quotes the row in `detail` and `hint` and, for data
 * exceptions (class 22), also in the message, as PostgreSQL does.
 */
async function breakTables(code: string): Promise<void> {
  const quote = code.startsWith('22') ? sql`|| row_to_json(new)::text` : sql``;
  await sql`create or replace function quote_row() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = ${sql.lit(code)}, message = 'refused: ' ${quote},
        detail = row_to_json(new)::text, hint = row_to_json(new)::text;
    end $$`.execute(shop.db);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration'
  `.execute(shop.db);
  for (const { name } of rows) {
    await sql`create or replace trigger quote_row before insert or update on ${sql.table(name)}
      for each row execute function quote_row()`.execute(shop.db);
  }
}

async function mendTables(): Promise<void> {
  await sql`drop function quote_row cascade`.execute(shop.db);
}

describe('the log', () => {
  test('contains call and result of every request, and nothing that was sent', async () => {
    for (const call of calls) await sendSample(logging, call);
    for (const call of calls) await sendSample(logging, call, { body: '{"email": "halb@example.org' });
    for (const call of calls) await sendSample(logging, { ...call, bearer: 'kein.guter.bearer' });
    const named = lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === 'call_answered');
    expect(new Set(named.map((entry) => entry.call)).size).toBe(Object.keys(endpoints).length);
    expect(leaked()).toEqual([]);
    expect(lines.join()).not.toMatch(/halb@|kein\.guter/);
    // Metrics and spans name calls, events and codes, and nothing that was sent.
    const figures = await metrics.text();
    expect(figures.match(/^meisterhand_call_seconds_count\{/gm)?.length).toBeGreaterThan(100);
    expect(leaked(figures)).toEqual([]);
    expect(figures).not.toMatch(/halb@|kein\.guter/);
    const spans = JSON.stringify(tracing.spans.map(({ name, facts }) => ({ name, facts })));
    expect(tracing.spans.filter(({ parent }) => parent === null).length).toBeGreaterThan(100);
    expect(new Set(tracing.spans.map(({ name }) => name)).size).toBeGreaterThan(250);
    expect(leaked(spans)).toEqual([]);
    expect(spans).not.toMatch(/halb@|kein\.guter/);
  });

  test('contains the request id of the response in every line about a request, refusals included', async () => {
    lines.length = 0;
    const [sample] = calls;
    if (sample === undefined) throw new Error('There is no sample');
    const responses = [
      await sendSample(logging, sample, { headers: { 'X-Request-Id': 'von-aussen' } }),
      await sendSample(logging, sample, { method: 'DELETE' }),
      await logging.send('/nothing'),
      await logging.send('/cart/bundles', {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': 'text/plain' },
      }),
      await logging.send('/cart/bundles', {
        method: 'POST',
        body: '{"',
        headers: { 'Content-Type': 'application/json' },
      }),
      await logging.send('/products/%E0%A4%A'),
    ];
    expect(responses.map((response) => response.status)).toEqual([200, 405, 404, 415, 400, 404]);
    const ids = responses.map((response) => response.headers.get('X-Request-Id') ?? '');
    expect(new Set(ids).size).toBe(responses.length);
    for (const id of ids) expect(id).toMatch(rowId);
    const logged = lines.map((line) => JSON.parse(line).request_id);
    expect(logged).toEqual(ids);
  });

  test.each(['22P02', '23505', '23514'])(
    'contains calls that the database refuses with %s, and still nothing that was sent',
    async (code) => {
      lines.length = 0;
      await breakTables(code);
      for (const call of calls) await sendSample(logging, call);
      await mendTables();
      const failures = lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === 'call_failed');
      expect(failures.length).toBeGreaterThan(5);
      for (const entry of failures) {
        expect(entry.err.code).toBe(code);
        expect(entry.request_id).toMatch(rowId);
      }
      expect(leaked()).toEqual([]);
    },
  );

  test('contains no value of statements that PostgreSQL refuses', async () => {
    lines.length = 0;
    const [name, email] = ['Anna Geheim', 'anna.geheim@example.org'];
    const statements = [
      sql`insert into people values (${email}, ${name})`,
      sql`insert into people values (null, ${name})`,
      sql`insert into people values ('x', ${`${name} the second`})`,
      sql`select ${name}::uuid`,
      sql`select ${email}::int`,
      sql`select ${`{"name": ${name}}`}::jsonb`,
      sql`select ${`({${name}`} ~ ${`({${name}`}`,
      sql`select ${`${name}\n    at ${email}`}::date`,
      sql`select pg_temp.tell(${name}, '23514')`,
      sql`select pg_temp.tell(${name}, 'P0001')`,
      sql`select pg_temp.tell(${name}, '21000')`,
      sql`select * from nowhere where name = ${name}`,
      sql`select ${'x'.repeat(200)} collate "nowhere"`,
    ];
    const codes: string[] = [];
    await db.connection().execute(async (session) => {
      await sql`create temporary table people (email text unique not null, name text check (length(name) < 12))`.execute(
        session,
      );
      await sql`create function pg_temp.tell(value text, code text) returns void language plpgsql as $$
        begin raise exception using errcode = code, message = 'refused ' || value, detail = value, hint = value; end $$`.execute(
        session,
      );
      await sql`insert into people values (${email}, ${name})`.execute(session);
      await sql`set search_path = pg_temp, public`.execute(session);
      for (const statement of statements)
        await statement.execute(session).catch((error) => {
          codes.push(error.code);
          context.log.error('call_failed', new Error('The call failed', { cause: error }));
          context.log.error('call_failed', error, { call: 'test' });
        });
      await sql`reset search_path`.execute(session);
    });
    expect(codes).toEqual([
      ...['23505', '23502', '23514', '22P02', '22P02', '22P02', '2201B', '22007'],
      ...['23514', 'P0001', '21000', '42P01', '42704'],
    ]);
    expect(lines).toHaveLength(2 * statements.length);
    expect(lines.join('\n')).not.toMatch(/anna|geheim/i);
    const errors = lines.map((line) => JSON.parse(line).err);
    expect(errors[1]).toMatchObject({ code: '23505', table: 'people', constraint: 'people_email_key' });
    expect(errors[3]).toMatchObject({ code: '23502', column: 'email' });
    expect(errors[23].message).toBe('relation "nowhere" does not exist');
    // Errors of the query builder contain the whole query.
    const nobody = db.selectFrom('users').select('id').where('email', '=', email);
    await nobody.executeTakeFirstOrThrow().catch((error) => context.log.error('call_failed', error));
    expect(lines.at(-1)).toMatch(/no result/);
    expect(lines.at(-1)).not.toMatch(/anna|geheim/i);
  });

  test('contains no recipient, link or payment method of failed jobs', async () => {
    lines.length = 0;
    const person = { email: 'geheime.person@example.org', address: vienna };
    const { id, due, token } = await orderAsGuest(shop, { [products.course]: 1 }, person);
    const payment = { id, payment_method_nonce: 'fake-timeout-after-charge-nonce', expected_total: due };
    const paid = await logging.send('/cart/checkout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Order-Token': token },
      body: JSON.stringify({ ...payment, waiver_accepted: true }),
    });
    expect(paid.status).toBe(202);
    shop.advance(60_000);
    await resolveUnknownPayments(context);
    let refused = 0;
    await deliverMail(context, {
      texts: { de, en },
      mailer: {
        send: async ({ recipient, subject, text }) => {
          refused += 1;
          const details = { subject, text, rejected: [recipient] };
          throw Object.assign(new Error(`550 no mailbox for <${recipient}>`), details);
        },
      },
    });
    expect(refused).toBeGreaterThan(1);
    const events = lines.map((line) => JSON.parse(line).event);
    expect(events).toEqual(expect.arrayContaining(['payment_attempt_looked_up', 'mail_not_sent']));
    expect(leaked()).toEqual([]);
    expect(lines.join()).not.toMatch(/geheime\.person|Ringstra|token=|fake-timeout/);
    expect(lines.join()).not.toContain(token);
    const spans = JSON.stringify(tracing.spans.map(({ name, facts }) => ({ name, facts })));
    expect(tracing.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['gateway charge', 'job resolve-unknown-payments', 'job deliver-mail']),
    );
    expect(leaked(spans)).toEqual([]);
    expect(spans).not.toContain(token);
  });
});
