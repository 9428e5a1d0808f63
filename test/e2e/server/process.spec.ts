import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { removeData, type ShopOptions, spawnShop, startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

let options: ShopOptions;

test.beforeEach(async () => {
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  options = { port, sandboxPort, dataDir: mkdtempSync(join(tmpdir(), 'meisterhand-process-')) };
});

test.afterEach(() => {
  removeData(options.dataDir);
});

/** Returns the number of running PostgreSQL servers of the shop. */
function databases(): number {
  const { folder } = JSON.parse(readFileSync(join(options.dataDir, 'postgres-location.json'), 'utf8'));
  const commands = execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(`-D ${folder}/data`)).length;
}

test('the shop prints URL and test data, stops with its database on Ctrl-C and restarts', async () => {
  const shop = await startShop(options);
  for (const text of [
    `http://localhost:${options.port}`,
    'lernende@meisterhand.example',
    'WILLKOMMEN10',
    '4111 1111 1111 1111',
  ]) {
    expect(shop.output()).toContain(text);
  }
  expect(databases()).toBe(1);
  expect(await shop.stop('SIGINT')).toEqual({ code: 0 });
  expect(databases()).toBe(0);

  const again = await startShop(options);
  expect(await again.stop('SIGTERM')).toEqual({ code: 0 });
});

test('a second process on the same data directory is refused with a message, and the first continues', async () => {
  const shop = await startShop(options);
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  const second = spawnShop({ ...options, port, sandboxPort });
  await expect.poll(() => second.exitCode()).toBe(1);
  expect(second.output()).toContain(
    `process ${readFileSync(join(options.dataDir, 'server.pid'), 'utf8').trim()}`,
  );
  expect(second.output()).toContain(options.dataDir);
  expect((await fetch(`http://127.0.0.1:${options.port}/readyz`)).status).toBe(200);
  await shop.stop('SIGINT');
});

test('the shop starts again after a kill, with one database', async () => {
  const killed = await startShop(options);
  await killed.stop('SIGKILL');
  const shop = await startShop(options);
  expect(databases()).toBe(1);
  expect(await shop.stop('SIGINT')).toEqual({ code: 0 });
});

test('of two processes that start in one folder at the same time, one builds and the other waits', async () => {
  rmSync(join(projectRoot, 'build/.sources'));
  const build = () => promisify(execFile)('npm', ['run', 'build'], { cwd: projectRoot });
  const outputs = await Promise.all([build(), build()]);
  const built = outputs.filter(({ stdout }) => stdout.includes('Building the storefront'));
  expect(built).toHaveLength(1);
});

test('an invalid setting stops the start with an error message of one line', async () => {
  const shop = spawnShop({ ...options, port: 70_000 });
  await expect.poll(() => shop.exitCode()).toBe(1);
  expect(shop.output()).toContain('PORT is "70000": set a whole number from 1 to 65535.');
});
