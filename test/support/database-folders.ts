import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Folder of the in-memory file system of Linux. */
export const memory = '/dev/shm';

/**
 * Configures a new data directory so that PostgreSQL stores its files in the temporary folder of this run, if that is
 * in memory. As root, it would store them on disk (docs/behaviour/operations.md#postgresql-as-root).
 */
export function keepDatabaseInMemory(dataDir: string): void {
  if (process.getuid?.() !== 0 || !tmpdir().startsWith(`${memory}/`)) return;
  mkdirSync(dataDir, { recursive: true });
  keepDatabaseIn(dataDir, join(tmpdir(), 'postgres', basename(dataDir)));
}

/** Configures a new data directory so that PostgreSQL stores its files in `folder`. */
export function keepDatabaseIn(dataDir: string, folder: string): void {
  writeFileSync(join(dataDir, 'postgres-location.json'), JSON.stringify({ folder }));
}
