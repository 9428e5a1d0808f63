import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Where Linux has a file system in memory. */
export const memory = '/dev/shm';

/**
 * Lets the PostgreSQL of a new data directory keep its files where the temporary files of this run are, if that is in
 * memory. As root, it would keep them on the disk (docs/behaviour/operations.md#postgresql-as-root).
 */
export function keepDatabaseInMemory(dataDir: string): void {
  if (process.getuid?.() !== 0 || !tmpdir().startsWith(`${memory}/`)) return;
  mkdirSync(dataDir, { recursive: true });
  keepDatabaseIn(dataDir, join(tmpdir(), 'postgres', basename(dataDir)));
}

/** Lets the PostgreSQL of a new data directory keep its files in `folder`. */
export function keepDatabaseIn(dataDir: string, folder: string): void {
  writeFileSync(join(dataDir, 'postgres-location.json'), JSON.stringify({ folder }));
}
