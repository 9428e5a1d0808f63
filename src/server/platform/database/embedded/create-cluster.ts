import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresFolders } from './postgres-folders.ts';

/** Name of the only role and of the database. */
export const databaseName = 'meisterhand';

/**
 * Creates the database cluster of `place` unless it exists; returns its folder. The finished cluster is renamed into
 * place, so an interrupted start leaves no partial one.
 */
export function createCluster(place: PostgresFolders, password: string): string {
  const data = join(place.folder, 'data');
  if (existsSync(join(data, 'PG_VERSION'))) {
    refuseOtherVersion(place, data);
    return data;
  }
  const draft = join(place.folder, 'data.new');
  const passwordFile = join(place.folder, 'password.new');
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.user !== null) chownSync(passwordFile, place.user.uid, place.user.gid);
  const made = spawnSync(
    join(place.home, 'bin', 'initdb'),
    [
      `--pgdata=${draft}`,
      `--username=${databaseName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The C.UTF-8 locale of PostgreSQL is the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...(place.user ?? {}), cwd: place.folder, env: postgresEnvironment(), encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    const reason = made.error?.message ?? `${made.stdout}${made.stderr}`.trim();
    throw new Error(`PostgreSQL could not set up its data in ${place.folder}: ${reason}`);
  }
  renameSync(draft, data);
  return data;
}

/** The environment of PostgreSQL, without the `PG…` variables of the caller. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', TZ: 'UTC', NODE_ENV: undefined };
}

function refuseOtherVersion(place: PostgresFolders, data: string): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const printed = spawnSync(join(place.home, 'bin', 'postgres'), ['--version'], {
    ...(place.user ?? {}),
    cwd: place.folder,
    encoding: 'utf8',
  });
  const major = /(\d+)/.exec(printed.stdout ?? '')?.[1];
  if (major === made) return;
  throw new Error(
    `The data in ${data} belongs to PostgreSQL ${made}, but npm brought PostgreSQL ${major}. ` +
      'Make a backup with the earlier version (npm run shop -- backup FOLDER) and restore it with this one into ' +
      'another DATA_DIR (npm run shop -- restore FOLDER).',
  );
}
