import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { insertRows } from '#test/integration/support/rows.ts';
import { readCsv } from '#test/support/read-csv.ts';

// These tests start the real process: node src/app/shop-command.ts.

const { db, connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-commands-'));

afterAll(() => {
  removeData(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

function runShop(words: readonly string[], environment: Record<string, string>) {
  const { PATH } = process.env;
  const ran = spawnSync(process.execPath, [join(projectRoot, 'src/app/shop-command.ts'), ...words], {
    env: { PATH, DATA_DIR: dataDir, ...environment },
    encoding: 'utf8',
    timeout: 240_000,
  });
  return { exit: ran.status, said: ran.stdout, complained: ran.stderr };
}

describe('the operators’ process', () => {
  const environment = { DATABASE_URL: connectionString };

  test('writes results to standard output, errors to standard error, and returns an exit code', async () => {
    const shop = createOrderShop(db);
    await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
    const { attributes } = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }));
    const found = runShop(['order', attributes.code], environment);
    expect(found).toMatchObject({ exit: 0, complained: '' });
    expect(found.said).toContain(`Order ${attributes.code}: draft`);
    const exported = runShop(['export', 'orders', '--from', '2026-11-21', '--to', '2026-11-21'], environment);
    expect(readCsv(exported.said)).toHaveLength(2);

    const missing = runShop(['order', 'MH-NICHTS'], environment);
    expect(missing).toMatchObject({ exit: 1, said: '' });
    expect(missing.complained).toContain('There is no order MH-NICHTS');
    expect(runShop(['order'], environment)).toMatchObject({ exit: 2, said: '' });
    expect(runShop(['paint'], environment).complained).toContain('help lists them');
    expect(runShop(['help'], {}).said).toContain('coupon create');
  });

  test('shows what strangers wrote without what a terminal would obey', async () => {
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
    const { said, complained } = runShop(['declarations'], environment);
    expect(said).toContain('W-FREMD');
    expect(`${said}${complained}`.replaceAll(/\t|\r?\n/g, '')).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test('an invalid configuration or an unreachable database is reported in one sentence', () => {
    const misread = runShop(['coupon', 'list'], { PORT: 'abc', LOG_LEVEL: 'loud' });
    expect(misread.exit).toBe(2);
    expect(misread.complained.trim().split('\n')).toHaveLength(2);
    const away = runShop(['coupon', 'list'], { DATABASE_URL: 'postgres://shop:geheim@127.0.0.1:1/shop' });
    expect(away.exit).toBe(1);
    expect(away.complained).not.toContain('geheim');
    expect(away.complained).not.toContain('    at ');
  });

  test('masks cards in what modules print and throw, and prints results as they are', () => {
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
    expect(loud.exit).toBe(1);
    expect(loud.said).toContain('[card]');
    expect(loud.complained).toMatch(/\[card\][\s\S]*no account for \[card\]/);
    expect(`${loud.said}${loud.complained}`).not.toContain('1111');
    const coupon = ['coupon', 'create', '--percent', '10', '--code', '5555555555554444'];
    expect(runShop(coupon, environment)).toMatchObject({ exit: 0, said: '5555555555554444\n' });
  });

  test('works on a stopped and on a running shop', async () => {
    const made = runShop(['coupon', 'create', '--percent', '10', '--code', 'STILL'], {});
    expect(made).toMatchObject({ exit: 0, said: 'STILL\n' });

    const claim = claimDataDirectory(dataDir);
    if (!claim.ok) throw new Error('The command has not given the data back');
    const postgres = await startPostgres({ dataDir, log: () => {} });
    try {
      expect(runShop(['coupon', 'create', '--percent', '10', '--code', 'WACH'], {}).said).toBe('WACH\n');
      expect(runShop(['coupon', 'list'], {}).said).toMatch(/^STILL, 10 % off[\s\S]*^WACH, 10 % off/m);
    } finally {
      await postgres.stop();
      claim.value.release();
    }
  });
});
