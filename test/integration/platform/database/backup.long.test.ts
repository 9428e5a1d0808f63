import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import { loadFilms } from '#server/learning/films/load-films.ts';
import { readManifest } from '#server/platform/database/backup/manifest.ts';
import { restoreBackup } from '#server/platform/database/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/database/backup/write-backup.ts';
import { migrateAsFarAs, withMigrationLock } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { newSecret, startApiProcess } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { password, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const folders = mkdtempSync(join(tmpdir(), 'meisterhand-backups-'));
let backups = 0;

afterAll(() => rmSync(folders, { recursive: true }));

const newFolder = () => join(folders, `backup-${++backups}`);

function backUp(
  connectionString: string,
  folder: string,
  say: (line: string) => void = () => {},
  films: MediaStorage | null = null,
) {
  const settings = { SITE_URL: 'https://shop.example', TOKEN_SECRET: null };
  const media = [{ name: 'lesson.webm', bytes: 3, sha256: 'a'.repeat(64) }];
  return writeBackup({ connectionString, folder, now: new Date(), settings, media, films, say });
}

const restore = (connectionString: string, folder: string, films: MediaStorage | null = null) =>
  restoreBackup({ connectionString, folder, films, say: () => {} });

/** Returns the row count and a hash of all rows for each table, computed by PostgreSQL. */
async function hashesOf(db: Kysely<Database>): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'`.execute(
    db,
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select count(*)::int as rows,
      md5(coalesce(string_agg(one::text, chr(10) order by one::text), '')) as hash from ${sql.table(name)} one`.execute(
      db,
    );
    hashes[name] = rows[0];
  }
  return hashes;
}

/** Returns keys, checks, indexes and triggers as PostgreSQL describes them. */
async function constraintsOf(db: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text || pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows;
}

async function sumsOf(db: Kysely<Database>): Promise<unknown> {
  const { rows } = await sql`select
    (select sum(total_cents)::int from orders where state = 'paid') as paid,
    (select sum(amount_cents)::int from payment_attempts where state = 'charged') as charged,
    (select sum(balance_cents)::int from gift_codes) as balances,
    (select sum(amount_cents)::int from voucher_entries) as entries`.execute(db);
  return rows[0];
}

describe('a backup', () => {
  test('restores every row and constraint, and users can log in to the restored shop', async () => {
    const target = await openTestDatabase('bare');
    await register(shop, 'ada@example.com');
    await buyAsGuest(shop, { [products.voucher]: 1, [products.book]: 2 });
    await buyAsGuest(shop, { [products.course]: 1 }, { code: 'GUTSCHEIN-50' });
    const folder = newFolder();
    const manifest = await backUp(shop.connectionString, folder);
    await restore(target.connectionString, folder);
    expect(await hashesOf(target.db)).toEqual(await hashesOf(shop.db));
    expect(await constraintsOf(target.db)).toEqual(await constraintsOf(shop.db));
    expect((await backUp(target.connectionString, newFolder())).tables).toEqual(manifest.tables);

    const dataDir = join(folders, 'restored-shop');
    const secrets = { gatewaySecret: newSecret(), tokenSecret: newSecret() };
    const api = await startApiProcess({
      connectionString: target.connectionString,
      gatewayUrl: 'http://127.0.0.1:1',
      dataDir,
      ...secrets,
    });
    onTestFinished(() => api.kill('SIGTERM'));
    const response = await fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada@example.com', password }),
    });
    expect(response.status).toBe(200);
    expect((await response.json()).success).toBe(true);
  });

  test('is a consistent snapshot while money moves between voucher codes', async () => {
    const target = await openTestDatabase('bare');
    await buyAsGuest(shop, { [products.voucher]: 1 });
    const codes = await shop.db.selectFrom('gift_codes').select('id').where('kind', '=', 'voucher').execute();
    const [from, to] = codes;
    if (from === undefined || to === undefined) throw new Error('This test needs two vouchers');
    const sums = await sumsOf(shop.db);
    let isOver = false;
    let moves = 0;
    const moving = (async () => {
      for (; !isOver; moves += 1) {
        // Moves 1 cent per step, 2,000 steps in each direction: balances differ between two moments and stay
        // above 0.
        const amount = moves % 4_000 < 2_000 ? 1 : -1;
        await inTransaction(shop.db, async (trx) => {
          for (const [id, cents] of [
            [from.id, -amount],
            [to.id, amount],
          ] as const) {
            await sql`update gift_codes set balance_cents = balance_cents + ${cents} where id = ${id}`.execute(
              trx,
            );
            await sql`insert into voucher_entries (id, gift_code_id, amount_cents, cause, happened_at)
              values (gen_random_uuid(), ${id}, ${cents}, 'redeemed', now())`.execute(trx);
          }
        });
      }
    })();
    const before = moves;
    const folder = newFolder();
    await backUp(shop.connectionString, folder);
    const during = moves - before;
    isOver = true;
    await moving;
    await restore(target.connectionString, folder);
    expect(during).toBeGreaterThan(0);
    expect(await sumsOf(target.db)).toEqual(sums);
    const { rows } = await sql`select code from gift_codes where balance_cents <> (
      select sum(amount_cents) from voucher_entries where gift_code_id = gift_codes.id) and kind = 'voucher'`.execute(
      target.db,
    );
    expect(rows).toEqual([]);
  });

  test('that was interrupted or has a changed file is refused, and the target stays empty', async () => {
    const target = await openTestDatabase('bare');
    const empty = await hashesOf(target.db);
    const interrupted = newFolder();
    let tables = 0;
    const interrupt = () => {
      tables += 1;
      if (tables === 5) throw new Error('The power is off');
    };
    await expect(backUp(shop.connectionString, interrupted, interrupt)).rejects.toThrow('The power is off');
    expect(readdirSync(interrupted)).toHaveLength(5);
    await expect(restore(target.connectionString, interrupted)).rejects.toThrow('is no complete backup');

    const folder = newFolder();
    await backUp(shop.connectionString, folder);
    const users = readFileSync(join(folder, 'users.copy'));
    for (const damaged of [users.subarray(0, users.length - 9), Buffer.concat([users, users])]) {
      writeFileSync(join(folder, 'users.copy'), damaged);
      await expect(restore(target.connectionString, folder)).rejects.toThrow(
        'users.copy is not as the backup wrote it',
      );
    }
    rmSync(join(folder, 'users.copy'));
    await expect(restore(target.connectionString, folder)).rejects.toThrow('users.copy is not as');
    writeFileSync(join(folder, 'users.copy'), users);
    appendFileSync(join(folder, 'manifest.json'), 'x');
    await expect(readManifest(folder)).rejects.toThrow('is no manifest');
    expect(await hashesOf(target.db)).toEqual(empty);
  });

  test('contains the packaged films, which a restore stores in another storage', async () => {
    const target = await openTestDatabase('bare');
    const storage = (name: string) => createFolderStorage({ directory: join(folders, name) });
    const [films, others] = [storage('films'), storage('others')];
    const content = join(folders, 'content');
    const lesson = 'schumann-eine-taste';
    cpSync(join(projectRoot, 'content/films', lesson), join(content, lesson), { recursive: true });
    await loadFilms({ ...shop.context, media: films }, content);
    const stored = readdirSync(join(folders, 'films'));
    expect(stored.length).toBeGreaterThan(3);
    const folder = newFolder();
    const messages: string[] = [];
    const manifest = await backUp(shop.connectionString, folder, (line) => messages.push(line), films);
    expect(manifest.films.map(({ name }) => name).toSorted()).toEqual(stored.toSorted());

    const [first = '', second = ''] = stored;
    const whole = readFileSync(join(folder, 'films', first));
    writeFileSync(join(folder, 'films', first), whole.subarray(1));
    await expect(restore(target.connectionString, folder, others)).rejects.toThrow(
      `${first} is not as the backup wrote it`,
    );
    expect(existsSync(join(folders, 'others'))).toBe(false);
    writeFileSync(join(folder, 'films', first), whole);
    await restore(target.connectionString, folder, others);
    for (const name of stored)
      expect([name, readFileSync(join(folders, 'others', name))]).toEqual([
        name,
        readFileSync(join(folders, 'films', name)),
      ]);
    const keys = (db: Kysely<Database>) => db.selectFrom('films').select(['id', 'key']).execute();
    expect(await keys(target.db)).toEqual(await keys(shop.db));

    rmSync(join(folders, 'films', second));
    const lost = await backUp(shop.connectionString, newFolder(), (line) => messages.push(line), films);
    expect(lost.films).toHaveLength(stored.length - 1);
    expect(messages.filter((line) => line.includes('missing'))).toEqual([
      `The film file ${second} is missing in the storage, and so in the backup.`,
    ]);
    const without = newFolder();
    expect((await backUp(shop.connectionString, without)).films).toEqual([]);
    expect(existsSync(join(without, 'films'))).toBe(false);
  });

  test('may take longer than the statement timeout of the role', async () => {
    const limited = new URL(shop.connectionString);
    limited.searchParams.set('options', '-c statement_timeout=100 -c lock_timeout=100');
    const isLocked = Promise.withResolvers<void>();
    const holding = inTransaction(shop.db, async (trx) => {
      await sql`lock table users in access exclusive mode`.execute(trx);
      isLocked.resolve();
      await sql`select pg_sleep(0.6)`.execute(trx);
    });
    await isLocked.promise;
    const [manifest] = await Promise.all([backUp(limited.href, newFolder()), holding]);
    expect(manifest.tables.map(({ name }) => name)).toContain('users');
  });

  test('is written to a new folder only, and restored to an empty shop only', async () => {
    const folder = newFolder();
    await backUp(shop.connectionString, folder);
    await expect(backUp(shop.connectionString, folder)).rejects.toThrow('is not empty');
    const before = await hashesOf(shop.db);
    await expect(restore(shop.connectionString, folder)).rejects.toThrow(
      /This shop has data \(.*more tables\)/,
    );
    expect(await hashesOf(shop.db)).toEqual(before);
  });

  test('of an earlier version is migrated to the current one', async () => {
    const earlier = await openTestDatabase('bare');
    const target = await openTestDatabase('bare');
    const { rows } = await sql<{ name: string; checksum: string }>`
      select name, checksum from schema_migration where name < '0008' order by name`.execute(earlier.db);
    await withMigrationLock(earlier.connectionString, async (client) => {
      await client.query('drop schema public cascade; create schema public');
      await migrateAsFarAs(client, rows);
    });
    await sql`insert into users (id, email, preferred_language, created_at)
      values (gen_random_uuid(), 'lernende@meisterhand.example', 'de', now())`.execute(earlier.db);
    const folder = newFolder();
    await backUp(earlier.connectionString, folder);
    await restore(target.connectionString, folder);
    const learner = await target.db.selectFrom('users').select(['email', 'is_demo']).executeTakeFirst();
    expect(learner).toEqual({ email: 'lernende@meisterhand.example', is_demo: true });
    expect(await constraintsOf(target.db)).toEqual(await constraintsOf(shop.db));
  });
});
