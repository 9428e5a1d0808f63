import { expect, test } from 'vitest';
import first from '#locales/de/backOffice.json' with { type: 'json' };
import more from '#locales/de/backOfficeMore.json' with { type: 'json' };
import { importsOf, sourcesBelow } from './support/imports.ts';

/**
 * The types accept the names of all texts, but those of `backOfficeMore` exist only in routes that load them by
 * `addTexts`: other screens would show the names.
 */
const sources = new Map(sourcesBelow('.', 'src/back-office'));
const inFirst = [...namesIn(first)];
const inMore = [...namesIn(more)].filter((name) => !inFirst.includes(name));

function* namesIn(texts: object, before = ''): Generator<string> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'object') yield* namesIn(text, `${before}${name}.`);
    else yield `${before}${name}`.replace(/_(?:zero|one|other)$/, '');
  }
}

/** Returns the names that a file uses from `backOfficeMore`, and the prefixes of names that end with a variable. */
function moreTextsOf(text: string): readonly string[] {
  const names = [...text.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, name = '']) => name);
  const beginnings = [...text.matchAll(/`(\w+(?:\.\w+)*\.)\$\{/g)].map(([, start = '']) => start);
  const startsIn = (list: readonly string[], start: string) => list.some((name) => name.startsWith(start));
  return [
    ...names.filter((name) => inMore.includes(name)),
    ...beginnings.filter((start) => startsIn(inMore, start) && !startsIn(inFirst, start)),
  ];
}

/** Returns the files of the back office that a file imports, directly or not. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const text = sources.get(file);
  if (text === undefined || seen.has(file)) return seen;
  seen.add(file);
  for (const { file: next } of importsOf(file, text)) if (next !== null) loadedBy(next, seen);
  return seen;
}

test('a screen that shows texts of `backOfficeMore` has a route that loads them', () => {
  const routeFiles = [...sources.keys()].filter((file) => /routes\.tsx?$/.test(file));
  const screens = routeFiles
    .filter((file) => !file.endsWith('/rarely-used-routes.ts'))
    .flatMap((file) => importsOf(file, sources.get(file) ?? ''))
    .flatMap(({ file }) => (file === null || routeFiles.includes(file) ? [] : [file]));
  const showing = screens.filter((screen) =>
    [...loadedBy(screen)].some((file) => moreTextsOf(sources.get(file) ?? '').length > 0),
  );
  expect(screens.length).toBeGreaterThan(20);
  expect(showing).toEqual([
    'src/back-office/catalogue/catalogue-record-page.tsx',
    'src/back-office/orders/order-page.tsx',
    'src/back-office/session/sessions-page.tsx',
    'src/back-office/accounts/customers-page.tsx',
    'src/back-office/accounts/guest-page.tsx',
    'src/back-office/gifts/giveaway-page.tsx',
  ]);
});
