import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { insertRows } from '#test/integration/support/rows.ts';
import { runShopCommand } from '#test/integration/support/test-process.ts';
import { readCsv } from '#test/support/read-csv.ts';

// These tests start the real process: node src/app/shop-command.ts.

const { db, connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-commands-'));

afterAll(() => {
  removeData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const runShop = (args: readonly string[], environment: Record<string, string>) =>
  runShopCommand(args, { DATA_DIR: dataDir, ...environment });

describe('the shop command', () => {
  const environment = { DATABASE_URL: connectionString };

  test('writes results to standard output, errors to standard error, and returns an exit code', async () => {
    const shop = createOrderShop(db);
    await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
    const { attributes } = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }));
    const found = runShop(['order', attributes.code], environment);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toContain(`Order ${attributes.code}: draft`);
    const exported = runShop(['export', 'orders', '--from', '2026-11-21', '--to', '2026-11-21'], environment);
    expect(readCsv(exported.stdout)).toHaveLength(2);

    const missing = runShop(['order', 'MH-NICHTS'], environment);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toContain('There is no order MH-NICHTS');
    expect(runShop(['order'], environment)).toMatchObject({ status: 2, stdout: '' });
    expect(runShop(['paint'], environment).stderr).toContain('help lists them');
    expect(runShop(['help'], {}).stdout).toContain('coupon create');
  });

  test('removes control characters of terminals from texts of strangers', async () => {
    await insertRows(db, 'declarations', {
      id: randomUUID(),
      kind: 'withdrawal',
      reference: 'W-FREMD',
      declared_code: '\u001b]0;owned\u0007',
      email: 'fremd@example.com',
      name: 'Ada\u001b[2J\u009b31m\u202e Kern\rroot',
      details: JSON.stringify({ lines: [], reason: '\u001b[1A\b' }),
      locale: 'de',
      received_at: new Date(),
      order_id: null,
      subscription_id: null,
      state: 'open',
    });
    const { stdout, stderr } = runShop(['declarations'], environment);
    expect(stdout).toContain('W-FREMD');
    expect(`${stdout}${stderr}`.replaceAll(/\t|\r?\n/g, '')).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test('an invalid configuration or an unreachable database is reported in one sentence', () => {
    const misread = runShop(['coupon', 'list'], { PORT: 'abc', LOG_LEVEL: 'loud' });
    expect(misread.status).toBe(2);
    expect(misread.stderr.trim().split('\n')).toHaveLength(2);
    const away = runShop(['coupon', 'list'], { DATABASE_URL: 'postgres://shop:geheim@127.0.0.1:1/shop' });
    expect(away.status).toBe(1);
    expect(away.stderr).not.toContain('geheim');
    expect(away.stderr).not.toContain('    at ');
  });

  test('masks card numbers that modules print or throw, and prints results unchanged', () => {
    const file = join(dataDir, 'loud-pay.mjs');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(
      file,
      `export default {
        kind: 'payment', name: 'loud_pay', settings: {}, browser: new URL(import.meta.url),
        open() {
          console.log({ n: 4111111111111111 });
          console.error('4111 1111 1111 1111');
          throw new Error('no account for 4111-1111-1111-1111');
        },
      };`,
    );
    const loud = runShop(['coupon', 'list'], { ...environment, PAYMENT_MODULES: file, FORCE_COLOR: '1' });
    expect(loud.status).toBe(1);
    expect(loud.stdout).toContain('[card]');
    expect(loud.stderr).toMatch(/\[card\][\s\S]*no account for \[card\]/);
    expect(`${loud.stdout}${loud.stderr}`).not.toContain('1111');
    const coupon = ['coupon', 'create', '--percent', '10', '--code', '5555555555554444'];
    expect(runShop(coupon, environment)).toMatchObject({ status: 0, stdout: '5555555555554444\n' });
  });

  test('works on a stopped and on a running shop', async () => {
    const made = runShop(['coupon', 'create', '--percent', '10', '--code', 'STILL'], {});
    expect(made).toMatchObject({ status: 0, stdout: 'STILL\n' });

    const claim = claimDataDirectory(dataDir);
    if (!claim.ok) throw new Error('The command has not released the data directory');
    const postgres = await startPostgres({ dataDir, log: () => {} });
    try {
      expect(runShop(['coupon', 'create', '--percent', '10', '--code', 'WACH'], {}).stdout).toBe('WACH\n');
      expect(runShop(['coupon', 'list'], {}).stdout).toMatch(/^STILL, 10 % off[\s\S]*^WACH, 10 % off/m);
    } finally {
      await postgres.stop();
      claim.value.release();
    }
  });
});
