import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { keepDatabaseIn } from '#test/support/database-folders.ts';

/** A separate disk for the data of one PostgreSQL. */
export interface SmallDisk {
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Frees the space again. */
  makeRoom(): void;
  close(): void;
}

/** An unprivileged user can reach it, because PostgreSQL does not run as root. */
const places = '/var/lib/meisterhand';

/** Mounts a small disk in memory for the PostgreSQL of a new data directory. Throws without the permission to mount. */
export function openSmallDisk(dataDir: string, megabytes: number): SmallDisk {
  const folder = join(places, `disk-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(places, 0o755);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`A full disk can be tried by root only, who may mount one: ${mounted.stderr}`);
  }
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster);
  keepDatabaseIn(dataDir, cluster);
  const filler = join(folder, 'filler');
  return {
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (const size of [1_048_576, 4_096]) {
          while (statfsSync(folder).bavail * statfsSync(folder).bsize >= size)
            writeSync(file, Buffer.alloc(size, 1));
        }
      } catch {
        // PostgreSQL was faster: it is full.
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    close() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
