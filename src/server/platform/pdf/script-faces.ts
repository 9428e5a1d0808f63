import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** A font with letters of one document, ready to be embedded. */
export interface ScriptFace {
  readonly name: string;
  readonly content: Buffer;
}

/** A file of a font package. */
interface Source {
  readonly file: string;
  /** Whether the package says that the file has the character; the file may lack it nevertheless. */
  claims(character: string): boolean;
}

/**
 * Packages of letters that the shop's own fonts lack, the first with a letter draws it. All: SIL Open Font License
 * (docs/decisions/0201).
 */
const packages = [
  ...['armenian', 'georgian', 'hebrew', 'arabic', 'devanagari', 'thai', 'sc', 'jp', 'kr'].map(
    (script) => `@fontsource-variable/noto-sans-${script}`,
  ),
  '@fontsource-variable/noto-emoji',
];
/** Its letters are squares of dots; it has every character of the basic plane, so that a rare one can still be read. */
const lastResort = '@fontsource/unifontex/files/unifontex-latin-400-normal.woff2';

const { resolve } = createRequire(import.meta.url);

/**
 * The next fonts that may have some of these letters, each cut down to them. `tried` are the names of those that were
 * asked before, and gets the new ones; the answer is empty when no font is left. A letter is what is read as one,
 * such as an emoji of several characters.
 */
export async function nextFaces(
  letters: ReadonlySet<string>,
  tried: Set<string>,
): Promise<readonly ScriptFace[]> {
  const all = await sources();
  const wanted = new Set<Source>();
  for (const letter of letters) {
    const source = sourceOf(letter, all, tried);
    if (source !== undefined) wanted.add(source);
  }
  return Promise.all(
    [...wanted].map(async ({ file, claims }) => {
      tried.add(file);
      // With every letter that it may have, because it is asked only once.
      const asked = [...letters].filter((letter) => visible(letter).some(claims));
      return { name: file, content: await cut(file, asked.join('')) };
    }),
  );
}

function sourceOf(letter: string, among: readonly Source[], tried: ReadonlySet<string>): Source | undefined {
  const characters = visible(letter);
  const left = among.filter(({ file }) => !tried.has(file));
  return (
    left.find(({ claims }) => characters.every(claims)) ?? left.find(({ claims }) => characters.some(claims))
  );
}

/** The characters of a letter that have something to see; the others only tell how to join them. */
export function visible(letter: string): readonly string[] {
  return [...letter.replaceAll(/\p{DI}/gu, '')];
}

async function cut(file: string, letters: string): Promise<Buffer> {
  const whole = await readFile(resolve(file));
  // The table `BASE` of the last resort has an error; no other font needs it in lines from left to right. The package's
  // types do not know `dropTables`, so that the options are no literal of the call.
  const options: Parameters<typeof subsetFont>[2] & { readonly dropTables: string[] } = {
    targetFormat: 'truetype',
    dropTables: ['BASE'],
    variationAxes: file === lastResort ? {} : { wght: 400 },
  };
  // With the joiners, which decide on the shape of their neighbours.
  return subsetFont(whole, `${letters} \u200c\u200d\ufe0f`, options);
}

let read: Promise<readonly Source[]> | undefined;

function sources(): Promise<readonly Source[]> {
  read ??= Promise.all(packages.map(sourcesOf)).then((all) => [
    ...all.flat(),
    { file: lastResort, claims: () => true },
  ]);
  return read;
}

/** The files of a package: one of its script, or numbered ones, whose letters the package lists. */
async function sourcesOf(name: string): Promise<readonly Source[]> {
  const font = name.slice(name.indexOf('/') + 1);
  const script = font.slice(font.lastIndexOf('-') + 1);
  const listed: Readonly<Record<string, string>> = JSON.parse(
    await readFile(resolve(`${name}/unicode.json`), 'utf8'),
  );
  return Object.entries(listed)
    .filter(([key]) => key === script || key.startsWith('['))
    .map(([key, ranges]) => ({
      file: `${name}/files/${font}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
      claims: within(ranges),
    }));
}

/** Reads `U+5d0-5ea,U+200c`. */
function within(written: string): Source['claims'] {
  const ranges = written.split(',').map((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((hexadecimal) => Number.parseInt(hexadecimal, 16));
    return { first, last };
  });
  return (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return ranges.some(({ first, last }) => codePoint >= first && codePoint <= last);
  };
}
