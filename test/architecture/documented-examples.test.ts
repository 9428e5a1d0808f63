import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/files/project-root.ts';

const examples = 'test/unit/examples';
const page = readFileSync(join(projectRoot, 'docs/testing.md'), 'utf8');

/** The TypeScript blocks of a page; the first line of each names its file. */
const blocks = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', text = '']) => ({
    file,
    text,
  }),
);

test('docs/testing.md shows three properties, and every block of code names its file', () => {
  expect(blocks.length).toBe(3);
  expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length);
});

test.each(blocks)('docs/testing.md shows $file as it is run', ({ file, text }) => {
  expect(file.startsWith(`${examples}/`)).toBe(true);
  expect(text).toBe(readFileSync(join(projectRoot, file), 'utf8'));
});
