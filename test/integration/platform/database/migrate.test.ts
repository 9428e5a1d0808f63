import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString, db } = await openTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  await sql`drop table if exists schema_migration, basket, apple`.execute(db);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, statements: string): void {
  writeFileSync(join(folder, name), statements);
}

test('runs each new migration once, in order', async () => {
  write('0002-apple.sql', 'create table apple (basket int references basket);');
  write('0001-basket.sql', 'create table basket (id int primary key);');
  expect(await migrate(connectionString, folder)).toEqual(['0001-basket.sql', '0002-apple.sql']);
  expect(await migrate(connectionString, folder)).toEqual([]);
  write('0003-pear.sql', 'alter table apple add column pear int;');
  expect(await migrate(connectionString, folder)).toEqual(['0003-pear.sql']);
});

test('processes that start at once run each migration once', async () => {
  write('0001-basket.sql', 'create table basket (id int primary key); select pg_sleep(0.1);');
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(connectionString, folder)));
  expect(ran.flat()).toEqual(['0001-basket.sql']);
});

test('a migration, and the wait for one of another process, may exceed the timeouts of the role', async () => {
  write('0001-basket.sql', 'create table basket (id int primary key); select pg_sleep(0.4);');
  const limited = new URL(connectionString);
  limited.searchParams.set('options', '-c statement_timeout=100 -c lock_timeout=100');
  const ran = await Promise.all([migrate(limited.href, folder), migrate(limited.href, folder)]);
  expect(ran.flat()).toEqual(['0001-basket.sql']);
});

test('a failing migration is rolled back and reported, earlier ones are kept', async () => {
  write('0001-basket.sql', 'create table basket (id int primary key);');
  write('0002-apple.sql', 'create table apple (id int); select 1 / 0;');
  await expect(migrate(connectionString, folder)).rejects.toThrow(/0002-apple\.sql failed.*division by zero/);
  const { rows } =
    await sql`select to_regclass('basket') is not null as basket, to_regclass('apple') as apple`.execute(db);
  expect(rows).toEqual([{ basket: true, apple: null }]);
});

test('refuses a migration that was changed after it ran', async () => {
  write('0001-basket.sql', 'create table basket (id int primary key);');
  await migrate(connectionString, folder);
  write('0001-basket.sql', 'create table basket (id bigint primary key);');
  await expect(migrate(connectionString, folder)).rejects.toThrow(/0001-basket\.sql was changed/);
});

test('accepts a database that ran a migration before its comments were changed', async () => {
  const earlier = await openTestDatabase();
  const storedChecksum = (checksum: string) =>
    sql`update schema_migration set checksum = ${checksum} where name = '0001-shop.sql'`.execute(earlier.db);
  await storedChecksum('d4257e903962d8000b5b23776b297053c89357424ced0e6e67af772ac29bc95c');
  expect(await migrate(earlier.connectionString)).toEqual([]);
  await storedChecksum('e601966ff29dead6b95b9e01ef11da23c2877b648c1eec8415224e10796927de');
  await expect(migrate(earlier.connectionString)).rejects.toThrow(/0001-shop\.sql was changed/);
});

test('refuses a database from which a newer version removed something, and changes nothing', async () => {
  await sql`create table basket (id int, size int)`.execute(db);
  write('0001-basket.sql', 'alter table basket drop column size;');
  await migrate(connectionString, folder);
  rmSync(join(folder, '0001-basket.sql'));
  // The folder also has a migration that this database lacks.
  write('0002-apple.sql', 'create table apple (id int);');
  await expect(migrate(connectionString, folder)).rejects.toThrow(
    /newer version of the shop.*0001-basket\.sql/,
  );
  const { rows } = await sql`select name, to_regclass('apple') as apple from schema_migration`.execute(db);
  expect(rows).toEqual([{ name: '0001-basket.sql', apple: null }]);
});

test('accepts a database to which a newer version only added something, and migrates it further', async () => {
  write('0001-basket.sql', 'create table basket (id int primary key);');
  write('0002-apple.sql', 'alter table basket add column apple int;');
  await migrate(connectionString, folder);
  rmSync(join(folder, '0002-apple.sql'));
  expect(await migrate(connectionString, folder)).toEqual([]);
  write('0003-pear.sql', 'alter table basket drop column apple;');
  expect(await migrate(connectionString, folder)).toEqual(['0003-pear.sql']);
  rmSync(join(folder, '0003-pear.sql'));
  await expect(migrate(connectionString, folder)).rejects.toThrow(/it knows 0003-pear\.sql\)/);
});

test('treats a migration recorded by the first version as one that may have removed something', async () => {
  await sql`create table schema_migration (name text primary key, checksum text not null,
    applied_at timestamptz not null default now())`.execute(db);
  await sql`insert into schema_migration (name, checksum) values ('0001-basket.sql', 'x')`.execute(db);
  await expect(migrate(connectionString, folder)).rejects.toThrow(/newer version.*0001-basket\.sql/);
});

test('refuses a file whose name does not show its position in the order', async () => {
  write('7-basket.sql', 'select 1;');
  await expect(migrate(connectionString, folder)).rejects.toThrow(/7-basket\.sql: name it like/);
});
