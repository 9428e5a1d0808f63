import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { bundleModules, hasModules } from '#app/settings/bundle-modules.ts';
import { loadModule } from '#app/settings/load-modules.ts';
import { orderStates } from '#core/model/order.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundled-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

write('words.ts', "export const words: string = 'page of Acme';");
write('counter-browser.ts', "import { words } from './words.ts'; export default () => words;");
const counter = write(
  'counter.mjs',
  `export default {
    kind: 'analytics',
    name: 'acme_counter',
    settings: {},
    consent: { purpose: 'statistics', beforeConsent: 'drop' },
    hosts: () => ({}),
    browserSettings: () => ({}),
    browser: new URL('./counter-browser.ts', import.meta.url),
  };`,
);
const entry = write('entry.ts', "export { loaders } from 'virtual:modules/analytics';");

/** Builds a page that uses the analytics modules, and returns the text of each file of the build. */
async function buildWith(environment: Record<string, string>): Promise<readonly string[]> {
  const outDir = join(folder, 'build/client');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [bundleModules(environment)],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.js' },
      },
    },
  });
  return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${name}\n${readFileSync(join(outDir, name), 'utf8')}`);
}

const isBuilt = (environment: Record<string, string>) => hasModules(join(folder, 'build'), environment);

test('the code of each module is a file of its own, and another module needs another build', async () => {
  const named = { ANALYTICS_MODULES: `ga4,${counter}` };
  expect(isBuilt({})).toBe(false);
  const own = await buildWith({});
  expect(own.filter((text) => text.includes('fbevents.js'))).toHaveLength(1);
  expect(own.find((text) => text.startsWith('entry.js'))).not.toContain('fbevents.js');
  expect(isBuilt({})).toBe(true);
  expect(isBuilt({ ANALYTICS_MODULES: 'meta-pixel' })).toBe(true);
  expect(isBuilt(named)).toBe(false);

  const files = await buildWith(named);
  expect(files.filter((text) => text.includes('page of Acme'))).toHaveLength(1);
  expect(files.find((text) => text.startsWith('entry.js'))).toMatch(/acme_counter: ?\(\) ?=>/);
  expect(files.join()).not.toContain(folder);
  expect(isBuilt(named)).toBe(true);
  // A build may contain more modules than the configuration names.
  expect(isBuilt({})).toBe(true);
  write('words.ts', "export const words: string = 'new page of Acme';");
  expect(isBuilt(named)).toBe(false);
});

test('a module that cannot be loaded stops the build with the same error as the start', async () => {
  await expect(buildWith({ ANALYTICS_MODULES: './nowhere.ts' })).rejects.toThrow(
    /ANALYTICS_MODULES has "\.\/nowhere\.ts", which cannot be loaded/,
  );
});

test('an installed module without a copy of the package uses the one of the shop, on server and browser', async () => {
  const home = 'node_modules/@acme/counter';
  mkdirSync(join(folder, home), { recursive: true });
  write(`${home}/package.json`, '{ "name": "@acme/counter", "type": "module", "exports": "./module.js" }');
  write(
    `${home}/browser.js`,
    "import { cents } from 'meisterhand/rules'; export default () => cents(4_711);",
  );
  const installed = write(
    `${home}/module.js`,
    `import { orderStates } from 'meisterhand/model';
    export default {
      kind: 'analytics',
      name: 'acme_installed',
      settings: {},
      consent: { purpose: 'statistics', beforeConsent: 'drop' },
      hosts: () => ({}),
      browserSettings: () => ({ states: orderStates.length }),
      browser: new URL('./browser.js', import.meta.url),
    };`,
  );
  const loaded = await loadModule('analytics', 'ANALYTICS_MODULES', installed);
  expect(loaded.ok && loaded.value.browserSettings({})).toEqual({ states: orderStates.length });
  const files = await buildWith({ ANALYTICS_MODULES: installed });
  expect(files.filter((text) => /4_?711/.test(text))).toHaveLength(1);
  expect(files.join()).not.toContain('meisterhand/rules');
});
