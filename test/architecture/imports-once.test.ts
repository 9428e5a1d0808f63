import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync(
  ['src', 'test', 'examples', 'package', 'sandbox'].map((folder) => `${folder}/**/*.{ts,tsx}`),
  {
    exclude: (path) => path.includes('node_modules'),
  },
);

/** Returns the modules that a file imports by two statements, types by one of them. Code in strings does not count. */
function importedTwice(text: string): string[] {
  const [head = ''] = text.split(
    /^(?:export|const|let|function|async|class|interface|type|describe|test)\b/m,
  );
  const from = (statement: RegExp) => [...head.matchAll(statement)].map(([, module = '']) => module);
  const types = from(/^import type \{[^{}]*\} from ('[^']+');$/gm);
  const values = from(/^import (?:\w+, )?\{[^{}]*\} from ('[^']+');$/gm);
  return types.filter((module) => values.includes(module));
}

test('types and values of a module are imported by one line', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(importedTwice("import type { A } from './a.ts';\nimport { b } from './a.ts';\n")).toEqual([
    "'./a.ts'",
  ]);
  const broken = files.filter((path) => importedTwice(readFileSync(path, 'utf8')).length > 0);
  expect(broken).toEqual([]);
});
