import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** Values of `unicode-range` in `src/ui/styles/fonts.css`; other characters are in other files. */
const ranges =
  '0020-007E 00A0-00FF 0131 0152-0153 02C6 02DA 02DC 2009 2011 2013-2014 2018-201A 201C-201E 2020 2022 2026 202F-2030 ' +
  '2032-2033 2039-203A 2044 20AC 2122 2190-2193 2212 2215';

/** OpenType features that the stylesheets use, and those that browsers apply by default and the texts need. */
const features = ['ccmp', 'cv05', 'kern', 'liga', 'lnum', 'locl', 'rvrn', 'ss03', 'tnum'];

interface Face {
  readonly from: string;
  readonly to: string;
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
}

/** Complete fonts with the range of each axis that the stylesheets use. License of both: SIL Open Font License. */
const faces: readonly Face[] = [
  {
    from: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'),
    to: 'fraunces-cut.woff2',
    axes: { wght: 370, opsz: { min: 9, max: 54 } },
  },
  {
    from: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wonk-italic.woff2'),
    to: 'fraunces-italic-cut.woff2',
    axes: { wght: 380, WONK: 0 },
  },
  {
    from: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    to: 'inter-cut.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

/**
 * Runs `npm run fonts`: writes subsets of the fonts into `src/ui/fonts`, so that pages load faster. Run it after a font
 * update or when a style needs another weight, and update `fonts.css` as well.
 */
async function run(): Promise<void> {
  for (const { from, to, axes } of faces) {
    const whole = readFileSync(fileURLToPath(from));
    // A separate variable, because the package's types lack `keepFeatures`.
    const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: features } as const;
    const cut = await subsetFont(whole, letters(), options);
    writeFileSync(join(projectRoot, 'src/ui/fonts', to), cut);
    console.log(`${to}: ${cut.byteLength} of ${whole.byteLength} bytes`);
  }
}

function letters(): string {
  const codes = ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...codes);
}

await run();
