import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/**
 * Source of the script that `npm run fonts` runs. It contains the character ranges and weights of the font
 * files.
 */
const script = read('src/app/subset-fonts.ts');
/** The `@font-face` rules of the style sheet for the font files that the script writes. */
const faces = read('src/ui/styles/fonts.css')
  .split('@font-face')
  .filter((face) => face.includes('-cut.woff2'));

test('the style sheet declares exactly the character ranges that the script cuts', () => {
  const [, written = ''] = /const ranges =([^;]+);/.exec(script) ?? [];
  const cut = written.match(/[0-9A-F-]{4,}/g);
  const upright = faces.filter((face) => face.includes('font-style: normal'));
  expect(upright).toHaveLength(2);
  for (const face of upright) {
    const asked = [...face.matchAll(/U\+([0-9A-F-]+)/g)].map(([, range]) => range);
    expect(asked).toEqual(cut);
  }
});

test('the style sheet declares exactly the weights of the cut fonts', () => {
  const cut = [
    ...script.matchAll(/to: '(.+)',\s+axes: \{ wght: (?:\{ min: (\d+), max: (\d+) \}|(\d+))/g),
  ].map(([, file, min, max, only]) => [file, only ?? `${min} ${max}`]);
  const asked = faces.map((face) => [
    /fonts\/(.+?)"/.exec(face)?.[1],
    /font-weight: ([\d ]+);/.exec(face)?.[1],
  ]);
  expect(cut).toHaveLength(3);
  expect(asked.toSorted()).toEqual(cut.toSorted());
});
