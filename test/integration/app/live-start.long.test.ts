import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { liveSettings as live, startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

// These tests start the process of `npm start` with a database on the PostgreSQL server of the test run.

const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-live-'));
let started: Child | null = null;

afterEach(async () => {
  await started?.end('SIGTERM');
  started = null;
});

afterAll(() => removeData(dataDir));

async function start(connectionString: string, settings: Readonly<Record<string, string>>): Promise<Child> {
  started = await startShop({ connectionString, dataDir, settings });
  return started;
}

describe('a live start on an empty database', async () => {
  const { db, connectionString } = await openTestDatabase();

  test('has no demo learner, no demo code and no campaign of a demo coupon; afterwards no demo starts on it', async () => {
    const shop = await start(connectionString, live);
    for (const table of ['users', 'gift_codes', 'coupon_codes', 'promotions'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    for (const code of ['GUTSCHEIN-50', 'GESCHENK-CLARA', 'WILLKOMMEN10']) {
      const info = await fetch(`${shop.url}/api/code/info`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      expect((await info.json()).errors[0].code).toBe('UNKNOWN');
    }
    const campaigns = await (await fetch(`${shop.url}/api/contents/campaigns`)).json();
    expect(campaigns.data.map((one: { id: string }) => one.id)).not.toContain('herbst');
    expect((await fetch(`${shop.url}/api/contents/campaigns/herbst`)).status).toBe(404);
    expect(await shop.end('SIGTERM')).toBe(0);

    await expect(start(connectionString, {})).rejects.toThrow(
      'This database belongs to a live shop, and SHOP_MODE is demo',
    );
    const command = spawnSync(process.execPath, [join(projectRoot, 'src/app/content-command.ts')], {
      env: { PATH: process.env.PATH, DATABASE_URL: connectionString, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(command.stderr).toContain('set SHOP_MODE=live');
    expect(command.status).toBe(1);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    await start(connectionString, live);
  });
});
