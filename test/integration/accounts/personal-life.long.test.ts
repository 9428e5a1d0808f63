import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { AccountExport } from '#api/personal-data/personal-data-endpoints.ts';
import { personalColumns } from '#server/personal-data/personal-columns.ts';
import { type PersonalDataKind, personalData } from '#server/personal-data/personal-data.ts';
import { bankTransfer } from '#test/integration/orders/order-shop.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readableForms } from '#test/support/readable-forms.ts';
import { deleteAccountAndCredit } from './account-shop.ts';
import { liveAsLearner, serveLearner } from './whole-life.ts';
import { mailFolder, work } from './whole-life-jobs.ts';
import { guestStem, stem } from './whole-life-people.ts';
import { shopAsGuest } from './whole-life-purchases.ts';

const shop = await openTestShop({ bankTransfer });
const { db } = shop;
const day = 24 * 60 * 60_000;
afterAll(() => rm(mailFolder, { recursive: true, force: true }));

/** A column that the map declares. */
interface Held {
  readonly table: string;
  readonly column: string;
  readonly kind: PersonalDataKind;
}

/** Data of operators is not checked here: it does not come from shoppers. */
const isOfOperators = (kind: string) => kind.startsWith('operator');

const held: readonly Held[] = Object.entries(personalColumns).flatMap(([table, kinds]) =>
  Object.entries(kinds).flatMap(([kind, columns]: [string, readonly string[]]) =>
    kind === 'none' || isOfOperators(kind)
      ? []
      : columns.map((column) => ({ table, column, kind: kind as PersonalDataKind })),
  ),
);

const nameOf = ({ table, column }: Pick<Held, 'table' | 'column'>) => `${table}.${column}`;
const kindOf = new Map(held.map((one) => [nameOf(one), one.kind]));

/** Returns the declared kind of personal data of a column; undefined for an impersonal column. */
function personalDataOf(name: string) {
  const kind = kindOf.get(name);
  return kind === undefined ? undefined : personalData[kind];
}

/** Selects the rows of a table, without the legal texts that all buyers are sent. */
function ownRows(table: string) {
  return table === 'documents'
    ? sql`(select * from documents where key !~ '^(agbs|widerrufsbelehrung):') as own`
    : sql.table(table);
}

/** Returns the values of every declared column as PostgreSQL writes them, without empty ones. */
async function readHeld(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const values = new Map<string, ReadonlySet<string>>();
  for (const [table, ofTable] of Map.groupBy(held, (one) => one.table)) {
    const texts = ofTable.map(({ column }) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`);
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(texts)} from ${ownRows(table)}`.execute(db);
    for (const one of ofTable) {
      const all = rows.map((row) => row[one.column] ?? '');
      values.set(nameOf(one), new Set(all.filter((value) => !['', '{}', '[]', 'false'].includes(value))));
    }
  }
  return values;
}

/** Returns the columns of the whole database by table, of these types or of all. */
async function columnsByTable(types?: readonly string[]) {
  const { rows } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as table, column_name as column, data_type as type
    from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const wanted = rows.filter(({ type }) => types?.includes(type) ?? true);
  return Map.groupBy(wanted, ({ schema, table }) => `${schema}.${table}`);
}

/** Returns the columns of the whole database that contain a text, whatever their type and declared or not. */
async function placesOf(pattern: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, columns] of await columnsByTable()) {
    const matches = columns.map(({ column, type }) => {
      const text =
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
      return sql`bool_or(${text} ~* ${pattern}) as ${sql.ref(column)}`;
    });
    const { rows } = await sql<Record<string, boolean | null>>`
      select ${sql.join(matches)} from ${sql.table(name)}`.execute(db);
    for (const { table, column } of columns) if (rows[0]?.[column] === true) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

/** A text or file that a column holds. */
interface StoredValue {
  /** Table and column. */
  readonly name: string;
  readonly value: string | Buffer;
}

/** Yields every text and file of the whole database. */
async function* storedValues(): AsyncGenerator<StoredValue> {
  const types = ['text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY'];
  for (const [name, columns] of await columnsByTable(types)) {
    const kept = columns.map(({ column, type }) =>
      type === 'bytea' ? sql.ref(column) : sql`${sql.ref(column)}::text as ${sql.ref(column)}`,
    );
    const { rows } = await sql<Record<string, string | Buffer | null>>`
      select ${sql.join(kept)} from ${sql.table(name)}`.execute(db);
    for (const { table, column } of columns)
      for (const row of rows) {
        const value = row[column] ?? null;
        if (value !== null) yield { name: `${table}.${column}`, value };
      }
  }
}

const keyOf = (value: string | Buffer) => (typeof value === 'string' ? value : value.toString('latin1'));

/**
 * Caches the stems that each value contains in any encoding, so that each value is decoded once. Values of the new shop
 * contain none. A stem counts only before a separator, because random data would contain it now and then.
 */
const stemsIn = new Map<string, readonly string[]>();
for await (const { value } of storedValues()) stemsIn.set(keyOf(value), []);

function hides(value: string | Buffer, stems: readonly string[]): boolean {
  const key = keyOf(value);
  let held = stemsIn.get(key);
  if (held === undefined) {
    const forms = readableForms(value);
    held = [stem, guestStem].filter((one) => new RegExp(`${one}[-@ .,]`).test(forms));
    stemsIn.set(key, held);
  }
  return stems.some((one) => held.includes(one));
}

/** Returns the columns and files that contain one of the stems in any encoding. */
async function hiddenPlacesOf(...stems: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { name, value } of storedValues())
    if (!found.has(name) && hides(value, stems)) found.add(name);
  for (const name of await readdir(mailFolder))
    if (hides(await readFile(join(mailFolder, name)), stems)) found.add(name);
  return [...found].toSorted();
}

/** Returns the written mails that contain a text. */
async function filesWith(pattern: string): Promise<readonly string[]> {
  const names = await readdir(mailFolder);
  const texts = await Promise.all(names.map((name) => readFile(join(mailFolder, name), 'latin1')));
  return names.filter((_, at) => new RegExp(pattern, 'i').test(texts[at] ?? ''));
}

/** Returns the texts, numbers and times inside a stored value, as the export writes them. */
function leavesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (value instanceof Date) return [JSON.stringify(value.toISOString())];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return value === null || value === '' ? [] : [JSON.stringify(value)];
}

/** Matches addresses of the shop, of other people, and a new address that is not confirmed. */
const isOfOthers = /hilfe@|-friend@|-new@/;

/** Returns the values that are declared as exported and missing in the export, with their columns. */
async function missingIn(exported: AccountExport, id: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const one of held) {
    const parts: readonly (keyof AccountExport)[] = personalData[one.kind].exported;
    if (parts.length === 0) continue;
    const text = JSON.stringify([id, ...parts.map((part) => exported[part])]);
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(one.column)} as value from ${ownRows(one.table)}`.execute(db);
    const leaves = rows.flatMap(({ value }) => leavesOf(value)).filter((leaf) => !isOfOthers.test(leaf));
    missing.push(...leaves.filter((leaf) => !text.includes(leaf)).map((leaf) => `${nameOf(one)}: ${leaf}`));
  }
  return missing;
}

/** Advances the clock by days, at first in steps of three hours, in which mails and webhooks are retried. */
async function pass(days: { readonly from: number; readonly to: number }): Promise<void> {
  for (let now = days.from; now < days.to; ) {
    const step = Math.min(days.to - now, now < 7 ? 1 / 8 : now < 45 ? 1 : days.to);
    now += step;
    shop.advance(step * day);
    await work(shop);
  }
}

/** Ids that remain where orders and mails refer to each other; their rows name nobody. */
const onlyIds = ['orders.user_id', 'outbox.facts'];

test('all data of a learner is exported, and deleted after the declared periods', async () => {
  // The demo shop has a learner of its own.
  for (const table of ['lesson_progress', 'entitlements', 'users'] as const)
    await db.deleteFrom(table).execute();
  const before = await readHeld();
  const me = await liveAsLearner(shop);
  await serveLearner(shop, me);
  const answer = await shop.call(endpoints.exportAccount, { params: { id: me.id }, bearer: me.access });
  const data = answer.value?.data;
  if (data === undefined) throw new Error(`Not exported: ${answer.text}`);
  expect(await missingIn(data.attributes, me.id), 'not exported').toEqual([]);

  await shopAsGuest(shop);
  const lived = new Map(
    [...(await readHeld())].map(([name, values]) => [
      name,
      [...values].filter((value) => !before.get(name)?.has(value)),
    ]),
  );
  const empty = [...lived].filter(([, values]) => values.length === 0).map(([name]) => name);
  expect(empty, 'declared columns that were never filled').toEqual([]);

  const ofOperators = (await placesOf(`${stem}|${guestStem}`)).filter((name) => !kindOf.has(name));
  expect(ofOperators, 'data of a shopper in columns that are not declared').toEqual([]);
  expect((await filesWith(stem)).length).toBeGreaterThan(10);
  const isFile = (name: string) => name.includes('-');
  const hidden = await hiddenPlacesOf(stem, guestStem);
  expect(
    hidden.filter((name) => !kindOf.has(name) && !isFile(name)),
    'kept in another encoding',
  ).toEqual([]);
  expect(hidden.filter(isFile).length, 'mails, some of which are encoded').toBeGreaterThan(10);

  shop.advance(60_000);
  expect((await deleteAccountAndCredit(shop, me)).value?.state).toBe('deleted');
  await work(shop);
  const isRemoved = (name: string) => personalDataOf(name)?.deletion !== 'kept';
  expect((await placesOf(stem)).filter(isRemoved), 'left after the deletion').toEqual([]);
  expect((await hiddenPlacesOf(stem)).filter((name) => !isFile(name) && isRemoved(name))).toEqual([]);

  const terms = Object.values(personalData).map(({ keptDays }) => keptDays);
  let passed = 0;
  for (const term of [...new Set(terms)].filter(Number.isFinite).toSorted((one, other) => one - other)) {
    // Two more days, in which mails are sent or given up and links expire.
    await pass({ from: passed, to: term + 2 });
    passed = term + 2;
    const isOver = (name: string) => (personalDataOf(name)?.keptDays ?? 0) <= term && !onlyIds.includes(name);
    const texts = (await placesOf(`${stem}|${guestStem}`)).filter(isOver);
    if (term >= personalData.mail.keptDays) texts.push(...(await filesWith(`${stem}|${guestStem}`)));
    const now = await readHeld();
    const values = [...lived]
      .filter(([name, was]) => isOver(name) && was.some((value) => now.get(name)?.has(value)))
      .map(([name]) => name);
    expect([...texts, ...values], `left ${passed} days after the deletion`).toEqual([]);
  }
  expect(await placesOf(`${stem}|${guestStem}`)).toEqual([]);
  expect(await hiddenPlacesOf(stem, guestStem)).toEqual([]);
});
