import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** A data directory locked by this process until `release()` or the end of the process. */
export interface DataDirectoryClaim {
  /** The directory's real path. */
  readonly directory: string;
  release(): void;
}

/** Another running process holds the directory; `pid` is its recorded process id, if readable. */
export interface DataDirectoryInUse {
  readonly code: 'IN_USE';
  readonly directory: string;
  readonly pid: number | null;
}

const lockFile = 'server.lock';
const pidFile = 'server.pid';
const sqliteBusy = 5;

/**
 * Locks a data directory, so that two processes never work on the same data
 * (docs/behaviour/operations.md#one-process-per-data-directory). Node has no file locks, so this uses the lock of a
 * SQLite file. The kernel releases it when the process ends, also after `kill -9`, and reused process ids do no harm.
 * The file stores no data.
 */
export function claimDataDirectory(path: string): Result<DataDirectoryClaim, DataDirectoryInUse> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const directory = realpathSync(path);
  const lock = new DatabaseSync(join(directory, lockFile), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return err({ code: 'IN_USE', directory, pid: readPid(directory) });
  }
  const file = join(directory, pidFile);
  writeFileSync(file, `${process.pid}\n`);
  chmodSync(file, 0o600);
  return ok({ directory, release: () => lock.close() });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function readPid(directory: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, pidFile), 'utf8'), 10);
    return Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  }
}
