import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { incompatibleStatements } from '#server/platform/database/incompatible-statements.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { runs } from '#test/run-length.ts';

const expanding = [
  'create table pears (id int primary key, name text not null)',
  'alter table orders add column note text',
  'alter table orders add column is_gift boolean not null default false',
  'alter table orders add column kind text check (kind in (1, 2)), add column size int not null default 0',
  'alter table orders alter column note drop not null',
  'create index orders_by_note on orders (note)',
  "insert into notes select id, 'drop table orders' from orders",
  'create function drop_it() returns trigger language plpgsql as $$ begin delete from orders; drop table x; end $$',
  '-- drop table orders',
  '/* alter table orders rename to old */ select 1',
  // Nothing reads what is created here yet.
  'create table pears (id int); alter table pears add check (id > 0); create unique index one on pears (id)',
  'alter table orders add column place int; create unique index one_place on orders (shelf, place)',
  'alter table orders drop constraint known; alter table orders add constraint known check (state in (1, 2, 3))',
  'drop index one; create unique index one on orders (code) where is_open',
];
const contracting = [
  'drop table orders',
  'drop view shown_orders',
  'alter table orders drop column note',
  'alter table orders drop note',
  'alter table orders drop column if exists note',
  'ALTER TABLE orders\n  DROP COLUMN note',
  'alter table orders add column a int, drop column note',
  'alter table orders rename column note to remark',
  'alter table orders rename to old_orders',
  'alter type colour rename value 1 to 2',
  'alter table orders add column note text not null',
  'alter table orders add column a int not null default 0, add column note text not null',
  'alter table orders alter column note set not null',
  'alter table orders alter column note type varchar(20)',
  'alter table orders alter column note drop default',
  'alter table orders add constraint short check (length(note) < 9)',
  'alter table orders add check (length(note) < 9)',
  'create unique index one_note on orders (note)',
  'create unique index one_note on orders(note)',
  'drop index orders_by_note',
  'delete from orders where note is null',
  'truncate orders',
  'alter table orders drop constraint known',
];

test.each(expanding)('is compatible with the earlier version: %s', (sql) => {
  expect(incompatibleStatements(sql)).toEqual([]);
});

test.each(contracting)('is incompatible with the earlier version: %s', (sql) => {
  expect(incompatibleStatements(sql)).toHaveLength(1);
});

propertyTest.prop([fc.constantFrom(...expanding), fc.constantFrom(...contracting), fc.boolean()], {
  numRuns: runs(100),
})(
  'one contracting statement among others is found, whatever stands before and after it',
  (good, bad, isFirst) => {
    const unrelated = good.includes('orders') ? 'create table plums (id int)' : good;
    const file = isFirst ? `${bad};\n${unrelated};` : `${unrelated};\n${bad};`;
    expect(incompatibleStatements(file)).toHaveLength(1);
  },
);

/** The last migration of version 0.1.0 (docs/behaviour/operations.md, "Updates"). */
const ofFirstVersion = 75;

test('migrations since the first version are compatible, or name what the previous version no longer reads', () => {
  const folder = join(projectRoot, 'src/server/platform/database/migrations');
  const incompatible = readdirSync(folder)
    .filter((name) => Number(name.slice(0, 4)) > ofFirstVersion)
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ sql }) => !/^-- Contracts: \S/m.test(sql))
    .map(({ name, sql }) => ({ name, contracts: incompatibleStatements(sql) }))
    .filter(({ contracts }) => contracts.length > 0);
  expect(incompatible).toEqual([]);
});

test('a migration that dropped columns which the previous version still read is found', () => {
  const parcels = readFileSync(
    join(projectRoot, 'src/server/platform/database/migrations/0072-parcels.sql'),
    'utf8',
  );
  expect(incompatibleStatements(parcels)).toEqual([
    'alter table orders drop column carrier, drop column tracking_code',
  ]);
});
