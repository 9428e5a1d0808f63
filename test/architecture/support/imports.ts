import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { layers, packages } from '#test/architecture/layers.ts';

/**
 * One import, type-only imports included. Either `file` (of the project) or `package` is set, the other is
 * null.
 */
export interface Import {
  readonly from: string;
  readonly file: string | null;
  readonly package: string | null;
}

/** Matches `import('…')` of values and of types. Imports with a computed path are not found. */
const importExpression = /\bimport\(\s*['"`]([^'"`$]+)['"`]/g;
/** Matches `new URL('./….ts', import.meta.url)`, which refers to another module. */
const moduleAddress = /\bnew URL\(\s*['"`](\.[^'"`$]+\.tsx?)['"`],\s*import\.meta\.url/g;

/** Reads the imports of a source file. `path` is relative to the project's folder. */
export function importsOf(path: string, text: string): readonly Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...[...text.matchAll(importExpression)].map((match) => match[1]),
    ...[...text.matchAll(moduleAddress)].map((match) => match[1]),
  ];
  return specifiers
    .filter((specifier) => specifier !== undefined)
    .map((specifier) => resolve(path, specifier));
}

/** Returns path and text of every TypeScript file below `folder`. */
export function sourcesBelow(
  root: string,
  folder: string,
): readonly (readonly [path: string, text: string])[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const);
}

/** Returns why an import is not allowed, or null when it is allowed. */
export function refusalOf({ from, file, package: name }: Import): string | null {
  const layer = layerOf(from);
  if (layer === null) return `${from} belongs to no layer of test/architecture/layers.ts`;
  if (file !== null) {
    return layer[1].some((allowed) => isInside(file, allowed)) ? null : `${from} must not import ${file}`;
  }
  const users = packages[name?.startsWith('node:') ? 'node:' : (name ?? '')];
  if (users === undefined) return `${from} imports ${name}, which test/architecture/layers.ts does not name`;
  return users.some((user) => isInside(from, user)) ? null : `${from} must not import ${name}`;
}

/** Folders whose subfolders and files are areas: what one area holds counts as one, at every depth. */
const areaParents = [
  'src',
  'src/adapters',
  'src/api',
  'src/app',
  'src/back-office',
  'src/core',
  'src/core/rules',
  'src/core/storefront',
  'src/server',
  'src/ui',
  'src/ui/components',
  'src/ui/screens',
];

/**
 * Returns the area of a file: the folder, or the file itself, that is directly in the deepest of `areaParents`.
 * Components and screens of an area are one area of the UI.
 */
function areaOf(file: string): string {
  const parents = areaParents.filter((parent) => isInside(file, parent));
  const parent = parents.toSorted((one, other) => other.length - one.length)[0] ?? dirname(file);
  const area = `${parent}/${file.slice(parent.length + 1).split('/')[0]}`;
  return area.replace(/^src\/ui\/(?:components|screens)\//, 'src/ui/');
}

/** Returns the cycles of areas that import each other, each cycle as a list of areas. */
export function areaCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, file } of imports) {
    if (file === null || areaOf(from) === areaOf(file)) continue;
    graph.set(areaOf(from), (graph.get(areaOf(from)) ?? new Set()).add(areaOf(file)));
  }
  return stronglyConnected(graph).filter((areas) => areas.length > 1);
}

/**
 * Returns the floors of the server's areas, the highest first, from the diagram of docs/architecture.md: the boxes
 * between `subgraph areas` and its `end`, each with the areas of one floor.
 */
export function serverFloors(architecture: string): readonly (readonly string[])[] {
  const [, drawn = ''] = /subgraph areas\b([\s\S]*?)\n\s*end\n/.exec(architecture) ?? [];
  return [...drawn.matchAll(/\w\["([\w, -]+)"\]/g)].map(([, areas = '']) => areas.split(', '));
}

/** Returns the imports of a server area from an area on its own or a higher floor, each as a sentence. */
export function upwardImports(
  imports: readonly Import[],
  floors: readonly (readonly string[])[],
): readonly string[] {
  /** The platform is below all floors, and files outside of folders are above them. */
  const heightOf = (path: string): number => {
    const [area = '', ...rest] = path.slice('src/server/'.length).split('/');
    if (rest.length === 0) return -1;
    return area === 'platform' ? floors.length : floors.findIndex((floor) => floor.includes(area));
  };
  return imports.flatMap(({ from, file }) => {
    if (file === null || !isInside(from, 'src/server') || !isInside(file, 'src/server')) return [];
    const isAllowed = areaOf(from) === areaOf(file) || heightOf(from) < heightOf(file);
    return isAllowed || heightOf(from) === -1
      ? []
      : [`${from} must not import ${file}, which is not below it`];
  });
}

/** Returns whether `file` is equal to `place` or is a file in the folder `place`. */
function isInside(file: string, place: string): boolean {
  return file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`);
}

function layerOf(path: string) {
  return (
    Object.entries(layers)
      .filter(([layer]) => isInside(path, layer))
      .sort(([one], [other]) => other.length - one.length)[0] ?? null
  );
}

function resolve(from: string, specifier: string): Import {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return { from, file: join(dirname(from), path), package: null };
  if (/^#(?:test|locales|content|examples|sandbox)\//.test(path)) {
    return { from, file: path.slice(1), package: null };
  }
  if (path.startsWith('#')) return { from, file: `src/${path.slice(1)}`, package: null };
  if (Object.hasOwn(packages, path)) return { from, file: null, package: path };
  const parts = path.split('/');
  return { from, file: null, package: parts.slice(0, path.startsWith('@') ? 2 : 1).join('/') };
}

/** Returns the strongly connected components of a graph by Tarjan's algorithm. */
function stronglyConnected(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  function visit(node: string): void {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) === order.get(node)) components.push(stack.splice(stack.indexOf(node)));
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return components;
}
