import { readFile } from 'node:fs/promises';

/** Size of a stage drawing, in its own units. */
const stage = 'viewBox="0 0 1600 900"';

/** Width from which on a line of the drawings is an outline and no hatching. */
const outline = 1.4;

/** Most characters of all lines: they are part of the home page. */
const mostCharacters = 2_000;

/**
 * Returns the outlines of a stage drawing (16:9, 1600 units wide), each as the data of a path, so that the home page
 * can draw them. None for another picture, or one whose outlines are too long for the page.
 */
export async function readOpeningLines(path: string): Promise<readonly string[]> {
  return outlinesOf(await readFile(path, 'utf8'));
}

/** The same for the text of a drawing. */
export function outlinesOf(svg: string): readonly string[] {
  if (!svg.includes(stage)) return [];
  const lines = [...svg.matchAll(/<path fill="none"[^>]* stroke-width="([\d.]+)"[^>]* d="([^"]+)"/g)]
    .filter(([, width]) => Number(width) >= outline)
    .flatMap(([, , data]) => (data ?? '').split(/(?=M)/));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return characters > mostCharacters ? [] : lines;
}
