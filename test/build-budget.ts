import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { documentation } from '#api/documentation.ts';

/**
 * Checks the size after gzip of the JavaScript that a page fetches by itself while nobody touches it: the entry, the
 * manifest of routes, and every chunk of the page's routes (`test/e2e/untouched-page.spec.ts` proves that it is all).
 * Reads the build in `build/client`.
 */
const root = resolve(import.meta.dirname, '..');
const client = join(root, 'build/client');

/** Pages and their limits in kB (1000 bytes) after gzip. `path` is the pattern of the page's route. */
const budgets: readonly {
  readonly page: string;
  readonly path: string | undefined;
  readonly limit: number;
}[] = [
  { page: 'home page', path: undefined, limit: 160 },
  { page: 'course list', path: 'kurse', limit: 163 },
  { page: 'course page', path: 'kurse/:slug', limit: 170 },
];

interface Chunk {
  readonly module: string;
  readonly imports?: readonly string[];
}

interface ManifestRoute extends Chunk {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly hydrateFallbackModule?: string;
  readonly clientLoaderModule?: string;
  readonly clientActionModule?: string;
  readonly clientMiddlewareModule?: string;
}

interface Manifest {
  readonly entry: Chunk;
  readonly routes: Readonly<Record<string, ManifestRoute>>;
}

/** The limit in kB for Braintree's card fields, which the payment step loads in addition. */
const cardBudget = { module: '/payments/braintree/browser/braintree-card-tokenizer.ts', limit: 55 };

const manifest = readManifest();
let isOver = false;
for (const { page, path, limit } of budgets) checkBudget(page, limit, [...chunksOf(manifest, path)]);
checkBudget('Braintree’s card fields', cardBudget.limit, cardFiles());
findDocs();
process.exitCode = isOver ? 1 : 0;

function checkBudget(page: string, limit: number, files: readonly string[]): void {
  const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(client, file))).byteLength }));
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
 * (docs/decisions/0025).
 */
function findDocs(): void {
  for (const file of readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'))) {
    const script = readFileSync(join(client, 'assets', file), 'utf8');
    const found = documentation.filter(({ description }) => script.includes(description.slice(0, 60)));
    if (found.length === 0) continue;
    isOver = true;
    console.error(`${file} has the API's docs of: ${found.map(({ title }) => title).join(', ')}.`);
  }
}

/** Returns the chunk of the card fields and its imports, without the files that a page in use has loaded. */
function cardFiles(): readonly string[] {
  const used = importsOf('/app/browser-container.ts', chunksOf(manifest, undefined));
  return importsOf(cardBudget.module, new Set([...chunksOf(manifest, undefined), ...used]));
}

/** Returns the file with a module and its imports, without those that are `known`. */
function importsOf(module: string, known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const waiting = [fileWith(module)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (known.has(file) || found.has(file)) continue;
    found.add(file);
    const script = readFileSync(join(client, file), 'utf8');
    for (const [, imported] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      waiting.push(`/assets/${imported}`);
    }
  }
  return [...found];
}

/** Returns the address of the one file of the build with a name like this. */
function assetNamed(pattern: RegExp): string {
  const name = readdirSync(join(client, 'assets')).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`No ${pattern} in ${client}/assets: run npm run build first.`);
  return `/assets/${name}`;
}

/** Returns the address of the file that contains a module (`vite.config.ts` writes which do). */
function fileWith(module: string): string {
  const sizes: Readonly<Record<string, object>> = JSON.parse(
    readFileSync(join(root, 'build/script-sizes.json'), 'utf8'),
  );
  const [name] =
    Object.entries(sizes).find(([, modules]) => Object.keys(modules).some((id) => id.endsWith(module))) ?? [];
  if (name === undefined) throw new Error(`No script of the build contains ${module}.`);
  return `/${name}`;
}

function readManifest(): Manifest {
  const script = readFileSync(join(client, assetNamed(/^manifest-.*\.js$/)), 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
}

/**
 * Returns the files of the page whose route has the pattern `path`. If `path` is undefined, returns those of
 * the home page.
 */
function chunksOf({ entry, routes }: Manifest, path: string | undefined): ReadonlySet<string> {
  const all = Object.values(routes);
  const locale = all.find((route) => route.path === ':locale');
  const leaf = all.find(
    (route) =>
      route.parentId === locale?.id && (path === undefined ? route.index === true : route.path === path),
  );
  if (leaf === undefined) throw new Error(`No route for ${path ?? 'the home page'} in the manifest.`);
  const files = new Set([assetNamed(/^manifest-.*\.js$/)]);
  const add = (chunk: Chunk) => {
    for (const file of [chunk.module, ...(chunk.imports ?? [])]) files.add(file);
  };
  add(entry);
  for (
    let route: ManifestRoute | undefined = leaf;
    route !== undefined;
    route = routes[route.parentId ?? '']
  ) {
    add(route);
    const parts = [
      route.hydrateFallbackModule,
      route.clientLoaderModule,
      route.clientActionModule,
      route.clientMiddlewareModule,
    ];
    for (const part of parts) if (part !== undefined) files.add(part);
  }
  return files;
}
