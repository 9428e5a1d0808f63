import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** Folder of the files that the build creates for browsers. */
export const clientFolder = join(projectRoot, 'build/client');

/** The measured pages by their route's pattern, with limits of their JavaScript in kB (1000 bytes) after gzip. */
export const measuredPages = [
  { name: 'home', path: undefined, limit: 160 },
  { name: 'course list', path: 'kurse', limit: 161 },
  { name: 'course page', path: 'kurse/:slug', limit: 169 },
] as const;

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

/** Returns the size in bytes of a file of the build after gzip. */
export function gzippedSize(file: string): number {
  return gzipSync(readFileSync(join(clientFolder, file))).byteLength;
}

function readManifest(): Manifest {
  const script = readFileSync(join(clientFolder, assetNamed(/^manifest-.*\.js$/)), 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
}

/**
 * Returns the URLs of the scripts that a page loads without any input: the entry, the manifest of routes, and every
 * chunk of the page's routes (`test/e2e/pages/untouched-page.spec.ts` proves that there are no others). `path` is the
 * pattern of the page's route; undefined for the home page.
 */
export function scriptsOfPage(path: string | undefined): ReadonlySet<string> {
  const { entry, routes } = readManifest();
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

/** Returns the URL of the file of the build whose name matches the pattern. */
function assetNamed(pattern: RegExp): string {
  const name = readdirSync(join(clientFolder, 'assets')).find((file) => pattern.test(file));
  if (name === undefined)
    throw new Error(`No ${pattern} in ${clientFolder}/assets: run npm run build first.`);
  return `/assets/${name}`;
}
