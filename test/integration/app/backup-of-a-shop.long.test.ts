import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

// These tests start the real process: node src/app/shop-command.ts.

const shop = await openTestDatabase('shop');
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-backup-command-'));
const entry = join(projectRoot, 'src/app/shop-command.ts');
const { PATH } = process.env;

afterAll(() => {
  removeData(join(folder, 'new-shop'));
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const ran = spawnSync(process.execPath, [entry, ...words], {
    env: { PATH, ...environment },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { exit: ran.status, said: ran.stdout, complained: ran.stderr };
}

describe('the commands backup and restore', () => {
  test('move a shop into the embedded PostgreSQL, and list what else must be copied', async () => {
    const backup = join(folder, 'whole');
    const made = run(['backup', backup], {
      DATABASE_URL: shop.connectionString,
      SITE_URL: 'https://shop.example',
      TOKEN_SECRET: 'a secret of thirty-two characters',
    });
    expect(made).toMatchObject({ exit: 0, complained: '' });
    expect(made.said).toContain(`The backup in ${backup} is complete.`);
    expect(made.said).toContain('Settings: SITE_URL=https://shop.example');
    expect(made.said).toContain('Secret settings, not in the backup: DATABASE_URL, TOKEN_SECRET');
    expect(readFileSync(join(backup, 'manifest.json'), 'utf8')).not.toContain('thirty-two');
    expect(made.said).toMatch(/Films of the content, not in the backup: [1-9]\d+ files/);
    expect(made.said).toContain('Packaged films in the backup: 0 files, 0 MB');

    const restored = run(['restore', backup], { DATA_DIR: join(folder, 'new-shop') });
    expect(restored.exit).toBe(0);
    expect(restored.said).toContain('users: 1 rows');
    expect(restored.said).toContain('films: 0 files stored');
    expect(restored.said).not.toContain('The film');
    const again = run(['restore', backup], { DATA_DIR: join(folder, 'new-shop') });
    expect(again).toMatchObject({ exit: 1, said: '' });
    expect(again.complained).toContain('This shop has data');
  });

  test('a backup that was killed is refused', async () => {
    const target = await openTestDatabase();
    const backup = join(folder, 'killed');
    await shop.db.transaction().execute(async (trx) => {
      // The backup waits until the lock on this table is released.
      await sql`lock table wish_list_items in access exclusive mode`.execute(trx);
      const child = spawn(process.execPath, [entry, 'backup', backup], {
        env: { PATH, DATABASE_URL: shop.connectionString },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await vi.waitUntil(() => existsSync(backup), { timeout: 120_000, interval: 20 });
      child.kill('SIGKILL');
      await ended;
    });
    expect(readdirSync(backup)).not.toContain('manifest.json');
    const restored = run(['restore', backup], { DATABASE_URL: target.connectionString });
    expect(restored).toMatchObject({ exit: 1, said: '' });
    expect(restored.complained).toContain('is no complete backup');
  });

  test('require a folder', () => {
    expect(run(['backup'], {})).toMatchObject({
      exit: 2,
      complained: expect.stringContaining('FOLDER is missing'),
    });
    expect(run(['help'], {}).said).toContain('restore FOLDER');
  });
});
