import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { restoreBackup } from '#server/platform/database/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/database/backup/write-backup.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { connectionString } = await openTestDatabase('bare');
const folders = mkdtempSync(join(tmpdir(), 'meisterhand-backup-'));
afterAll(() => rmSync(folders, { recursive: true }));

const common = { films: null, say: () => {} };

function backUp(from: string, name: string) {
  const copied = { settings: {}, media: [], now: new Date() };
  return writeBackup({ connectionString: from, folder: join(folders, name), ...copied, ...common });
}

test('a backup fills an empty database with every row of the shop', async () => {
  await buyAsGuest(shop, { [products.course]: 1, [products.book]: 2 });
  const { tables } = await backUp(shop.connectionString, 'first');
  expect(tables.find(({ name }) => name === 'orders')?.rows).toBe(1);
  await restoreBackup({ connectionString, folder: join(folders, 'first'), ...common });
  expect((await backUp(connectionString, 'second')).tables).toEqual(tables);
});
