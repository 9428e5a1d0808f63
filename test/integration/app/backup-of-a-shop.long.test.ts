import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { runShopCommand as run } from '#test/integration/support/test-process.ts';

// These tests start the real process: node src/app/shop-command.ts.

const shop = await openTestDatabase('shop');
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-backup-command-'));
const entry = join(projectRoot, 'src/app/shop-command.ts');

afterAll(() => {
  removeData(join(folder, 'new-shop'));
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands backup and restore', () => {
  test('move a shop into the embedded PostgreSQL, and list what else must be copied', async () => {
    const backup = join(folder, 'whole');
    const made = run(['backup', backup], {
      DATABASE_URL: shop.connectionString,
      SITE_URL: 'https://shop.example',
      TOKEN_SECRET: 'a secret of thirty-two characters',
    });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toContain(`The backup in ${backup} is complete.`);
    expect(made.stdout).toContain('Settings: SITE_URL=https://shop.example');
    expect(made.stdout).toContain('Secret settings, not in the backup: DATABASE_URL, TOKEN_SECRET');
    expect(readFileSync(join(backup, 'manifest.json'), 'utf8')).not.toContain('thirty-two');
    expect(made.stdout).toMatch(/Films of the content, not in the backup: [1-9]\d+ files/);
    expect(made.stdout).toContain('Packaged films in the backup: 0 files, 0 MB');

    const restored = run(['restore', backup], { DATA_DIR: join(folder, 'new-shop') });
    expect(restored.status).toBe(0);
    expect(restored.stdout).toContain('users: 1 rows');
    expect(restored.stdout).toContain('films: 0 files stored');
    expect(restored.stdout).not.toContain('The film');
    const again = run(['restore', backup], { DATA_DIR: join(folder, 'new-shop') });
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain('This shop has data');
  });

  test('a backup that was killed is refused', async () => {
    const target = await openTestDatabase();
    const backup = join(folder, 'killed');
    await shop.db.transaction().execute(async (trx) => {
      // The backup waits until the lock on this table is released.
      await sql`lock table wish_list_items in access exclusive mode`.execute(trx);
      const child = spawn(process.execPath, [entry, 'backup', backup], {
        env: { PATH: process.env.PATH, DATABASE_URL: shop.connectionString },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await vi.waitUntil(() => existsSync(backup), { timeout: 120_000, interval: 20 });
      child.kill('SIGKILL');
      await ended;
    });
    expect(readdirSync(backup)).not.toContain('manifest.json');
    const restored = run(['restore', backup], { DATABASE_URL: target.connectionString });
    expect(restored).toMatchObject({ status: 1, stdout: '' });
    expect(restored.stderr).toContain('is no complete backup');
  });

  test('require a folder', () => {
    expect(run(['backup'], {})).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('FOLDER is missing'),
    });
    expect(run(['help'], {}).stdout).toContain('restore FOLDER');
  });
});
