import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Source of the script that `npm run fonts` runs, with the character ranges and weights of the font files. */
const script = read('src/app/subset-fonts.ts');
/** The `@font-face` rules of the style sheet for the font files that the script writes. */
const faces = read('src/ui/styles/fonts.css')
  .split('@font-face')
  .filter((face) => face.includes('-cut.woff2'));

test('the style sheet declares exactly the character ranges of the subset fonts', () => {
  const [, written = ''] = /const ranges =([^;]+);/.exec(script) ?? [];
  const subset = written.match(/[0-9A-F-]{4,}/g);
  const upright = faces.filter((face) => face.includes('font-style: normal'));
  expect(upright).toHaveLength(2);
  for (const face of upright) {
    const declared = [...face.matchAll(/U\+([0-9A-F-]+)/g)].map(([, range]) => range);
    expect(declared).toEqual(subset);
  }
});

test('the style sheet declares exactly the weights of the subset fonts', () => {
  const subset = [
    ...script.matchAll(/to: '(.+)',\s+axes: \{ wght: (?:\{ min: (\d+), max: (\d+) \}|(\d+))/g),
  ].map(([, file, min, max, only]) => [file, only ?? `${min} ${max}`]);
  const declared = faces.map((face) => [
    /fonts\/(.+?)"/.exec(face)?.[1],
    /font-weight: ([\d ]+);/.exec(face)?.[1],
  ]);
  expect(subset).toHaveLength(3);
  expect(declared.toSorted()).toEqual(subset.toSorted());
});
