import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/architecture/support/lint-sandbox.ts';

/** Characters of a line, with its indentation. The formatter wraps code, but not comments. */
const widest = 120;

test('no line of a comment has more than 120 characters', () => {
  const files = globSync('{src,test}/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(1_000);
  const wide = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
      .filter(({ line }) => line.length > widest && /^\s*(?:\*|\/\/|\/\*)/.test(line))
      .map(({ place }) => place),
  );
  expect(wide).toEqual([]);
});
