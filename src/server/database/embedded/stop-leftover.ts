import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pidFile = 'postmaster.pid';
const pollMs = 50;

/**
 * Stops a PostgreSQL that an earlier, killed host left running on `data`; answers whether there was one.
 * The caller holds the data directory's claim, so nobody else can be using it.
 *
 * The process id in `postmaster.pid` may belong to another program by now (a reboot, a new container): such a
 * process is left alone and the stale file removed, which PostgreSQL itself would refuse to do.
 */
export async function stopLeftover(data: string, patienceMs = 20_000): Promise<boolean> {
  const pid = readPid(data);
  if (pid === null || !isAlive(pid)) return false;
  if (!servesData(pid, data)) {
    rmSync(join(data, pidFile), { force: true });
    return false;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += pollMs) {
    if (waited >= patienceMs) {
      throw new Error(
        `A PostgreSQL left over from an earlier start (process ${pid}) does not stop. ` +
          `Stop it by hand (kill -QUIT ${pid}) and start again.`,
      );
    }
    await pause(pollMs);
  }
  return true;
}

function readPid(data: string): number | null {
  const file = join(data, pidFile);
  if (!existsSync(file)) return null;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function servesData(pid: number, data: string): boolean {
  const command = commandOf(pid).split(' ');
  return basename(command[0] ?? '').startsWith('postgres') && command.includes(data);
}

function commandOf(pid: number): string {
  const asked = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  if (asked.error === undefined) return asked.stdout.trim();
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
}
