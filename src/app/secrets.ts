import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

/** The secrets of the shop; each has at least 32 characters. */
export interface Secrets {
  /** Signs access tokens and links. */
  readonly token: string;
  /** Shared by the shop and the sandbox gateway. */
  readonly sandbox: string;
}

const secretsFile = 'secrets.json';
const storedSchema = z.object({ token: z.string().min(32), sandbox: z.string().min(32) });

/**
 * Returns the secrets of the configuration. Missing ones are generated once and stored in the data directory
 * (`secrets.json`, readable for its owner only), so that sessions survive a restart.
 */
export function readSecrets(config: Config): Secrets {
  const { tokenSecret, sandbox } = config;
  if (tokenSecret !== null && sandbox.secret !== null) return { token: tokenSecret, sandbox: sandbox.secret };
  const stored = readStored(join(config.dataDir, secretsFile));
  return { token: tokenSecret ?? stored.token, sandbox: sandbox.secret ?? stored.sandbox };
}

function readStored(file: string): Secrets {
  if (existsSync(file)) {
    const stored = storedSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (stored.success) return stored.data;
    throw new Error(
      `${file} does not hold the shop's secrets. Restore it from a backup, or remove it: everybody has to log in again.`,
    );
  }
  const made: Secrets = { token: randomBytes(32).toString('hex'), sandbox: randomBytes(32).toString('hex') };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return made;
}
