import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeData } from '#test/e2e/support/start-shop.ts';

/**
 * Gives this process, and those that it starts, a folder of their own for temporary files. It is removed when this
 * process ends, also by a signal that it passes on, with what shops in it keep elsewhere. In it processes also share
 * what Node.js has compiled: a second one that runs the shop's sources starts in less than half of the time.
 */
export function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-run-'));
  // As root, PostgreSQL runs as another user, who has to come through.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  process.on('exit', () => {
    for (const location of globSync(join(folder, '*', 'postgres-location.json')))
      removeData(dirname(location));
    rmSync(folder, { recursive: true, force: true });
  });
}
