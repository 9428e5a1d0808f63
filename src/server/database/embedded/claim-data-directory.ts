import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/** A data directory that belongs to this process until `release()` or the process's death. */
export interface DataDirectoryClaim {
  /** The directory's real path. */
  readonly directory: string;
  release(): void;
}

/** Another living process holds the directory; `pid` is what that process wrote down, if it could be read. */
export interface DataDirectoryInUse {
  readonly code: 'IN_USE';
  readonly directory: string;
  readonly pid: number | null;
}

const lockFile = 'host.lock';
const pidFile = 'host.pid';
const sqliteBusy = 5;

/**
 * Claims a data directory, so that two processes never work on the same data
 * (docs/behaviour/operations.md#one-process-per-data-directory). Node has no file lock of its own, but the SQLite
 * inside it takes one from the kernel: the kernel drops it with the process, also after `kill -9`, and a recycled
 * process id cannot be mistaken for the holder. Nothing is ever stored in that file.
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
