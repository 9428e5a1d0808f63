import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { pictureWidths } from '#core/rules/picture-widths.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { PictureSource } from './picture-source.ts';
import { createPictureSources } from './picture-source.ts';

/** Formats a picture is rendered in, with their media types; PNG is for mails and shared links. */
const mediaTypes = { avif: 'image/avif', webp: 'image/webp', png: 'image/png' } as const;

/** A rendered picture. `etag` changes with the drawing, the width and the way of rendering. */
export interface RenderedPicture {
  readonly bytes: Buffer;
  readonly mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  readonly etag: string;
}

export type PictureRefusal = 'UNKNOWN_PICTURE' | 'UNKNOWN_WIDTH' | 'UNKNOWN_FORMAT';

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
 * Each is rendered once and kept in `cacheDir`, where several hosts may share it: a file appears there whole or not
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
