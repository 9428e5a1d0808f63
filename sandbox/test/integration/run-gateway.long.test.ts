import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runSandboxGateway } from '../../src/server/run-gateway.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-gateway-'));

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

function childrenOfThisProcess(): number[] {
  const rows = execFileSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  }).split('\n');
  return rows
    .filter((row) => row.includes('sandbox/src/gateway/process.ts'))
    .map((row) => Number.parseInt(row, 10));
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

test('the gateway is a separate process, is restarted at the same address when it ends, and stops with the shop', async () => {
  const messages: string[] = [];
  const gateway = await runSandboxGateway({
    port: 0,
    dataDir,
    secret: 'a'.repeat(32),
    siteUrl: 'http://localhost:3000',
    publicUrl: null,
    log: (message) => messages.push(message),
  });
  const [first] = childrenOfThisProcess();
  expect(await answers(gateway.url)).toBe(true);
  process.kill(first ?? 0, 'SIGKILL');
  await vi.waitUntil(() => childrenOfThisProcess().some((pid) => pid !== first), { timeout: 120_000 });
  await vi.waitUntil(() => answers(gateway.url), { timeout: 120_000 });
  expect(messages).toEqual([expect.stringContaining('SIGKILL')]);
  await gateway.stop();
  expect(childrenOfThisProcess()).toEqual([]);
  expect(await answers(gateway.url)).toBe(false);
});

test('a gateway that cannot start is reported', async () => {
  const options = { port: 0, dataDir, siteUrl: 'http://localhost:3000', publicUrl: null, log: () => {} };
  await expect(runSandboxGateway({ ...options, secret: 'short' })).rejects.toThrow('does not start');
});
