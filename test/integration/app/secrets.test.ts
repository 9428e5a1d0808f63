import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '#app/settings/config.ts';
import { readSecrets } from '#app/settings/secrets.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-secrets-'));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

async function configWith(environment: Record<string, string>): Promise<Config> {
  const config = await readConfig({ DATA_DIR: dataDir, ...environment });
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

test('secrets are created once, readable by the owner only, and reused', async () => {
  const made = readSecrets(await configWith({}));
  expect(made.token).not.toBe(made.of('acme'));
  expect(made.of('acme')).not.toBe(made.of('other'));
  expect(made.token.length).toBeGreaterThanOrEqual(32);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  const again = readSecrets(await configWith({}));
  expect([again.token, again.of('acme'), again.of('other')]).toEqual([
    made.token,
    made.of('acme'),
    made.of('other'),
  ]);
});

test('secrets that the operator sets are used, and only the others are created', async () => {
  const token = 't'.repeat(32);
  const made = readSecrets(await configWith({ TOKEN_SECRET: token }));
  expect(made.token).toBe(token);
  expect(made.of('acme')).toHaveLength(64);
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(token);
});

test.each(['{"token": "short"}', '{"token": "0123', ''])(
  'an invalid file is reported with the cure, not overwritten: %s',
  async (text) => {
    const file = join(dataDir, 'secrets.json');
    writeFileSync(file, text);
    const config = await configWith({});
    expect(() => readSecrets(config)).toThrow(`${file} does not hold the shop's secrets. Restore it`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

test('a partial file that a crash left is replaced, and only the owner can read the secrets', async () => {
  writeFileSync(join(dataDir, 'secrets.json.part'), '{"token": "0123', { mode: 0o644 });
  const { token } = readSecrets(await configWith({}));
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  expect(readSecrets(await configWith({})).token).toBe(token);
});
