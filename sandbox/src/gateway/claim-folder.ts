import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A folder that this process holds until `release()` or its end. */
export interface FolderClaim {
  /** The folder's real path. */
  readonly directory: string;
  release(): void;
}

/** SQLite's error code for a locked file. */
const sqliteBusy = 5;

/**
 * Locks a folder, so that two gateways never write to the same ledger. Node.js has no file locks, so an empty SQLite
 * file is locked, which the kernel releases when the process ends. If the folder is already locked, returns the
 * recorded id of that process, or `unknown`.
 */
export function claimFolder(path: string): FolderClaim | { readonly heldBy: string } {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const directory = realpathSync(path);
  const pidFile = join(directory, 'server.pid');
  const lock = new DatabaseSync(join(directory, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { readonly errcode?: number }).errcode !== sqliteBusy) throw error;
    return { heldBy: readPid(pidFile) };
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { directory, release: () => lock.close() };
}

function readPid(file: string): string {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
