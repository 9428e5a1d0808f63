import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { TestDatabase } from '#test/integration/support/database.ts';

const migrations = join(projectRoot, 'src/server/platform/database/migrations');

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/**
 * Empties the database and runs all migrations before the one whose file name ends with `ending`. Returns a function
 * that runs only this one.
 */
export async function openOlderVersion({ connectionString, db }: TestDatabase, ending: string) {
  const names = readdirSync(migrations).toSorted();
  const added = names.find((name) => name.endsWith(ending)) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copy = (name: string) => cpSync(join(migrations, name), join(folder, name));
  for (const name of names.filter((one) => one < added)) copy(name);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(connectionString, folder);
  return async () => {
    copy(added);
    expect(await migrate(connectionString, folder)).toEqual([added]);
  };
}
