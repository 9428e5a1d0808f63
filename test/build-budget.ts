import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentation } from '#api/documentation.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { clientFolder, gzippedSize, measuredPages, scriptsOfPage } from '#test/support/page-scripts.ts';

/**
 * Checks the size after gzip of the JavaScript that a page fetches by itself while nobody touches it, and of the card
 * fields. Reads the build in `build/client`.
 */

/** The limit in kB for Braintree's card fields, which the payment step loads in addition. */
const cardBudget = { module: '/payments/braintree/browser/braintree-card-tokenizer.ts', limit: 55 };

let isOver = false;
for (const { name, path, limit } of measuredPages) checkBudget(name, limit, [...scriptsOfPage(path)]);
checkBudget('Braintree’s card fields', cardBudget.limit, cardFiles());
checkBudget('first view of the back office', 250, backOfficeFiles());
findDocs();
process.exitCode = isOver ? 1 : 0;

function checkBudget(page: string, limit: number, files: readonly string[]): void {
  const sizes = files.map((file) => ({ file, bytes: gzippedSize(file) }));
  const kilobytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  console.log(`${page}: ${kilobytes.toFixed(1)} kB of ${limit} kB in ${files.length} files`);
  if (kilobytes <= limit) return;
  isOver = true;
  console.error(`The ${page} is over its budget. Its largest files:`);
  for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8)) {
    console.error(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${file}`);
  }
}

/**
 * Fails if the client contains texts of the API documentation, which are for the server only
 * (docs/architecture.md#where-to-change-what).
 */
function findDocs(): void {
  for (const file of readdirSync(join(clientFolder, 'assets')).filter((name) => name.endsWith('.js'))) {
    const script = readFileSync(join(clientFolder, 'assets', file), 'utf8');
    const found = documentation.filter(({ description }) => script.includes(description.slice(0, 60)));
    if (found.length === 0) continue;
    isOver = true;
    console.error(`${file} has the API's docs of: ${found.map(({ title }) => title).join(', ')}.`);
  }
}

/** Returns the chunk of the card fields and its imports, without the files that a page in use has loaded. */
function cardFiles(): readonly string[] {
  const used = importsOf('/app/browser/browser-container.ts', scriptsOfPage(undefined));
  return importsOf(cardBudget.module, new Set([...scriptsOfPage(undefined), ...used]));
}

/** Returns the file with a module and its imports, without those that are `known`. */
function importsOf(module: string, known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const waiting = [fileWith(module)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (known.has(file) || found.has(file)) continue;
    found.add(file);
    const script = readFileSync(join(clientFolder, file), 'utf8');
    for (const [, imported] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      waiting.push(`/assets/${imported}`);
    }
  }
  return [...found];
}

/**
 * What the back office fetches until its first screen is there: the entry, that screen, and the texts of one language.
 */
function backOfficeFiles(): readonly string[] {
  const folder = join(projectRoot, 'build/back-office');
  const manifest: Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>> =
    JSON.parse(readFileSync(join(folder, '.manifest.json'), 'utf8'));
  const waiting = ['main.tsx', 'operations/start-page.tsx'].map((name) => `src/back-office/${name}`);
  waiting.push(...['backOffice', 'component'].map((name) => `locales/de/${name}.json`));
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`The build of the back office has no ${name}.`);
    const file = `/../back-office/${entry.file}`;
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(entry.imports ?? []));
  }
  return [...found];
}

/** Returns the address of the file that contains a module (`vite.config.ts` writes which do). */
function fileWith(module: string): string {
  const sizes: Readonly<Record<string, object>> = JSON.parse(
    readFileSync(join(projectRoot, 'build/script-sizes.json'), 'utf8'),
  );
  const [name] =
    Object.entries(sizes).find(([, modules]) => Object.keys(modules).some((id) => id.endsWith(module))) ?? [];
  if (name === undefined) throw new Error(`No script of the build contains ${module}.`);
  return `/${name}`;
}
