import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { nonPersonalColumns } from '#server/personal-data/non-personal-columns.ts';
import { personalColumns } from '#server/personal-data/personal-columns.ts';
import { type PersonalDataKind, personalData } from '#server/personal-data/personal-data.ts';
import { personalFiles } from '#server/personal-data/personal-files.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { startJobs } from '#server/platform/jobs/start-jobs.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { queueColumns } from './queue-columns.ts';

type Held = typeof personalColumns;
type Free = typeof nonPersonalColumns;
type HeldIn<Table> = Table extends keyof Held
  ? {
      [Kind in keyof Held[Table]]: Held[Table][Kind] extends readonly (infer Column)[] ? Column : never;
    }[keyof Held[Table]]
  : never;
type FreeIn<Table> = Table extends keyof Free ? Free[Table][number] : never;

/** The columns that are declared nowhere; the type error lists them. */
type Undeclared = {
  [Table in keyof Database]: `${Table}.${Exclude<keyof Database[Table] & string, HeldIn<Table> | FreeIn<Table>>}`;
}[keyof Database];

const pageFile = join(import.meta.dirname, '../../../docs/behaviour/personal-data.md');
const { db, connectionString } = await openTestDatabase();

/** Returns all columns as `schema.table.column`; the daily tables of pg-boss count as one. */
async function realColumns(): Promise<readonly string[]> {
  const log = { info() {}, warn() {}, error() {} };
  const jobs = await startJobs({ connectionString, log, jobs: [] });
  const { rows } = await sql<{ name: string }>`
    select distinct table_schema || '.' || regexp_replace(table_name, '_[0-9]{8}$', '') || '.' || column_name as name
    from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  await jobs.stop();
  return rows.map(({ name }) => name).toSorted();
}

test('a new column does not compile until it is declared', () => {
  expectTypeOf<Undeclared>().toBeNever();
});

test('each column is declared once, as a kind of personal data or as impersonal', async () => {
  const personal = Object.entries(personalColumns).flatMap(([table, kinds]) =>
    Object.values(kinds).flatMap((columns: readonly string[]) =>
      columns.map((column) => `${table}.${column}`),
    ),
  );
  const impersonal = Object.entries(nonPersonalColumns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const declared = [...personal, ...impersonal].map((column) => `public.${column}`);
  const migrations = ['name', 'checksum', 'applied_at', 'only_adds'].map(
    (column) => `public.schema_migration.${column}`,
  );
  const queue = Object.entries(queueColumns).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `pgboss.${table}.${column}`),
  );
  const all = [...declared, ...migrations, ...queue];
  const real = await realColumns();
  expect({
    undeclared: real.filter((column) => !all.includes(column)),
    gone: all.filter((column) => !real.includes(column)),
    twice: all.filter((column, index) => all.indexOf(column) < index),
  }).toEqual({ undeclared: [], gone: [], twice: [] });
});

const kinds = Object.keys(personalData) as PersonalDataKind[];

/** Returns whether any column holds this kind. */
function isHeld(kind: PersonalDataKind): boolean {
  return Object.values(personalColumns).some(
    (columns) => (columns as Partial<Record<PersonalDataKind, readonly string[]>>)[kind] !== undefined,
  );
}

test('docs/behaviour/personal-data.md is up to date; `vitest -u` writes it', async () => {
  const rows = kinds.map((kind) => {
    const { what, purpose, basis, exported, deletion, ends } = personalData[kind];
    const cells = [what, purpose, basis, exported.join(', ') || 'no', deletion, ends];
    return `| ${cells.join(' | ')} |`;
  });
  const files = personalFiles.map(({ file, what, ends }) => `| ${file} | ${what} | ${ends} |`);
  const page = `${head}${rows.join('\n')}\n${filesHead}${files.join('\n')}\n`;
  expect(kinds.filter((kind) => !isHeld(kind))).toEqual([]);
  // With a wrong path the snapshot would be written elsewhere and never compared with the page.
  expect(existsSync(pageFile)).toBe(true);
  await expect(page).toMatchFileSnapshot(pageFile);
});

const head = `# Personal data

The database holds personal data of these kinds and no other. A test writes this page from
\`src/server/personal-data/personal-data.ts\`, whose tables and columns stand in \`personal-columns.ts\`.

"Exported" names the parts of the [export](accounts.md#account-export). "Deletion" is what the
[deletion of an account](accounts.md#account-deletion) does: what is found by the e-mail address alone is
removed only when the address is confirmed. "Ends" is when the background job deletes it, 200 rows at a time.

| data | purpose | basis | exported | deletion | ends |
|---|---|---|---|---|---|
`;

const filesHead = `
## Files and logs

Outside of the database:

| file | data | ends |
|---|---|---|
`;
