import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const files = execFileSync(
  'git',
  ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard'],
  {
    cwd: projectRoot,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.(?:md|ts|tsx|css|sql|ya?ml)$/.test(path) && existsSync(join(projectRoot, path)));

const decisions = files
  .filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
  .map((path) => path.slice(15, 19));

/** Returns the anchors of a page's headings, as GitHub generates them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
const anchors = new Map(
  files.filter((path) => path.endsWith('.md')).map((path) => [path, anchorsOf(path)] as const),
);

/** Returns the pages that a file names by their path in the repository or links to. */
function citationsOf(path: string): string[] {
  const text = read(path);
  const named = [...text.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([name]) => name);
  if (!/^(?:docs\/|README).*\.md$/.test(path)) return named;
  const linked = [...text.matchAll(/\]\(([^):\s]*?)(#[\w-]+)?\)/g)].map(([, page = '', anchor = '']) =>
    page === '' ? path + anchor : relative(projectRoot, join(projectRoot, dirname(path), page)) + anchor,
  );
  return [...named, ...linked];
}

test('the pages and anchors of docs that are cited exist', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const broken = files.flatMap((path) =>
    citationsOf(path)
      .filter((citation) => {
        const [page = '', anchor] = citation.split('#');
        if (!existsSync(join(projectRoot, page))) return true;
        return anchor !== undefined && anchors.get(page)?.includes(anchor) !== true;
      })
      .map((citation) => `${path}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test('the decisions that are cited by their number exist', () => {
  expect(decisions.length).toBeGreaterThan(20);
  const broken = files.flatMap((path) =>
    [...read(path).matchAll(/\b[Dd]ecisions?[ /](0\d{3})\b/g)]
      .filter(([, number = '']) => !decisions.includes(number))
      .map(([citation]) => `${path}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test('the files that docs, the README and the guide to content name by their path exist', () => {
  const broken = files
    .filter((path) => /^(?:docs|content)\/|^README\.md$/.test(path))
    .flatMap((path) =>
      [
        ...read(path).matchAll(
          /(?<![\w/.-])(?:src|test|core|server|ui|app|package)\/[\w./-]+\.(?:tsx?|css|sql)\b/g,
        ),
      ]
        .filter(([name]) => ![name, `src/${name}`].some((one) => existsSync(join(projectRoot, one))))
        .map(([name]) => `${path}: ${name}`),
    );
  expect(broken).toEqual([]);
});
