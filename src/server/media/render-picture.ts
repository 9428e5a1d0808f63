import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { coverPictureWidths, pictureWidths } from '#core/rules/picture-widths.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/** Formats a picture is rendered in, with their media types; PNG is for mails and shared links. */
const mediaTypes = { avif: 'image/avif', webp: 'image/webp', png: 'image/png' } as const;

/** A rendered picture. `etag` changes with the drawing, the width and the way of rendering. */
interface RenderedPicture {
  readonly bytes: Buffer;
  readonly mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  readonly etag: string;
}

type PictureRefusal = 'UNKNOWN_PICTURE' | 'UNKNOWN_WIDTH' | 'UNKNOWN_FORMAT';

/** Renders a picture by name, width in pixels and format, or refuses it. Outages of disk or encoder throw. */
export type RenderPicture = (
  name: string,
  width: number,
  format: string,
) => Promise<Result<RenderedPicture, PictureRefusal>>;

type PictureFormat = keyof typeof mediaTypes;

interface Rendering {
  readonly source: PictureSource;
  readonly width: number;
  readonly format: PictureFormat;
}

/** The ground of the shop's pages (look.md). */
const ink = '#14110d';

/** Raise it when the settings below change: what lies in the cache is then rendered anew. */
const settingsVersion = 1;

/**
 * Renders drawings of the content folder to the sizes and formats the shop asks for (`pictureWidths` of core/rules).
 * Each is rendered once and kept in `cacheDir`, where several servers may share it: a file appears there whole or not
 * at all. Callers that ask for the same picture at once share one rendering; renderings queue up one after the other,
 * so that a cold start leaves a processor core to those who shop.
 */
export function createPictureRenderer({
  contentDir,
  cacheDir,
}: {
  readonly contentDir: string;
  readonly cacheDir: string;
}): RenderPicture {
  const findPicture = createPictureSources(contentDir);
  const inOneQueue = createQueue();
  const underWay = new Map<string, Promise<Buffer>>();

  async function bytesOf(key: string, rendering: Rendering): Promise<Buffer> {
    const kept = await readKept(join(cacheDir, key));
    return kept ?? inOneQueue(() => renderAndKeep(join(cacheDir, key), rendering));
  }

  return async function renderPicture(name, width, format) {
    if (!isPictureFormat(format)) return err('UNKNOWN_FORMAT');
    if (!pictureWidths.includes(width)) return err('UNKNOWN_WIDTH');
    const source = await findPicture(name, width);
    if (source === null) return err('UNKNOWN_PICTURE');
    const etag = `${source.fingerprint}-${settingsVersion}-${width}`;
    const key = `${name}-${etag}.${format}`;
    const shared = underWay.get(key) ?? bytesOf(key, { source, width, format });
    underWay.set(key, shared);
    try {
      return ok({ bytes: await shared, mediaType: mediaTypes[format], etag: `"${etag}"` });
    } finally {
      if (underWay.get(key) === shared) underWay.delete(key);
    }
  };
}

function isPictureFormat(format: string): format is PictureFormat {
  return Object.hasOwn(mediaTypes, format);
}

async function readKept(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

async function renderAndKeep(file: string, rendering: Rendering): Promise<Buffer> {
  const bytes = await encode(rendering);
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
  return bytes;
}

/** Rasterises the drawing at its final size, so that lines stay sharp, and encodes it quickly rather than tightly. */
async function encode({ source, width, format }: Rendering): Promise<Buffer> {
  const density = (72 * width) / source.ownWidth;
  const picture = sharp(source.svg, { density }).resize({ width });
  switch (format) {
    case 'avif':
      // Above effort 2 the time grows tenfold and the file shrinks by a few percent.
      return picture.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
    case 'webp':
      return picture.webp({ quality: 78, effort: 3 }).toBuffer();
    case 'png':
      // PNGs leave the shop, for mails and shared links, so the stage brings its dark along.
      return picture.flatten({ background: ink }).png({ palette: true, colours: 32 }).toBuffer();
  }
}

/** Runs one task after the other, in the order they came; a failed one does not hold up the next. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function inOneQueue<Value>(task: () => Promise<Value>): Promise<Value> {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** A drawing as its file has it. */
interface PictureSource {
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
function createPictureSources(contentDir: string) {
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
