import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { root } from '#test/run/run-command.ts';

interface Started {
  readonly runner: ChildProcess;
  /** Process ids. */
  readonly stage: number;
  readonly program: number;
  readonly folder: string;
}

let started: Started | null = null;

/** Starts a run and returns when its program is running. */
async function startRun(): Promise<Started> {
  const runner = spawn(process.execPath, ['test/unit/run/run-something.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (runner.stdout === null) throw new Error('The run has no output');
  for await (const line of createInterface(runner.stdout)) {
    started = { runner, ...JSON.parse(line) };
    return started as Started;
  }
  throw new Error('The run ended before its program worked');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Where process 1 does not reap orphans, as in a container, ended ones stay as zombies.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

afterEach(() => {
  if (started === null) return;
  const { runner, stage, program } = started;
  for (const pid of [runner.pid ?? 0, stage, program])
    if (pid !== 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  started = null;
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s to a run ends its stage and its programs, and leaves no file', async (signal, code) => {
  const { runner, stage, program, folder } = await startRun();
  expect([stage, program].map(isRunning)).toEqual([true, true]);
  expect(existsSync(folder)).toBe(true);
  runner.kill(signal);
  expect(await once(runner, 'exit')).toEqual([code, null]);
  await expect.poll(() => [stage, program].map(isRunning)).toEqual([false, false]);
  expect(existsSync(folder)).toBe(false);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to a stage ends its programs, and the run goes on',
  async (signal) => {
    const { runner, stage, program, folder } = await startRun();
    process.kill(stage, signal);
    await once(runner, 'exit');
    await expect.poll(() => [stage, program].map(isRunning)).toEqual([false, false]);
    expect(existsSync(folder)).toBe(false);
  },
);
