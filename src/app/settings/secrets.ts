import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#server/platform/files/replace-file.ts';
import type { Config } from './config.ts';

/** The secrets of the shop; each has at least 32 characters. */
export interface Secrets {
  /** Signs access tokens and links. */
  readonly token: string;
  /** Returns the secret of a module, by its name. */
  of(module: string): string;
}

const secretsFile = 'secrets.json';
const storedSchema = z.record(z.string(), z.string().min(32));

/**
 * Returns the secrets of the configuration. Missing ones are generated once and stored in the data directory
 * (`secrets.json`, readable for its owner only), so that sessions survive a restart.
 */
export function readSecrets({ tokenSecret, dataDir }: Pick<Config, 'tokenSecret' | 'dataDir'>): Secrets {
  const file = join(dataDir, secretsFile);
  return {
    token: tokenSecret ?? readSecret(file, 'token'),
    of: (module) => readSecret(file, module),
  };
}

function readSecret(file: string, name: string): string {
  const stored = readStored(file);
  const known = stored[name];
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('hex');
  replaceFile(file, `${JSON.stringify({ ...stored, [name]: made }, null, 2)}\n`, 0o600);
  return made;
}

function readStored(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {};
  const stored = storedIn(readFileSync(file, 'utf8'));
  if (stored !== null) return stored;
  throw new Error(
    `${file} does not hold the shop's secrets. Restore it from a backup, or remove it: everybody has to log in again.`,
  );
}

/** Parses the secrets file; null if it is incomplete. */
function storedIn(text: string): Readonly<Record<string, string>> | null {
  try {
    return storedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
