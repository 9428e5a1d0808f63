import { readFile } from 'node:fs/promises';

/** View box of a hero drawing. */
const stage = 'viewBox="0 0 1600 900"';

/** Minimum stroke width of an outline; thinner lines are hatching. */
const outline = 1.4;

/** Maximum characters of all outlines together: they are embedded in the home page. */
const mostCharacters = 2_000;

/**
 * Returns the outlines of a hero drawing (16:9, 1600 units wide) as path data, which the home page draws. Empty for
 * other pictures, or if the outlines are too long.
 */
export async function readHeroOutlines(path: string): Promise<readonly string[]> {
  return outlinesOf(await readFile(path, 'utf8'));
}

/** Returns the outlines of an SVG text, as `readHeroOutlines` does for a file. */
export function outlinesOf(svg: string): readonly string[] {
  if (!svg.includes(stage)) return [];
  const lines = [...svg.matchAll(/<path fill="none"[^>]* stroke-width="([\d.]+)"[^>]* d="([^"]+)"/g)]
    .filter(([, width]) => Number(width) >= outline)
    .flatMap(([, , data]) => (data ?? '').split(/(?=M)/));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return characters > mostCharacters ? [] : lines;
}
