import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { stageBinaries } from './stage-binaries.ts';

/** Whom PostgreSQL runs as when the host is root; PostgreSQL itself refuses root. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where one data directory's PostgreSQL lives. */
export interface PostgresPlace {
  /** Holds `data` (the cluster); belongs to the user that PostgreSQL runs as. */
  readonly folder: string;
  /** Holds `bin`, `lib` and `share`. */
  readonly home: string;
  /** Null: PostgreSQL runs as the host's own user. */
  readonly user: UnprivilegedUser | null;
}

const locationFile = 'postgres-location.json';
const durableRoots = [
  '/var/lib/meisterhand',
  '/var/local/meisterhand',
  '/opt/meisterhand',
  '/srv/meisterhand',
];

/**
 * Chooses where the PostgreSQL of `dataDir` lives, and remembers the choice in the data directory
 * (`postgres-location.json`), so that a later start finds it again.
 *
 * As an ordinary user that is `<dataDir>/postgres`. As root, binaries and data lie in a durable folder
 * outside the checkout, because the unprivileged user cannot pass a parent folder with mode 0700
 * (decisions §2). Throws with a cure when no folder can be used.
 */
export function choosePlace(dataDir: string, binaries: PostgresBinaries): PostgresPlace {
  const recorded = readLocation(dataDir);
  if (process.getuid?.() !== 0) {
    const folder = recorded ?? join(dataDir, 'postgres');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeLocation(dataDir, folder);
    return { folder, home: binaries.home, user: null };
  }
  const user = unprivilegedUser();
  const kept = recorded ?? existingFolder(dataDir);
  if (kept !== null) return placeOfRoot(kept, ownerOf(kept) ?? user, binaries);
  const faults: string[] = [];
  for (const root of durableRoots) {
    try {
      const place = placeOfRoot(join(root, folderName(dataDir)), user, binaries);
      writeLocation(dataDir, place.folder);
      return place;
    } catch (error) {
      faults.push(`${root}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and no folder was found where the user ${user.uid} can run it ` +
      `(${faults.join('; ')}). Start as an ordinary user, or set DATABASE_URL.`,
  );
}

function placeOfRoot(folder: string, user: UnprivilegedUser, binaries: PostgresBinaries): PostgresPlace {
  const root = join(folder, '..');
  mkdirSync(root, { recursive: true });
  chmodSync(root, 0o755);
  const home = stageBinaries(binaries, root);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, user.uid, user.gid);
  const probe = spawnSync(join(home, 'bin', 'postgres'), ['--version'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  });
  if (probe.status !== 0) {
    throw new Error(
      `user ${user.uid} cannot run PostgreSQL there (${probe.error?.message ?? probe.stderr.trim()})`,
    );
  }
  return { folder, home, user };
}

/** A fresh data directory at a known path gets a fresh folder: what an earlier one left behind stays untouched. */
function folderName(dataDir: string): string {
  const path = createHash('sha256').update(dataDir).digest('hex').slice(0, 10);
  return `${path}-${randomBytes(4).toString('hex')}`;
}

/** Data that an ordinary user's start made inside the data directory. */
function existingFolder(dataDir: string): string | null {
  const folder = join(dataDir, 'postgres');
  return existsSync(join(folder, 'data')) ? folder : null;
}

function ownerOf(folder: string): UnprivilegedUser | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

/** The system's own `postgres` if there is one, else `nobody`; a user without a name cannot run `initdb`. */
function unprivilegedUser(): UnprivilegedUser {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65534), gid: Number(found?.[3] ?? 65534) };
}

function readLocation(dataDir: string): string | null {
  const file = join(dataDir, locationFile);
  if (!existsSync(file)) return null;
  const { folder }: { folder?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof folder === 'string' && basename(folder) !== '') return folder;
  throw new Error(
    `${file} does not name the folder of the database. Restore it from a backup, or remove it to start anew.`,
  );
}

function writeLocation(dataDir: string, folder: string): void {
  writeFileSync(join(dataDir, locationFile), `${JSON.stringify({ folder }, null, 2)}\n`);
}
