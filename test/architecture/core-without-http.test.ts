import { expect, test } from 'vitest';
import { sourcesBelow } from '#test/architecture/support/imports.ts';
import { root } from '#test/architecture/support/lint-sandbox.ts';

/** Parts of the HTTP API that only the HTTP adapter and the server may use. */
const http = [
  /['"`](?:page|filter)\[/,
  /\.error\.status\b|\bfailure\.status\b|'status' in \w/,
  /\bdata: \{ type\b|\w\.attributes\b|\bvalue\.(?:data|meta)\b/,
  /vnd\.api\+json/,
];

/** Status codes. `src/ui` may have them for its pages; `core/rules/content/offline.ts` decides which pages are kept. */
const statuses = /\bstatus:? (?:[<>=!]+ )?[1-5]\d\d\b|\b[1-5]xx\b/;

test.each([
  ['src/core', [...http, statuses]],
  ['src/ports', [...http, statuses]],
  ['src/ui', http],
] as const)('%s uses no status code, parameter name or envelope of the HTTP API', (folder, patterns) => {
  const sources = sourcesBelow(root, folder).filter(([path]) => path !== 'src/core/rules/content/offline.ts');
  const offenders = sources.flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => patterns.some((pattern) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(offenders).toEqual([]);
});

test.each([
  "query: { 'page[size]': 5 }",
  'if (response.error.status === 404) return;',
  "body: { data: { type: 'users', attributes } }",
  'response.value.data',
  "headers: { Accept: 'application/vnd.api+json' }",
  "const gone = { code: 'GONE', status: 410 };",
  'status >= 500',
])('the HTTP API is recognised in: %s', (line) => {
  expect([...http, statuses].some((pattern) => pattern.test(line))).toBe(true);
});
