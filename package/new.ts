import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Runs `npm run new -- payment|payment-page|analytics|mail|media NAME [--in FOLDER]`: writes the skeleton of a module
 * into `FOLDER/NAME`, by default beside the shop's folder. It compiles; its kit fails with messages that say what to
 * write.
 */
const root = resolve(import.meta.dirname, '..');
const skeletons = join(import.meta.dirname, 'skeletons');
const kinds = readdirSync(skeletons).filter((name) => name !== 'every');
const usage = `Usage: npm run new -- ${kinds.join('|')} NAME [--in FOLDER]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, package: { type: 'string' } },
});
const [kind = '', name = '', ...others] = positionals;
if (!kinds.includes(kind) || name === '' || others.length > 0) refuse(usage);
if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 32)
  refuse(
    `"${name}" cannot be a name: use up to 32 lower case letters, digits and single hyphens, like acme-pay.`,
  );

// npm runs scripts in the shop's folder; INIT_CWD is the folder in which npm was called.
const begun = process.env.INIT_CWD ?? process.cwd();
const folder = join(values.in === undefined ? resolve(root, '..') : resolve(begun, values.in), name);
if (`${folder}${sep}`.startsWith(`${root}${sep}`))
  refuse(`${folder} is inside the shop: name a folder outside it with --in.`);
if (existsSync(folder) && readdirSync(folder).length > 0)
  refuse(`${folder} is not empty: take another name.`);

const packed = values.package ?? buildPackage();
mkdirSync(folder, { recursive: true });
for (const part of ['every', kind]) cpSync(join(skeletons, part), folder, { recursive: true });
for (const path of readdirSync(folder, { recursive: true }).map(String)) nameSample(join(folder, path));

const place = relative(begun, folder);
console.log(`Written to ${folder}. What to do next:

  cd ${place.startsWith('..') ? folder : place}
  npm install
  npm run check
  npm test

The failed tests say what to write ("not yet: …"); docs/integrators.md leads through it.`);

/** Packs the package that the skeleton depends on. Returns the path of the file. */
function buildPackage(): string {
  const build = join(import.meta.dirname, 'build.ts');
  const output = execFileSync(process.execPath, [build], { encoding: 'utf8' });
  return output.trim().split('\n').at(-1) ?? '';
}

/** Replaces the sample names in files by the module's name. */
function nameSample(path: string): void {
  if (statSync(path).isDirectory()) return;
  const plain = name.replaceAll('-', '_');
  const words = name.split('-').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  const joined = words.join('');
  const text = readFileSync(path, 'utf8')
    .replaceAll('sample-package', relative(folder, packed))
    .replaceAll('sample-name', name)
    .replaceAll('Sample name', words.join(' '))
    .replaceAll('sample_name', plain)
    .replaceAll('SAMPLE_NAME', plain.toUpperCase())
    .replaceAll('SampleName', joined)
    .replaceAll('sampleName', `${joined.slice(0, 1).toLowerCase()}${joined.slice(1)}`);
  writeFileSync(path, text);
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
