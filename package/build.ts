import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Runs `npm run package`: builds the installable package into `dist/package` and packs it as
 * `dist/meisterhand-<version>.tgz`; an argument names another folder. Not in `build`, which each build of the
 * storefront empties. Prints the path of the packed file.
 */
const root = resolve(import.meta.dirname, '..');
const target = resolve(root, process.argv[2] ?? 'dist');
const folder = join(target, 'package');

interface PackageFile {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Kits need vitest, browser tests playwright and vite, arbitraries fast-check, and the types of mails @types/node. */
const optionalPeers = ['@types/node', 'fast-check', 'playwright', 'vite', 'vitest'];

const own: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'package'), '--outDir', folder], {
  stdio: 'inherit',
});
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);
writeFileSync(join(folder, 'README.md'), readme());
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  }),
);
console.log(join(target, packed.filename));

/** Returns the package.json of the package. Its entries are the `exports` of the shop's. */
function describePackage(): object {
  const { version, description, license } = own;
  return {
    name: 'meisterhand',
    version,
    description: `${description} This package: ports, rules, model, conformance kits and arbitraries.`,
    license,
    type: 'module',
    engines: { node: '>=22' },
    exports: Object.fromEntries(Object.entries(own.exports).map(([name, file]) => [name, built(file)])),
    imports: Object.fromEntries(innerPaths()),
    dependencies: { rxjs: compatible('rxjs'), zod: compatible('zod') },
    peerDependencies: Object.fromEntries(optionalPeers.map((name) => [name, compatible(name)])),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
  };
}

/** Returns the range of versions that are compatible with the one that the shop uses. */
function compatible(name: string): string {
  const version = own.dependencies[name] ?? own.devDependencies[name];
  if (version === undefined) throw new Error(`${name} is no dependency of the shop: remove it here, too.`);
  return `^${version}`;
}

function built(file: string) {
  return { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') };
}

/** Returns the import paths `#core/…`, `#ports/…` between the built files, which end with `.ts`. */
function innerPaths() {
  const layers = readdirSync(join(folder, 'src')).map((name) => [name, `./src/${name}`] as const);
  return [...layers, ['test', './test'] as const].map(
    ([name, path]) => [`#${name}/*.ts`, built(`${path}/*.ts`)] as const,
  );
}

function readme(): string {
  const entries = Object.keys(own.exports).map((name) => `- \`meisterhand${name.slice(1)}\``);
  return `# meisterhand\n\n${own.description}\n\nAdapters for the shop are written against:\n\n${entries.join('\n')}\n\nThe guide is docs/integrators.md of the shop.\n`;
}
