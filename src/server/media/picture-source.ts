import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coverPictureWidths } from '#core/rules/picture-widths.ts';

/** A drawing as its file has it. */
export interface PictureSource {
  readonly svg: Buffer;
  /** Width of the drawing's own coordinates. */
  readonly ownWidth: number;
  /** Changes with every change of the drawing. */
  readonly fingerprint: string;
}

/** Displays narrower than this, in CSS pixels, get the drawing with fewer, heavier lines (look.md). */
const smallDisplay = 200;

/** Whether a picture of this width is shown on a small display: as it is, or as the 2x variant of a cover. */
export function isForSmallDisplay(width: number): boolean {
  return width < smallDisplay || (width < 2 * smallDisplay && coverPictureWidths.includes(width / 2));
}

/**
 * Finds drawings in `content/pictures`: `name.svg`, and `small/name.svg` for small displays where there is one. Names
 * are looked up in the list of the folder, so nothing a visitor writes becomes a path. Each file is read once: a
 * changed drawing shows after the next start.
 */
export function createPictureSources(contentDir: string) {
  const folder = join(contentDir, 'pictures');
  const drawn = new Map<string, PictureSource>();
  let names: { readonly all: ReadonlySet<string>; readonly small: ReadonlySet<string> } | null = null;

  return async function findPicture(name: string, width: number): Promise<PictureSource | null> {
    names ??= { all: await drawings(folder), small: await drawings(join(folder, 'small')) };
    if (!names.all.has(name)) return null;
    const isSmall = isForSmallDisplay(width) && names.small.has(name);
    const file = join(folder, isSmall ? 'small' : '.', `${name}.svg`);
    const source = drawn.get(file) ?? (await readDrawing(file));
    drawn.set(file, source);
    return source;
  };
}

async function drawings(folder: string): Promise<ReadonlySet<string>> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return new Set(files.filter((file) => file.endsWith('.svg')).map((file) => file.slice(0, -'.svg'.length)));
}

async function readDrawing(file: string): Promise<PictureSource> {
  const svg = await readFile(file);
  const ownWidth = Number(/viewBox="0 0 (\d+)/.exec(svg.toString('utf8', 0, 500))?.[1]);
  if (!(ownWidth > 0)) throw new Error(`${file} has no viewBox that begins at 0 0; draw it again`);
  return { svg, ownWidth, fingerprint: createHash('sha256').update(svg).digest('hex').slice(0, 16) };
}
