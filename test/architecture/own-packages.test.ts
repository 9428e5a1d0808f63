import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourcesBelow } from '#test/architecture/support/imports.ts';
import { root } from '#test/architecture/support/lint-sandbox.ts';

/** Packages that use the published package as an integrator does: the sandbox of demo mode and the examples. */
const packages = ['sandbox', ...readdirSync(join(root, 'examples')).map((name) => `examples/${name}`)];

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.keys(exports).map((entry) => entry.replace('./', 'meisterhand/'));

/** Returns the names of the dependencies in a package.json. */
function dependenciesOf(folder: string): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** Returns the imports of a file that are neither files of its package, nor its dependencies, nor Node.js. */
function foreignImports(folder: string, path: string, text: string): readonly string[] {
  const known = dependenciesOf(folder);
  return importsOf(path, text)
    .filter(({ file, package: name }) =>
      file === null
        ? !known.includes(name ?? '') && !name?.startsWith('node:')
        : !file.startsWith(`${folder}/`),
    )
    .map(({ file, package: name }) => file ?? name ?? '');
}

test.each(packages)('%s imports its own files, its dependencies and the entries of the package', (folder) => {
  const sources = sourcesBelow(root, folder).filter(([path]) => !path.includes('/node_modules/'));
  expect(sources.length).toBeGreaterThan(2);
  for (const [path, text] of sources) {
    expect(foreignImports(folder, path, text), path).toEqual([]);
    const named = text.matchAll(/(?:from |import\()'(meisterhand[^']*)'/g);
    for (const [, entry] of named) expect(entries, path).toContain(entry);
  }
});

test.each([
  "import { cents } from '#core/rules/basics/money.ts';",
  "import type { Cents } from '../../src/core/model/values.ts';",
  "import { startShop } from '#test/e2e/support/start-shop.ts';",
  "import { Kysely } from 'kysely';",
  "export const half = new URL('../../src/app/start.ts', import.meta.url);",
])('refused in the sandbox: %s', (line) => {
  expect(foreignImports('sandbox', 'sandbox/src/module.ts', line)).toHaveLength(1);
});

test('the shop imports nothing of these packages', () => {
  const reached = sourcesBelow(root, 'src').flatMap(([path, text]) =>
    importsOf(path, text).filter(
      ({ file, package: name }) => name === 'sandbox' || /^(?:sandbox|examples)\//.test(file ?? ''),
    ),
  );
  expect(reached).toEqual([]);
});
