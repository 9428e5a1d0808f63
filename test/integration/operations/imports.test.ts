import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KyselyPlugin, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { lockCatalogue } from '#server/content/records/stored-records.ts';
import { importCustomers as importCustomerFile } from '#server/operations/imports/import-customers.ts';
import { importProducts as importFile } from '#server/operations/imports/import-products.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { countStatements } from '#test/integration/support/database.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const { db } = shop;
const desk = await openCatalogueDesk(shop);
const support = await logInAs(shop, 'support');
const { importProducts, importCustomers } = operatorEndpoints;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meisterhand-imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function send(
  endpoint: typeof importProducts | typeof importCustomers,
  bytes: Uint8Array<ArrayBuffer>,
  query: Readonly<Record<string, string>> = {},
) {
  const operator = endpoint === importProducts ? desk.operator : support.cookie;
  const { value, codes } = await shop.call(endpoint, { operator, query, body: new Blob([bytes]) });
  return { plan: value?.data, codes };
}

/** Sends a file, and imports it as its plan says. */
async function apply(
  endpoint: typeof importProducts | typeof importCustomers,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const { plan } = await send(endpoint, bytes);
  return send(endpoint, bytes, { seen: plan?.seen ?? '' });
}

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const states = (plan: Awaited<ReturnType<typeof send>>['plan']) =>
  plan?.rows.map(({ lines, name, state, fields }) => [lines, name, state, fields]);

const head =
  'Handle,Title,Body (HTML),Type,Variant Grams,Variant Inventory Qty,Variant Price,Variant Requires Shipping';
const shopify = csv(
  head,
  'wasserwaage,Wasserwaage,"<p>Zeigt &amp; misst.</p><ul><li>30 cm</li></ul>",Werkzeug,300,5,24.90,true',
  'wasserwaage,,,,,,,',
  'buch-vom-lot,Buch vom Lot,,Bücher,410,6,19.00,true',
  'sehen-lernen,Sehen lernen,,,,,120.00,false',
);

async function everything() {
  const [records, versions, users, log] = await Promise.all([
    rowsOf(db, 'catalogue_records', {}, '*', 'type', 'slug'),
    rowsOf(db, 'catalogue_versions', {}, ['type', 'slug', 'number'], 'type', 'slug', 'number'),
    rowsOf(db, 'users', {}, '*', 'email'),
    rowsOf(db, 'audit_log', {}, ['id'], 'id'),
  ]);
  return { records, versions, users, log };
}

describe('products of another shop', () => {
  test('are shown as a plan before anything is changed, and become drafts that nobody can buy', async () => {
    const before = await everything();
    const { plan } = await send(importProducts, shopify);
    expect(states(plan)).toEqual([
      [
        [2, 3],
        'Wasserwaage',
        'new',
        ['position', 'title', 'description', 'price_cents', 'stock', 'weight_grams'],
      ],
      [[4], 'Buch vom Lot', 'new', ['position', 'title', 'price_cents', 'stock', 'weight_grams']],
      [[5], 'Sehen lernen', 'new', ['position', 'title', 'price_cents']],
    ]);
    expect(await everything()).toEqual(before);
    const applied = await send(importProducts, shopify, { seen: plan?.seen ?? '' });
    expect(applied.plan).toEqual({ ...plan, is_applied: true });
    const params = { type: 'gift_box', slug: 'wasserwaage' } as const;
    const record = await desk.read(params);
    const taken = shop.content.products.filter(({ kind }) => kind === 'gift_box');
    expect(record).toMatchObject({ state: 'draft', published: null });
    expect(record.value).toEqual({
      position: Math.max(...taken.map(({ position }) => position)) + 1,
      title: { de: 'Wasserwaage' },
      description: { de: ['Zeigt & misst.', '30 cm'] },
      ...{ price_cents: 2490, stock: 5, weight_grams: 300 },
    });
    for (const slug of ['wasserwaage', 'buch-vom-lot', 'sehen-lernen']) {
      const { codes } = await shop.call(endpoints.getProduct, { params: { slug } });
      expect(codes, slug).toEqual(['NOT_FOUND']);
    }
    const entry = await rowOf(db, 'audit_log', { action: 'catalogue.imported' });
    expect(entry).toMatchObject({ actor_name: desk.email, after: { source: 'shopify', new: 3 } });
  });

  test('are unchanged by the same file, and changed where another file differs', async () => {
    const again = await apply(importProducts, shopify);
    expect(again.plan?.rows.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
    const params = { type: 'course', slug: 'sehen-lernen' } as const;
    const { value, version } = await desk.read(params);
    const written = {
      ...value,
      title: { de: 'Sehen lernen', en: 'Learning to see' },
      goals: { de: ['a'], en: [] },
    };
    await desk.write(params, written, { version, publishes: false });
    const other = csv(head, 'sehen-lernen,Sehen üben,,,,,130.00,false', 'lot,Lot,,,90,2,8.00,true');
    const changed = await apply(importProducts, other);
    expect(states(changed.plan)?.[0]).toEqual([[2], 'Sehen üben', 'changed', ['title', 'price_cents']]);
    expect((await desk.read(params)).value).toEqual({
      ...written,
      title: { de: 'Sehen üben', en: 'Learning to see' },
      price_cents: 13_000,
    });
  });

  test('do not change the stock of a published product, and are refused for a slug of another kind', async () => {
    const book = shop.content.products.find(({ kind }) => kind === 'book');
    const voucher = shop.content.products.find(({ kind }) => kind === 'voucher');
    const { plan } = await send(
      importProducts,
      csv(head, `${book?.slug},Neu,,,90,999,8.00,true`, `${voucher?.slug},Neu,,,90,2,9.00,true`),
    );
    expect(states(plan)?.[0]?.[3]).toEqual(['title', 'price_cents', 'weight_grams']);
    expect(plan?.rows[1]?.faults).toEqual([{ line: 3, column: null, code: 'taken' }]);
  });

  test('are reported with what is left out, before and after the import', async () => {
    const file = csv(
      `${head},Image Src,Option1 Value`,
      'feile,Feile,,,90,2,8.50,true,https://cdn.example/4.jpg,Fein',
    );
    const seen = await send(importProducts, file);
    const applied = await apply(importProducts, file);
    for (const { plan } of [seen, applied])
      expect(plan?.rows.map(({ state, left_out }) => [state, left_out])).toEqual([
        ['new', ['pictures', 'option']],
      ]);
  });

  test('are all refused when one row is, also in a truncated file in Windows-1252', async () => {
    const half = Buffer.from('Handle;Title;Variant Price\r\nmass;Maß;12,50\r\nsäge;Säge', 'latin1');
    const before = await everything();
    const { plan } = await send(importProducts, half);
    expect(plan?.encoding).toBe('windows-1252');
    expect(plan?.rows.map(({ state, faults }) => [state, faults])).toEqual([
      ['new', []],
      ['refused', [{ line: 3, column: 'Variant Price', code: 'cells' }]],
    ]);
    const applied = await send(importProducts, half, { seen: plan?.seen ?? '' });
    expect(applied.codes).toEqual(['NOT_POSSIBLE']);
    expect(await everything()).toEqual(before);
  });

  test('are refused when the plan has changed since it was shown', async () => {
    const file = csv(head, 'hammer,Hammer,,,500,3,18.00,true');
    const { plan } = await send(importProducts, file);
    await apply(importProducts, csv(head, 'hammer,Fäustel,,,900,4,28.00,true'));
    const before = await everything();
    const late = await send(importProducts, file, { seen: plan?.seen ?? '' });
    expect(late.codes).toEqual(['RECORD_CHANGED']);
    expect(await everything()).toEqual(before);
  });
});

const customerHead =
  'First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip';

describe('customers of another shop', () => {
  const file = csv(
    customerHead,
    'Ada,Moor,ada@example.com,yes,Weg 5,Berlin,DE,10623',
    'Bo,Lind,bo@example.com,no,,,,',
  );

  test('get accounts without password and consent, once, and set a password by a link', async () => {
    const { plan } = await apply(importCustomers, file);
    expect(plan?.rows.map(({ name, state, left_out }) => [name, state, left_out])).toEqual([
      ['ada@example.com', 'new', ['consent']],
      ['bo@example.com', 'new', []],
    ]);
    const ada = await rowOf(db, 'users', { email: 'ada@example.com' });
    expect(ada).toMatchObject({
      ...{ firstname: 'Ada', lastname: 'Moor', password_hash: null, email_confirmed_at: null },
      ...{ newsletter: false, newsletter_requested_at: null, preferred_language: 'de' },
      is_registered_with_funnel: true,
    });
    expect(await rowsOf(db, 'addresses', { user_id: ada.id })).toHaveLength(1);
    const mails = db.selectFrom('outbox').select('template').where('recipient', 'like', '%@example.com');
    expect(await mails.execute()).toEqual([]);
    const again = await apply(importCustomers, file);
    expect(again.plan?.rows.map(({ state }) => state)).toEqual(['same', 'same']);
    await shop.call(endpoints.requestPasswordReset, { body: { email: 'ada@example.com' } });
    expect(await mails.execute()).toEqual([{ template: 'reset_password' }]);
  });

  test('are changed by a corrected file until the account is used', async () => {
    const corrected = csv(customerHead, 'Ada,Mohr,ada@example.com,yes,Weg 6,Berlin,DE,10623');
    const changed = await apply(importCustomers, corrected);
    expect(changed.plan?.rows[0]).toMatchObject({ state: 'changed', fields: ['lastname', 'address'] });
    const learner = await register(shop);
    const before = await everything();
    const other = csv(customerHead, `X,Y,${learner.email},no,Weg 6,Berlin,DE,10623`);
    const used = await apply(importCustomers, other);
    expect(used.plan?.rows[0]).toMatchObject({ state: 'same', fields: [] });
    expect((await everything()).users).toEqual(before.users);
    const addresses = await db
      .selectFrom('addresses')
      .innerJoin('users', 'users.id', 'user_id')
      .select('fields')
      .where('email', 'in', ['ada@example.com', learner.email])
      .execute();
    expect(addresses.map(({ fields }) => (fields as { house_number: string }).house_number)).toEqual(['6']);
    const ada = await rowOf(db, 'users', { email: 'ada@example.com' });
    await sql`insert into passkeys
        (id, user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
      values (${ada.id}, ${ada.id}, 'a', '\\x00', 0, '{}', false, 'Telefon', now())`.execute(db);
    const late = (await apply(importCustomers, file)).plan?.rows[0];
    expect(late, 'who logs in with a passkey').toMatchObject({ state: 'same', fields: [] });
  });

  test('are all refused when one row is, or when an account was created meanwhile', async () => {
    const before = await everything();
    const torn = csv(customerHead, 'Cy,Roe,cy@example.com,no,,,,', 'Di,Ohne,keine,no,,,,');
    const refused = await apply(importCustomers, torn);
    expect(refused.codes).toEqual(['NOT_POSSIBLE']);
    expect(await everything()).toEqual(before);
    const fine = csv(customerHead, 'Cy,Roe,cy@example.com,no,,,,');
    const { plan } = await send(importCustomers, fine);
    await apply(importCustomers, csv(customerHead, 'Cy,Row,cy@example.com,no,,,,'));
    const late = await send(importCustomers, fine, { seen: plan?.seen ?? '' });
    expect(late.codes).toEqual(['RECORD_CHANGED']);
  });
});

test('an import is refused when an account that it changes has changed since the plan, and only then', async () => {
  const { id, email } = await register(shop);
  const file = csv(customerHead, `A,B,${email},no,,,,`, 'Gil,Alt,gil@example.com,no,,,,');
  const { plan } = await send(importCustomers, file);
  expect(plan?.rows.map(({ state }) => state)).toEqual(['same', 'new']);
  await changeRows(db, 'users', { id }, { lastname: 'Neu' });
  const applied = await send(importCustomers, file, { seen: plan?.seen ?? '' });
  expect(applied.plan?.is_applied).toBe(true);
  expect((await rowOf(db, 'users', { id })).lastname).toBe('Neu');
  // The file changes this account, so it must be as in the plan.
  const other = csv(customerHead, 'Gil,Jung,gil@example.com,no,,,,');
  const late = await send(importCustomers, other);
  await changeRows(db, 'users', { email: 'gil@example.com' }, { firstname: 'Gila' });
  const refused = await send(importCustomers, other, { seen: late.plan?.seen ?? '' });
  expect(refused.codes).toEqual(['RECORD_CHANGED']);
});

test('a corrected file changes several accounts, each in its own way', async () => {
  const people = (...rows: string[]) => csv(customerHead, ...rows);
  await apply(
    importCustomers,
    people('Hal,Eins,hal@example.com,no,,,,', 'Ida,Zwei,ida@example.com,no,Weg 7,Berlin,DE,10623'),
  );
  await apply(
    importCustomers,
    people('Hal,Drei,hal@example.com,no,Weg 8,Berlin,DE,10623', 'Ina,,ida@example.com,no,,,,'),
  );
  const rows = await db
    .selectFrom('users')
    .leftJoin('addresses', 'addresses.user_id', 'users.id')
    .select(['firstname', 'lastname', 'addresses.fields'])
    .where('users.email', 'in', ['hal@example.com', 'ida@example.com'])
    .orderBy('users.email')
    .execute();
  const house = (fields: unknown) => (fields as { house_number: string } | null)?.house_number;
  expect(rows.map(({ firstname, lastname, fields }) => [firstname, lastname, house(fields)])).toEqual([
    ['Hal', 'Drei', '8'],
    ['Ina', 'Zwei', '7'],
  ]);
});

describe('a long file of products', () => {
  const long = 1_100;
  const rows = (price: (row: number) => number) =>
    csv(
      head,
      ...Array.from(
        { length: long },
        (_, row) => `viel-${row},Viel ${row},,,90,2,${price(row)}.00,${row % 3 > 0}`,
      ),
    );

  /** Returns the prices of the imported products that have a version and an audit log row of their own. */
  async function storedWhole(version: number) {
    const { rows: stored } = await sql<{ slug: string; price: number }>`
      select slug, (draft ->> 'price_cents')::int as price from catalogue_records as record
      join catalogue_versions as saved using (type, slug) join audit_log as change on change.id = saved.change_id
      where slug like 'viel-%' and record.version = ${version} and number = ${version}
        and saved.value = draft and saved.state = 'draft' and change.action = 'catalogue.draft_saved'
        and record_id = type || '.' || slug and change.after -> 'price_cents' = draft -> 'price_cents'`.execute(
      db,
    );
    return new Map(stored.map(({ slug, price }) => [slug, price]));
  }

  test('is stored with few statements, each product with a version and an audit log row of its own', async () => {
    for (const version of [1, 2]) {
      const price = (row: number) => row + version;
      const file = { bytes: rows(price), source: null, language: 'de' as const };
      const counted = countStatements();
      const context = { ...shop.context, db: db.withPlugin(counted.plugin) };
      const seen = await importFile(context, { ...file, seen: null });
      if (!seen.ok) throw new Error(seen.error.code);
      const applied = await importFile(context, { ...file, seen: seen.value.seen });
      expect(applied.ok).toBe(true);
      expect(counted.number()).toBeLessThan(20);
      const stored = await storedWhole(version);
      expect(stored.size).toBe(long);
      for (const row of [0, 499, 500, 501, long - 1])
        expect(stored.get(`viel-${row}`)).toBe(price(row) * 100);
    }
  });
});

describe.each([
  {
    subject: 'products',
    begin: importFile,
    endpoint: importProducts,
    read: operatorEndpoints.getProductImport,
    reader: desk.operator,
    file: csv(head, ...Array.from({ length: 1_100 }, (_, row) => `lang-${row},Lang ${row},,,90,2,9.00,true`)),
    /** Rows of the file in the shop, and how often each was saved. */
    stored: sql<{ count: number; saves: number }>`select count(*), count(distinct slug) as saves
      from catalogue_versions join catalogue_records using (type, slug) where slug like 'lang-%'`,
  },
  {
    subject: 'customers',
    begin: importCustomerFile,
    endpoint: importCustomers,
    read: operatorEndpoints.getCustomerImport,
    reader: support.cookie,
    file: csv(
      customerHead,
      ...Array.from({ length: 1_100 }, (_, row) => `L,R,lang-${row}@example.com,no,Weg 5,Berlin,DE,10623`),
    ),
    stored: sql<{ count: number; saves: number }>`select count(*), count(distinct users.id) as saves
      from users join addresses on user_id = users.id where email like 'lang-%'`,
  },
])('a long import of $subject', ({ begin, endpoint, read, reader, file, stored }) => {
  const readRun = async () => (await shop.call(read, { operator: reader })).value?.data;
  const counts = async () => (await stored.execute(db)).rows[0];

  /** Imports the file; after each portion `step` runs. */
  async function importWith(step: () => Promise<unknown>) {
    const { plan } = await send(endpoint, file);
    const context = { ...shop.context, db: db.withPlugin(afterPortion(step)) };
    return begin(context, { bytes: file, source: null, language: 'de', seen: plan?.seen ?? '' });
  }

  test('that is interrupted stores nothing, and is shown as cut off', async () => {
    const before = await everything();
    const seen: unknown[] = [];
    const lost = importWith(async () => seen.push(await readRun(), await endTransactionOfImport()));
    await expect(lost).rejects.toThrow();
    expect(seen).toMatchObject([{ state: 'running', rows: 1_100, written: 500 }, 1]);
    expect(await readRun()).toMatchObject({ state: 'cut_off', rows: 1_100, written: 500 });
    expect(await everything()).toEqual(before);
  });

  test('shows how many rows are written, and stores each row once', async () => {
    const seen: unknown[] = [];
    const done = await importWith(async () => seen.push(await readRun()));
    expect(done.ok).toBe(true);
    expect(seen).toMatchObject([500, 1_000, 1_100].map((written) => ({ state: 'running', written })));
    expect(await readRun()).toMatchObject({ state: 'done', rows: 1_100, written: 1_100 });
    expect(await counts()).toEqual({ count: 1_100, saves: 1_100 });
  });
});

/** Runs `step` whenever an import has stored its progress. */
function afterPortion(step: () => Promise<unknown>): KyselyPlugin {
  const notes = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"written"')) notes.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (notes.has(queryId)) await step();
      return result;
    },
  };
}

/** Ends the transactions of imports, as when their process is killed. Returns how many it ended. */
async function endTransactionOfImport(): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid, 5000) from (
      select distinct pid from pg_locks
      where mode = 'RowExclusiveLock' and relation in ('users'::regclass, 'catalogue_records'::regclass)
        and database = (select oid from pg_database where datname = current_database())
    ) as writing`.execute(db);
  return rows.length;
}

/** Sends an import twice; the second comes while the first is at work. */
async function sendTwice(...[endpoint, bytes, query]: Required<Parameters<typeof send>>) {
  const lock = endpoint === importProducts ? lockCatalogue : lockUsers;
  const { sent } = await db.transaction().execute(async (trx) => {
    await lock(trx);
    let answered = 0;
    const both = [1, 2].map(() => send(endpoint, bytes, query).finally(() => (answered += 1)));
    expect(await doBothWait(() => answered)).toBe(true);
    return { sent: both };
  });
  return Promise.all(sent);
}

const lockUsers = (trx: Transaction<Database>) =>
  sql`lock table users in share row exclusive mode`.execute(trx);

/** Returns true once both wait for a lock, false when one is answered without having waited. */
async function doBothWait(answered: () => number): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length === 2 || (answered() === 0 && doBothWait(answered));
}

test.each([
  ['products', importProducts, csv(head, 'kelle,Kelle,,,300,5,24.90,true', 'eimer,Eimer,,,300,5,9.90,true')],
  ['customers', importCustomers, csv(customerHead, 'Jo,Ahn,jo@example.com,no,Weg 9,Berlin,DE,10623')],
] as const)(
  'an import of %s that is sent again after a lost response is not done twice',
  async (_, endpoint, file) => {
    const { plan } = await send(endpoint, file);
    const query = { seen: plan?.seen ?? '' };
    const both = await sendTwice(endpoint, file, query);
    expect(both.map(({ codes }) => codes).toSorted()).toEqual([[], ['RECORD_CHANGED']]);
    const done = await everything();
    expect((await send(endpoint, file, query)).codes).toEqual(['RECORD_CHANGED']);
    const again = await send(endpoint, file);
    expect(again.plan?.rows.map(({ state, fields }) => [state, fields])).toEqual(
      plan?.rows.map(() => ['same', []]),
    );
    expect(await everything()).toEqual(done);
  },
);

test('the commands print the plan of each row, and import with --apply', async () => {
  const path = join(folder, 'products.csv');
  await writeFile(path, csv(head, 'winkel,Winkel,,,250,9,14.00,true'));
  const run = (...words: string[]) => runCommand(shop.context, 'import', ...words);
  const seen = await run('products', path);
  expect(seen).toEqual({
    exit: 0,
    lines: [
      'shopify, utf-8',
      'line 2  new  Winkel  position title price_cents stock weight_grams',
      'Nothing was changed. --apply does it.',
    ],
  });
  expect((await run('products', path, '--apply')).lines.at(-1)).toBe('Done.');
  expect((await run('products', path)).lines[1]).toBe('line 2  same  Winkel');
  await writeFile(
    path,
    csv(customerHead, 'Ed,Gut,ed@example.com,yes,Postfach,Bonn,DE,53111', 'Fee,Gut,fee,no,,,,'),
  );
  expect(await run('customers', path, '--apply')).toEqual({
    exit: 1,
    lines: [
      'shopify, utf-8',
      'line 2  new  ed@example.com  firstname lastname  without address and consent',
      'line 3  refused  fee',
      '  line 3, column "Email": this is no e-mail address; correct it',
      'Rows that are refused: 1. Nothing was changed.',
    ],
  });
  expect(await run('customers', join(folder, 'fehlt.csv'))).toMatchObject({ exit: 1 });
});
