import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadModule } from '#app/settings/load-modules.ts';
import { readModuleSettings, type UnopenedModule } from '#app/settings/read-module-settings.ts';
import { faults } from '#test/support/read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'failing-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Writes a module and returns its path. */
function fileWith(code: string): string {
  files += 1;
  const path = join(folder, `${files}.mjs`);
  writeFileSync(path, code);
  return path;
}

const schema = (validate: string) =>
  `{ ACME_KEY: { '~standard': { version: 1, vendor: 'own', validate: (value) => ${validate} } } }`;
const fine = schema('({ value })');
const failing = (what: string) => `{ throw new Error('${what}\\n    at somewhere'); }`;
const cure = 'Mend the module, or take it out of the configuration.';

/** Writes an analytics module with these parts, and returns its path. */
function statistics(parts: { settings?: string; check?: string; hosts?: string; browserSettings?: string }) {
  const { settings = fine, check = '[]', hosts = '({})', browserSettings = '({})' } = parts;
  return fileWith(`export default {
    kind: 'analytics', name: 'acme', settings: ${settings},
    consent: { purpose: 'statistics', beforeConsent: 'drop' }, browser: new URL(import.meta.url),
    check: () => ${check}, hosts: () => ${hosts}, browserSettings: () => ${browserSettings},
  };`);
}

test.each([
  ['a schema throws', { settings: schema(failing('no schema')) }, 'read ACME_KEY: no schema.'],
  [
    'a schema rejects',
    { settings: schema("Promise.reject(new Error('no schema'))") },
    'read ACME_KEY: no schema.',
  ],
  [
    'a schema returns nothing',
    { settings: schema('undefined') },
    'read ACME_KEY: its schema returns neither a value nor issues.',
  ],
  ['`check` throws', { check: failing('no check') }, 'check its settings: no check.'],
  [
    '`check` returns no list',
    { check: 'true' },
    'check its settings: `check` returns something else than src/ports/modules.ts says.',
  ],
  ['`hosts` throws', { hosts: failing('no host') }, 'name its hosts: no host.'],
  [
    '`hosts` returns no lists',
    { hosts: "({ scripts: 'https://acme.example' })" },
    'name its hosts: `hosts` returns something else than src/ports/modules.ts says.',
  ],
  [
    '`browserSettings` throws',
    { browserSettings: failing('no settings') },
    'say what its browser half is told: no settings.',
  ],
  [
    '`browserSettings` returns what JSON cannot hold',
    { browserSettings: '({ now: new Date() })' },
    'say what its browser half is told: `browserSettings` returns something else than src/ports/modules.ts says.',
  ],
] as const)('%s: one sentence names the module, what failed and the cure', async (_, changed, sentence) => {
  const entry = statistics(changed);
  expect(await faults({ ANALYTICS_MODULES: entry, ACME_KEY: 'key-4711' })).toEqual([
    `The module "acme" cannot ${sentence} ${cure}`,
  ]);
});

test('the hosts of a media module are read as well, and each broken module has a sentence of its own', async () => {
  const media = fileWith(
    `export default { kind: 'media', name: 'films', settings: {}, open() {}, hosts: () => ${failing('no bucket')} };`,
  );
  const ANALYTICS_MODULES = statistics({ check: failing('no check') });
  expect(await faults({ MEDIA_MODULE: media, ANALYTICS_MODULES })).toEqual([
    `The module "films" cannot name its hosts: no bucket. ${cure}`,
    `The module "acme" cannot check its settings: no check. ${cure}`,
  ]);
});

test('the error of a schema is reported without the secret that it read', async () => {
  const settings = schema("{ throw new Error('bad key ' + value + ' of https://me:pw@acme.example'); }");
  const environment = { ANALYTICS_MODULES: statistics({ settings }), ACME_KEY: 'key-4711' };
  expect(await faults(environment)).toEqual([
    `The module "acme" cannot read ACME_KEY: bad key … of https://…@acme.example. ${cure}`,
  ]);
});

const never = new Promise<never>(() => {});

test.each([
  ['read ACME_KEY', { settings: { ACME_KEY: validating(() => never) } }],
  ['check its settings', { check: () => never as never }],
] as const)('a call that never ends is reported with the time limit: %s', async (what, changed) => {
  const module: UnopenedModule = { name: 'acme', settings: {}, ...changed };
  const surroundings = { mode: 'demo', port: 3000, isEarlier: false } as const;
  const { faults: found } = await readModuleSettings(module, {}, surroundings, 10);
  expect(found.map(({ text }) => text)).toEqual([
    `The module "acme" cannot ${what}: it did not answer within 0.01 seconds. ${cure}`,
  ]);
});

function validating(validate: () => Promise<never>) {
  return { '~standard': { version: 1, vendor: 'own', validate } } as const;
}

test('a module whose import never ends is reported with the time limit', async () => {
  const entry = fileWith('await new Promise(() => {});');
  const loaded = await loadModule('mail', 'MAIL_MODULE', entry, 10);
  expect(loaded).toEqual({
    ok: false,
    error: {
      name: 'MAIL_MODULE',
      text: expect.stringContaining(
        `"${entry}", which cannot be loaded (it did not answer within 0.01 seconds): mend it`,
      ),
    },
  });
});
