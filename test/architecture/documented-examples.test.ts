import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** The TypeScript blocks of a page; the first line of each names its file. */
function blocksOf(page: string) {
  const blocks = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, file = '', text = '']) => ({ file, text, begin: text.split('\n')[0] }));
}

describe('docs/integrators.md', () => {
  const page = read('docs/integrators.md');
  const blocks = blocksOf(page);

  test('every block of TypeScript names its file, and every example is shown', () => {
    expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length);
    const shown = new Set(blocks.map(({ file }) => file.split('/').slice(0, 2).join('/')));
    expect([...shown].toSorted()).toEqual(
      readdirSync(join(projectRoot, 'examples')).map((name) => `examples/${name}`),
    );
  });

  test.each(blocks)('shows $file line by line: $begin', ({ file, text }) => {
    expect(text.split('\n').length).toBeGreaterThan(3);
    expect(`\n${read(file)}`).toContain(`\n${text}`);
  });

  test('names only files and commands that exist', () => {
    for (const [, path = ''] of page.matchAll(/\]\(\.\.\/([^)#]+)\)/g))
      expect(existsSync(join(projectRoot, path)), path).toBe(true);
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, name = ''] of page.matchAll(/npm run ([a-z:]+)/g))
      expect([...Object.keys(scripts), 'check', 'build', 'simulator']).toContain(name);
  });
});
