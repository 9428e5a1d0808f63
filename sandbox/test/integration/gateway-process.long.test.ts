import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { requestFor } from 'meisterhand/kits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandboxGateway } from '../../src/server/sandbox-payment-gateway.ts';

const entry = join(import.meta.dirname, '../../src/gateway/process.ts');
const secret = 'a secret of the integration test';
let dataDir: string;
let started: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-gateway-'));
  started = [];
});

afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true });
});

function run(changes: Readonly<Record<string, string>> = {}): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PORT: '0',
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_SECRET: secret,
  };
  const child = spawn(process.execPath, [entry], {
    env: { ...env, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

/** Returns the URL from the first output line, which reports that the gateway is ready. */
async function ready(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('No output to read');
  const [line] = await once(child.stdout, 'data');
  return JSON.parse(String(line)).listening;
}

async function failure(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  if (child.stderr === null) throw new Error('No output to read');
  const said = await text(child.stderr);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, said };
}

function charge(baseUrl: string, attempt: string) {
  return createSandboxGateway({ baseUrl, secret, fetch }).charge(
    requestFor('fake-valid-nonce', { attempt_key: attempt, order_code: attempt }),
  );
}

test('outcomes that were returned before a kill -9 are known afterwards', async () => {
  const first = run();
  const url = await ready(first);
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => charge(url, `A-${index}`)));
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = await ready(run());
  const gateway = createSandboxGateway({ baseUrl: second, secret, fetch });
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome.outcome).toBe('authorised');
    expect(await gateway.findCharge(`A-${index}`)).toEqual(outcome);
  }
});

test('charges that a kill -9 interrupts are complete or did not happen', async () => {
  const first = run();
  const url = await ready(first);
  const attempts = Array.from({ length: 40 }, (_, index) => `B-${index}`);
  const pending = attempts.map((attempt) => charge(url, attempt));
  await Promise.race(pending);
  first.kill('SIGKILL');
  const outcomes = await Promise.all(pending);
  const gateway = createSandboxGateway({ baseUrl: await ready(run()), secret, fetch });
  for (const [index, attempt] of attempts.entries()) {
    const found = await gateway.findCharge(attempt);
    expect(found.outcome).toMatch(/^(authorised|never_charged)$/);
    if (outcomes[index]?.outcome === 'authorised') expect(found).toEqual(outcomes[index]);
  }
});

test.each(['SIGTERM', 'SIGINT'] as const)('stops with code 0 on %s', async (signal) => {
  const child = run();
  await ready(child);
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a forked gateway reports its URL, continues after Ctrl-C and stops after its parent process', async () => {
  const env = { SANDBOX_PORT: '0', SANDBOX_DATA_DIR: dataDir, SANDBOX_SECRET: secret };
  const child = fork(entry, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  started.push(child);
  const [message] = await once(child, 'message');
  child.kill('SIGINT');
  expect(await charge(message.listening, 'C-1')).toMatchObject({ outcome: 'authorised' });
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a second gateway on the same folder is refused with the process id of the first', async () => {
  const holder = run();
  await ready(holder);
  const refused = await failure(run());
  expect(refused.code).toBe(1);
  expect(refused.said).toContain(`is in use by process ${holder.pid}`);
});

test('a port in use is reported with a solution', async () => {
  const port = new URL(await ready(run())).port;
  const refused = await failure(run({ SANDBOX_PORT: port, SANDBOX_DATA_DIR: join(dataDir, 'other') }));
  expect(refused).toEqual({
    code: 1,
    said: expect.stringContaining(`port ${port} is taken: set SANDBOX_PORT`),
  });
});

test('every invalid setting is reported in a separate line', async () => {
  const wrong = {
    SANDBOX_PORT: '70000',
    SANDBOX_SECRET: 'short',
    SANDBOX_SHOP_ORIGINS: 'https://shop.example/path',
    SANDBOX_PUBLIC_URL: 'pay.shop.example',
  };
  const { code, said } = await failure(run(wrong));
  expect(code).toBe(1);
  for (const name of Object.keys(wrong)) expect(said).toContain(`sandbox gateway: ${name}: set `);
  expect(said.trim().split('\n')).toHaveLength(4);
});
