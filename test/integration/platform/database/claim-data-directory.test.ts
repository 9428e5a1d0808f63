import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { runProgram, type TestProcess } from '#test/integration/support/test-process.ts';

let directory: string;
let other: TestProcess | null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'meisterhand-claim-'));
  other = null;
});

afterEach(async () => {
  await other?.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

async function claimInOtherProcess(): Promise<TestProcess> {
  other = runProgram('test/integration/platform/database/run-claim.ts', directory);
  await other.line('claimed');
  return other;
}

test('refuses a directory that a running process has claimed, and reports its process id', async () => {
  const holder = await claimInOtherProcess();
  expect(claimDataDirectory(directory)).toEqual({
    ok: false,
    error: { code: 'IN_USE', directory, pid: holder.pid },
  });
});

test('lets the next process claim the directory after the first one was killed', async () => {
  const holder = await claimInOtherProcess();
  await holder.kill('SIGKILL');
  const claim = claimDataDirectory(directory);
  expect(claim.ok).toBe(true);
  if (claim.ok) claim.value.release();
});

test('a released directory can be claimed again by the same process', () => {
  for (let time = 0; time < 2; time += 1) {
    const claim = claimDataDirectory(directory);
    expect(claim.ok).toBe(true);
    expect(claimDataDirectory(directory).ok).toBe(false);
    if (claim.ok) claim.value.release();
  }
});
