import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';

/**
 * Copies PostgreSQL into `root`, readable and executable for everybody, and answers its new home.
 * A copy of the same version is used again; half a copy is never seen, because the finished one is renamed.
 */
export function stageBinaries(binaries: PostgresBinaries, root: string): string {
  const home = join(root, `postgresql-${binaries.version}`);
  if (existsSync(home)) return home;
  const draft = mkdtempSync(join(root, '.staging-'));
  try {
    cpSync(binaries.home, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
    });
    openForAll(draft);
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have finished the same copy first.
    if (!existsSync(home)) throw error;
  }
  return home;
}

function openForAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}
