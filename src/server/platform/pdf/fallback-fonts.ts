import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** A font with letters of one document, ready to be embedded. */
export interface FallbackFont {
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
 * Font packages with letters that the shop's own fonts lack; the first that has a letter draws it. All have the SIL
 * Open Font License (docs/decisions/0201).
 */
const packages = [
  ...['armenian', 'georgian', 'hebrew', 'arabic', 'devanagari', 'thai', 'sc', 'jp', 'kr'].map(
    (script) => `@fontsource-variable/noto-sans-${script}`,
  ),
  '@fontsource-variable/noto-emoji',
];
/**
 * A font of dotted squares with every character of the Basic Multilingual Plane, so that rare ones can still be read.
 */
const lastResort = '@fontsource/unifontex/files/unifontex-latin-400-normal.woff2';

const { resolve } = createRequire(import.meta.url);

/**
 * Returns the next fonts that may have some of these letters, reduced to them; empty when no font is left. `tried` has
 * the names of fonts that were returned before, and gets the new ones. A letter is a grapheme, such as an emoji of
 * several characters.
 */
export async function nextFallbackFonts(
  letters: ReadonlySet<string>,
  tried: Set<string>,
): Promise<readonly FallbackFont[]> {
  const all = await sources();
  const wanted = new Set<Source>();
  for (const letter of letters) {
    const source = sourceOf(letter, all, tried);
    if (source !== undefined) wanted.add(source);
  }
  return Promise.all(
    [...wanted].map(async ({ file, claims }) => {
      tried.add(file);
      // With all letters that it may have, because each font is returned only once.
      const asked = [...letters].filter((letter) => visibleCharacters(letter).some(claims));
      return { name: file, content: await cut(file, asked.join('')) };
    }),
  );
}

function sourceOf(letter: string, among: readonly Source[], tried: ReadonlySet<string>): Source | undefined {
  const characters = visibleCharacters(letter);
  const left = among.filter(({ file }) => !tried.has(file));
  return (
    left.find(({ claims }) => characters.every(claims)) ?? left.find(({ claims }) => characters.some(claims))
  );
}

/** Returns the visible characters of a letter; the others only control how these are joined. */
export function visibleCharacters(letter: string): readonly string[] {
  return [...letter.replaceAll(/\p{DI}/gu, '')];
}

async function cut(file: string, letters: string): Promise<Buffer> {
  const whole = await readFile(resolve(file));
  // The table `BASE` of the last resort has an error; no other font needs it in lines from left to right. The package's
  // types lack `dropTables`, so the options are a variable of an extended type.
  const options: Parameters<typeof subsetFont>[2] & { readonly dropTables: string[] } = {
    targetFormat: 'truetype',
    dropTables: ['BASE'],
    variationAxes: file === lastResort ? {} : { wght: 400 },
  };
  // Includes the joiners, which decide on the shape of their neighbours.
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

/** Lists the files of a package: one of its script, or numbered ones, whose letters the package lists. */
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

/** Parses ranges such as `U+5d0-5ea,U+200c`. */
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
