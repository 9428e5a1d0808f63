import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { sourcesBelow } from '#test/architecture/support/imports.ts';

const root = join(import.meta.dirname, '../..');
const map = readFileSync(join(root, 'docs/areas.md'), 'utf8');
/** The first column of the map's table. */
const areas = [...map.matchAll(/^\| ([a-z][a-z-]+) \|/gm)]
  .map((row) => row[1] ?? '')
  .filter((name) => name !== 'area');

/** Layers, with their folders that are no areas. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'src/core/rules': ['basics'],
  'src/core/storefront': ['kernel'],
  'src/server': ['platform'],
  'src/ui/components': ['parts', 'products'],
  'src/ui/screens': [],
  'src/api': [],
  'src/back-office': ['kit', 'session', 'shell'],
  'test/integration': ['adapters', 'app', 'platform', 'support'],
  'test/e2e': ['pages', 'server', 'support'],
};

function foldersIn(layer: string): string[] {
  return readdirSync(join(root, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

describe('docs/areas.md', () => {
  test('names at most sixteen areas, each once', () => {
    expect(areas.length).toBeGreaterThan(10);
    expect(areas.length).toBeLessThanOrEqual(16);
    expect(new Set(areas).size).toBe(areas.length);
  });

  test.each(Object.entries(shared))('%s has folders of these areas only', (layer, others) => {
    const strays = foldersIn(layer).filter((name) => !areas.includes(name) && !others.includes(name));
    expect(strays).toEqual([]);
  });

  test.each(areas)('%s has services on the server', (area) => {
    expect(existsSync(join(root, 'src/server', area)), `src/server/${area}`).toBe(true);
  });
});

/** Files beside the folders of areas, because they know all areas. */
test.each([
  ['src/core/rules', []],
  ['src/core/storefront', ['page-actions.ts', 'queries.ts', 'shop.ts', 'storefront.ts']],
  ['src/server', ['api.ts', 'work-kinds.ts']],
  ['src/ui/components', []],
  ['src/ui/screens', []],
])('every file of %s is in an area, except files that know all areas', (layer, known) => {
  const files = readdirSync(join(root, layer), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).toSorted()).toEqual(known);
});

test.each(['src/core', 'src/api', 'src/server', 'src/ui', 'src/back-office', 'src/app'])(
  'every file name of %s is unique',
  (layer) => {
    const paths = sourcesBelow(root, layer).map(([path]) => path);
    const isTwice = (path: string) => paths.filter((other) => basename(other) === basename(path)).length > 1;
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter(isTwice)).toEqual([]);
  },
);

test('only the folder of the entities has more than twenty source files', () => {
  const counts = Map.groupBy(sourcesBelow(root, 'src'), ([path]) => dirname(path));
  expect(counts.size).toBeGreaterThan(100);
  const large = [...counts].filter(([, files]) => files.length > 20).map(([folder]) => folder);
  expect(large).toEqual(['src/core/model']);
});

describe('docs/behaviour', () => {
  /** Pages that belong to no area. Applied migrations cite the first. */
  const others = ['checkout-and-payment', 'api-conventions', 'navigation-and-layout', 'offline', 'webhooks'];
  const names = readdirSync(join(root, 'docs/behaviour')).map((name) => name.replace(/\.md$/, ''));
  const overview = readFileSync(join(root, 'docs/behaviour/README.md'), 'utf8');

  test('has one page per area and the known others', () => {
    expect(names.toSorted()).toEqual([...areas, ...others, 'README'].toSorted());
  });

  test.each(areas)('the page of %s is linked by its name', (area) => {
    const row = map.split('\n').find((line) => line.startsWith(`| ${area} |`));
    expect(row).toContain(`[${area}](behaviour/${area}.md)`);
  });

  test('the overview links every page by its name', () => {
    const links = [...overview.matchAll(/\[([\w-]+)\.md\]\(([\w-]+)\.md\)/g)];
    expect(links.filter(([, label, page]) => label !== page)).toEqual([]);
    expect(links.map(([, , page]) => page).toSorted()).toEqual([...areas, ...others].toSorted());
  });
});

test('the README links docs/areas.md twice under "Find your way"', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, way = ''] = /^## Find your way\n([\s\S]*?)^## /m.exec(readme) ?? [];
  expect(way.match(/\(docs\/areas\.md\)/g)).toHaveLength(2);
});

test('docs/areas.md names each table of the database once', () => {
  const schema = readFileSync(join(root, 'src/server/platform/database/schema.ts'), 'utf8');
  const tables = [...schema.slice(schema.indexOf('export interface Database {')).matchAll(/^ {2}(\w+): /gm)];
  const rows = map.split('\n').filter((line) => areas.some((area) => line.startsWith(`| ${area} |`)));
  const ofAreas = rows.flatMap((row) => row.split('|')[6]?.trim().split(', ') ?? []);
  const ofPlatform = /Tables of the platform: ([^.]*)\./.exec(map)?.[1]?.matchAll(/`(\w+)`/g) ?? [];
  const named = [...ofAreas, ...[...ofPlatform].map(([, name]) => name)].filter((name) => name !== '');
  expect(named.toSorted()).toEqual(tables.map(([, name]) => name).toSorted());
});

/** Returns the area of each call that `pattern` finds in a layer. */
function callsIn(layer: string, pattern: RegExp): Map<string, string> {
  return new Map(
    sourcesBelow(root, layer).flatMap(([path, text]) => {
      const area =
        path
          .slice(layer.length + 1)
          .split('/')[0]
          ?.replace(/\.ts$/, '') ?? '';
      return [...text.matchAll(pattern)].map((match) => [match[1] ?? '', area] as const);
    }),
  );
}

test.each([
  ['the shop', endpoints, 'defineEndpoint'],
  ['operators', operatorEndpoints, 'defineOperatorEndpoint'],
])('every call of %s has its route in the area of its endpoint', (_, all, define) => {
  const defined = callsIn('src/api', new RegExp(`^(?:export )?const (\\w+) = ${define}\\(`, 'gm'));
  const routed = callsIn('src/server', /\b(?:route|sharedRoute)\(\s*\w*ndpoints\.(\w+)/g);
  expect([...defined.keys()].toSorted()).toEqual(Object.keys(all).toSorted());
  const differing = [...defined].filter(([call, area]) => routed.get(call) !== area);
  expect(
    differing.map(([call, area]) => `${call}: ${area} in the API, ${routed.get(call)} on the server`),
  ).toEqual([]);
});
