import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { spawnChild } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'module-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a module with this code, and returns its path. */
function module(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, code);
  return path;
}

/** Runs a start that fails before it opens anything. */
const runStart = (ANALYTICS_MODULES: string, ...options: readonly string[]) =>
  spawnSync(process.execPath, [join(projectRoot, 'src/app/start.ts'), ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ANALYTICS_MODULES },
  });

const service = "name: 'acme', settings: {}, hosts: () => ({}), browserSettings: () => ({})";
const consent = "consent: { purpose: 'statistics', beforeConsent: 'drop' }";

describe('the start fails before the build, with a one-line error, if', () => {
  test.each([
    ['a path leads nowhere', './nowhere.ts', /which cannot be loaded \(Cannot find module/],
    ['a file has no default export', module('named', 'export const service = 1;'), /has no default export/],
    [
      'a module has another shape',
      module('shape', `export default { kind: 'analytics', ${service} };`),
      /is no module \(see its "consent"\)/,
    ],
    [
      'the browser half is missing',
      module(
        'half',
        `export default { kind: 'analytics', ${service}, ${consent}, browser: new URL('./none.ts', import.meta.url) };`,
      ),
      /browser half is missing: there is no file .*none\.ts/,
    ],
  ])('%s', (_title, entry, sentence) => {
    for (const options of [[], ['--build']]) {
      const run = runStart(entry, ...options);
      expect(run).toMatchObject({ status: 1, stdout: '' });
      expect(run.stderr).toMatch(sentence);
      expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });
});

test('the start fails before the build, with a one-line error, if a module cannot name its hosts', () => {
  const failing = service.replace('() => ({})', "() => { throw new Error('no host'); }");
  const entry = module(
    'hostless',
    `export default { kind: 'analytics', ${failing}, ${consent}, browser: new URL(import.meta.url) };`,
  );
  const run = runStart(entry);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^The module "acme" cannot name its hosts: no host\. Mend the module, .*\.\n$/);
});

test('an import of a module that never ends is reported with its time limit before the process ends', () => {
  const hanging = module('hanging', 'await new Promise(() => {});');
  const load = join(projectRoot, 'src/app/settings/load-modules.ts');
  const code = `import { loadModule } from ${JSON.stringify(load)};
    const { error } = await loadModule('mail', 'MAIL_MODULE', ${JSON.stringify(hanging)}, 200);
    console.log(error.text);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/cannot be loaded \(it did not answer within 0\.2 seconds\): mend it, or set/);
});

const { connectionString } = await openTestDatabase();

/** Starts the server's process with these modules. */
async function start(modules: Readonly<Record<string, string>>) {
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  return spawnChild({
    entry: 'test/faults/support/run-test-server.ts',
    env: {
      DATABASE_URL: connectionString,
      DATA_DIR: mkdtempSync(join(folder, 'data-')),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ...modules,
    },
    url: `http://127.0.0.1:${port}`,
  });
}

/** Writes a card module that checks its account with this expression. */
const gateway = (name: string, check: string) =>
  module(
    name,
    `import { pathToFileURL } from 'node:url';
    export default {
      kind: 'payment', name: 'acme', settings: {}, browser: new URL(import.meta.url),
      open: () => ({ gateway: {
        name: 'acme', identity: 'acme', vault() {}, offersCards: () => true,
        checkAccount: () => { console.log('asked'); return ${check}; },
      } }),
    };`,
  );

test('a stop ends the start at once while a module does not respond', async () => {
  const shop = await start({ PAYMENT_MODULES: gateway('silent', 'new Promise(() => {})') });
  await expect.poll(shop.output).toContain('asked');
  expect(await shop.end('SIGTERM')).toBe(0);
});

test('an account that is refused ends the start with a one-line error', async () => {
  const refused = "Promise.reject(new Error('the key is unknown\\n at stack'))";
  const shop = await start({ PAYMENT_MODULES: gateway('refused', refused) });
  await expect
    .poll(shop.output)
    .toContain('The module "acme" cannot check its account: the key is unknown.\n');
  expect(await shop.end('SIGTERM')).toBe(1);
  expect(shop.output()).not.toContain('at stack');
});

test.each([
  [
    'refuses the key',
    "{ find: async () => { throw new Error('403 for s3://user:secret@films'); } }",
    /No film can be shown, because the module "films" fails\..* 403 for s3:\/\/…@films/,
  ],
  [
    'never answers',
    '{ find: () => new Promise(() => {}), store: () => new Promise(() => {}) }',
    /No film can be shown, because the module "films" fails\./,
  ],
])('a media storage that %s is reported, and the shop opens', async (name, storage, sentence) => {
  const media = module(
    name.replaceAll(' ', '-'),
    `export default { kind: 'media', name: 'films', settings: {}, open: () => (${storage}) };`,
  );
  const shop = await start({ MEDIA_MODULE: media });
  await expect.poll(shop.output).toContain('Meisterhand is open');
  expect(shop.output()).toContain('/dev/mail');
  expect(shop.output()).toMatch(sentence);
  expect(await shop.end('SIGTERM')).toBe(0);
});

test('a shop whose mails leave through a service names no /dev/mail, and has none', async () => {
  const mail = module(
    'post',
    `export default { kind: 'mail', name: 'post', settings: {}, open: () => ({ send: async () => {} }) };`,
  );
  const shop = await start({ MAIL_MODULE: mail });
  await expect.poll(shop.output).toContain('Meisterhand is open');
  expect(shop.output()).not.toContain('/dev/mail');
  expect((await fetch(`${shop.url}/dev/mail`)).ok).toBe(false);
  expect(await shop.end('SIGTERM')).toBe(0);
});
